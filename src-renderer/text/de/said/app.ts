/** The app's sentences about its library, server, settings and DCC apps. */
export const app = {
  'Lodestock only opens pages of your server and licence texts, not {url}.':
    'Lodestock öffnet nur Seiten des eigenen Servers und Lizenztexte, nicht {url}.',
  'To open it anyway, copy the address into your browser.':
    'Um sie trotzdem zu öffnen, die Adresse in den Browser kopieren.',
  'This project has the package com.lodestock.unity.': 'Dieses Projekt hat das Paket com.lodestock.unity.',
  "Update it in Unity's Package Manager, or remove it there first.":
    'Im Package Manager von Unity aktualisieren, oder dort zuerst entfernen.',
  'This model is not in the library.': 'Dieses Modell ist nicht in der Bibliothek.',
  'Download it first.': 'Es zuerst herunterladen.',
  '“{title}” has no downloaded scene file {file}.':
    '„{title}“ hat keine heruntergeladene Szenendatei {file}.',
  '{file} of “{title}” is missing from the disk or was changed.':
    '{file} von „{title}“ fehlt auf der Festplatte oder wurde geändert.',
  'Download it again.': 'Erneut herunterladen.',
  '{file} points outside the library folder, so it was not sent.':
    '{file} führt aus dem Bibliotheksordner hinaus und wurde daher nicht gesendet.',
  'Plugins cannot find Lodestock because {file} could not be written.':
    'Plugins finden Lodestock nicht, weil sich {file} nicht schreiben ließ.',
  "Free some disk space or check the file's permissions, then restart Lodestock.":
    'Platz schaffen oder die Zugriffsrechte der Datei prüfen, dann Lodestock neu starten.',
  'That {app} is no longer open.': '{app} ist nicht mehr offen.',
  'Open it again, or choose another app.': 'Das Programm wieder öffnen, oder ein anderes wählen.',
  '{app} was closed before it took the model.':
    '{app} wurde geschlossen, bevor es das Modell übernommen hat.',
  'Open it and send the model again.': 'Es öffnen und das Modell erneut senden.',
  '{app} did not answer.': '{app} hat nicht geantwortet.',
  'Check there whether the model arrived; if not, send it again.':
    'Dort nachsehen, ob das Modell angekommen ist; sonst erneut senden.',
  'The {app} plugin that comes with Lodestock is damaged.':
    'Das Plugin für {app}, das mit Lodestock kommt, ist beschädigt.',
  'Reinstall Lodestock.': 'Lodestock neu installieren.',
  "{place} is not Lodestock's.": '{place} gehört nicht zu Lodestock.',
  'Move it elsewhere, then go back again.': 'Woandershin verschieben, dann erneut zurückgehen.',
  'No earlier version is left for {name}.': 'Für {name} ist keine frühere Version mehr aufgehoben.',
  'The kept version {version} is incomplete ({reason}), so nothing was changed.':
    'Die aufgehobene Version {version} ist unvollständig ({reason}), daher wurde nichts geändert.',
  'Keep version {current}, or copy {version} there yourself.':
    'Version {current} behalten, oder {version} selbst dorthin kopieren.',
  '{place} is read-only ({code}), so nothing was changed.':
    '{place} ist schreibgeschützt ({code}), daher wurde nichts geändert.',
  'Make it writable, then try again.': 'Das Schreiben erlauben, dann erneut versuchen.',
  'A file in {place} is in use or protected ({code}), so nothing was changed.':
    'Eine Datei in {place} ist in Gebrauch oder geschützt ({code}), daher wurde nichts geändert.',
  'Close {app}, then try again.': '{app} schließen, dann erneut versuchen.',
  'The disk is full ({code}), so nothing was changed in {place}.':
    'Die Festplatte ist voll ({code}), daher wurde in {place} nichts geändert.',
  'Free some space, then try again.': 'Platz schaffen, dann erneut versuchen.',
  '{place} could not be written ({code}), so nothing was changed.':
    '{place} ließ sich nicht schreiben ({code}), daher wurde nichts geändert.',
  "Close {app}, check the folder's permissions, then try again.":
    '{app} schließen, die Zugriffsrechte des Ordners prüfen, dann erneut versuchen.',
  'It points outside its folder.': 'Es führt aus seinem Ordner hinaus.',
  '{place} is a link or contains one, so Lodestock leaves it alone.':
    '{place} ist oder enthält eine Verknüpfung, daher rührt Lodestock nichts daran an.',
  "{place} contains files that are not Lodestock's.":
    '{place} enthält Dateien, die nicht zu Lodestock gehören.',
  'Move them elsewhere, then install the plugin.':
    'Sie woandershin verschieben, dann das Plugin installieren.',
  'It was edited by hand.': 'Es wurde von Hand geändert.',
  'Installing replaces it and keeps a copy in {place}.':
    'Installieren ersetzt es und hebt eine Kopie in {place} auf.',
  '{place} could not be restored.': '{place} ließ sich nicht wiederherstellen.',
  'Copy its files back from {kept}.': 'Die Dateien aus {kept} zurückkopieren.',
  'This place no longer exists.': 'Diesen Ort gibt es nicht mehr.',
  'This copy of Lodestock comes without that plugin.': 'Dieses Lodestock bringt das Plugin nicht mit.',

  'Only Lodestock’s own page can make this call.': 'Diesen Aufruf darf nur die Seite von Lodestock machen.',
  'There is no call named {name}.': 'Einen Aufruf {name} gibt es nicht.',
  '{file} already exists with different content.': '{file} ist schon da, mit anderem Inhalt.',
  'Nothing was replaced: rename or move one of the two, then resume the move.':
    'Nichts wurde ersetzt: Eine der beiden umbenennen oder verschieben, dann das Verschieben fortsetzen.',
  '{file} was damaged while it was copied.': '{file} wurde beim Kopieren beschädigt.',
  'Check the target disk.': 'Die Festplatte prüfen, auf die es geht.',
  '{folder} is no longer in the list of libraries.': '{folder} ist nicht mehr in der Liste der Bibliotheken.',
  '{folder} is being moved.': '{folder} wird gerade verschoben.',
  'Wait until that is done, or cancel it.': 'Warten, bis das fertig ist, oder es abbrechen.',
  'Wait until that is done.': 'Warten, bis das fertig ist.',
  '{folder} is already in the list, as “{name}”.': '{folder} ist schon in der Liste, als „{name}“.',
  '{folder} and the library {other} overlap: one is inside the other.':
    '{folder} und die Bibliothek {other} liegen ineinander.',
  'Choose another folder.': 'Einen anderen Ordner wählen.',
  'Downloads go to this library.': 'Downloads gehen in diese Bibliothek.',
  'Choose another library for them first.': 'Zuerst eine andere dafür wählen.',
  'Your organisation has set this folder.': 'Diesen Ordner hat die Organisation festgelegt.',
  'Your organisation has set this.': 'Das hat die Organisation festgelegt.',
  'Ask your admin to change it.': 'Ein Admin kann es ändern.',
  '{place} is not connected.': '{place} ist nicht verbunden.',
  'Connect its disk or network share.': 'Die Festplatte oder Netzwerkfreigabe verbinden.',
  'Another computer is using {place}.': 'Ein anderer Computer arbeitet gerade in {place}.',
  '{size} still have to be moved, but the disk with {folder} has only {free} free.':
    '{size} sind noch zu verschieben, doch auf der Festplatte mit {folder} sind nur {free} frei.',
  'Free some space there.': 'Dort Platz schaffen.',
  'The library is in its new place.': 'Die Bibliothek ist am neuen Ort.',
  'Connect the disk with {place} so that the old copies can be deleted.':
    'Die Festplatte mit {place} verbinden, damit gelöscht werden kann, was doppelt ist.',
  '{folder} is inside the library.': '{folder} liegt in der Bibliothek selbst.',
  'Choose a folder outside it.': 'Einen Ordner außerhalb wählen.',
  'The library is already there.': 'Die Bibliothek ist schon dort.',
  '{folder} holds a folder {name} that is not empty.':
    'In {folder} ist ein Ordner {name}, der nicht leer ist.',
  '{place} has no {name}, so it is not connected or still empty.':
    'In {place} fehlt {name}; er ist nicht verbunden oder noch leer.',
  'The library is already in its new place.': 'Die Bibliothek ist schon am neuen Ort.',
  'Move it back from there.': 'Sie von dort zurück verschieben.',

  '{file} lists the file “{name}”, {fault}, so the file was left out.':
    '{file} führt die Datei „{name}“ auf, deren Pfad nicht zulässig ist ({fault}), daher wurde sie ausgelassen.',
  '{place} holds the same model as {other}, which is the one that is used.':
    '{place} enthält dasselbe Modell wie {other}, und dieses wird verwendet.',
  'Delete one of them, or move it out of the library.':
    'Eines davon löschen, oder aus der Bibliothek herausnehmen.',
  'The library folder {folder} cannot be read ({reason}).':
    'Der Bibliotheksordner {folder} lässt sich nicht lesen ({reason}).',
  'Connect its disk, or choose another folder in Settings.':
    'Die Festplatte verbinden, oder in den Einstellungen einen anderen Ordner wählen.',
  '{file} no longer exists.': '{file} gibt es nicht mehr.',
  'Download the model again.': 'Das Modell erneut herunterladen.',
  '{file} points outside the library folder, so it was not opened.':
    '{file} führt aus dem Bibliotheksordner hinaus und wurde daher nicht geöffnet.',
  '“{title}” has no downloaded file {file}.': '„{title}“ hat keine heruntergeladene Datei {file}.',
  '{file} is neither a model nor an image, so it was not opened.':
    '{file} ist weder Modell noch Bild und wurde daher nicht geöffnet.',
  'Show it in its folder instead.': 'Stattdessen im Ordner zeigen.',
  'Choose a program for such files in the system settings.':
    'In den Einstellungen des Systems ein Programm für solche Dateien wählen.',
  'The system could not open {file} ({reason}).': 'Das System konnte {file} nicht öffnen ({reason}).',
  '{app} is no longer on this computer.': '{app} ist nicht mehr auf diesem Computer.',
  '{app} could not be started.': '{app} ließ sich nicht starten.',
  'None of these files is on the disk.': 'Keine dieser Dateien ist auf der Festplatte.',
  'Download them again.': 'Erneut herunterladen.',
  'Download a file of the model again; existing files are recognised by their content.':
    'Eine Datei des Modells erneut herunterladen: Was da ist, wird am Inhalt erkannt.',
  'it is not a file': 'Es ist keine Datei',
  unreadable: 'unlesbar',
  '{file} was written by a newer version of Lodestock, so this one leaves the model as it is.':
    '{file} stammt von einer neueren Version von Lodestock, daher lässt diese das Modell, wie es ist.',
  'Update Lodestock to use it.': 'Lodestock aktualisieren, um es zu verwenden.',
  '{file} is missing.': '{file} fehlt.',
  'The library {folder} is not connected.': 'Die Bibliothek {folder} ist nicht verbunden.',
  'Connect its disk or network share; if you moved it, choose its folder in Settings.':
    'Die Festplatte oder Netzwerkfreigabe verbinden; liegt die Bibliothek jetzt woanders, in den Einstellungen ihren Ordner wählen.',
  '{folder} holds another library than before.': 'In {folder} liegt eine andere Bibliothek als zuvor.',
  'Connect the right disk, or choose this folder in Settings to use it.':
    'Die richtige Festplatte verbinden, oder in den Einstellungen diesen Ordner wählen, um sie zu verwenden.',
  'The library {folder} is not responding.': 'Die Bibliothek {folder} antwortet nicht.',
  'Check its disk or network share; Lodestock uses it again once it responds.':
    'Die Festplatte oder Netzwerkfreigabe prüfen; sobald sie antwortet, wird wieder nachgesehen.',
  'Another computer is changing {place}.': 'Ein anderer Computer ändert gerade {place}.',
  'This model is no longer in the library.': 'Dieses Modell ist nicht mehr in der Bibliothek.',
  'The library {folder} is being moved.': 'Die Bibliothek {folder} wird gerade verschoben.',
  'Remove models once that is done.': 'Modelle entfernen, wenn das fertig ist.',
  '“{title}” is in the list of downloads.': '„{title}“ ist in der Liste der Downloads.',
  'Cancel its download, then remove it.': 'Den Download abbrechen, dann das Modell entfernen.',
  'The removed files are no longer kept.': 'Das Entfernte ist nicht mehr aufgehoben.',
  'A change of {place} is unfinished.': 'Eine Änderung an {place} ist nicht abgeschlossen.',
  'Restart Lodestock to finish it.': 'Lodestock neu starten, um sie abzuschließen.',
  '{place} points outside the library, so nothing was put back.':
    '{place} führt aus der Bibliothek hinaus, daher wurde nichts zurückgelegt.',
  'Another account has signed in since.': 'Inzwischen ist ein anderes Konto angemeldet.',
  'The tags and notes about the model {guid} are more than a server accepts.':
    'Das Modell {guid} hat mehr Tags und Notizen, als ein Server annimmt.',
  'The note could not be found.': 'Die Notiz wurde nicht wiedergefunden.',

  'The proxy’s password is used until Lodestock closes, but could not be stored in the keychain.':
    'Das Passwort des Proxys gilt, bis Lodestock geschlossen wird, ließ sich aber nicht im Schlüsselbund ablegen.',
  'Unlock it, then save again.': 'Den Schlüsselbund entsperren, dann erneut speichern.',
  'This computer is on the internet as {address}, where passwords would travel unencrypted.':
    'Dieser Computer ist als {address} im Internet, und Passwörter gingen dort unverschlüsselt über die Leitung.',
  'Share from a computer behind a router, or set up a server with a certificate as docs/admin/reference.md says.':
    'Von einem Computer hinter einem Router teilen, oder einen Server mit Zertifikat einrichten, wie in docs/admin/reference.md beschrieben.',
  'The server gave no reason.': 'Der Server nannte keinen Grund.',
  'The folder {folder} is not there.': 'Der Ordner {folder} ist nicht da.',
  'Connect its disk, or choose another.': 'Die Festplatte verbinden, oder einen anderen wählen.',
  'No backup was made.': 'Es wurde keine Sicherung gemacht.',
  'Choose a folder for the backups first.': 'Zuerst einen Ordner für die Sicherungen wählen.',
  'The bundled server did not answer.': 'Der Server in dieser App hat nicht geantwortet.',
  'The app uses another server.': 'Die App verwendet einen anderen Server.',
  'Choose the bundled one in Settings first.': 'Zuerst in den Einstellungen den in dieser App wählen.',
  'This computer is not on a network.': 'Dieser Computer ist in keinem Netzwerk.',
  'Connect it to one first.': 'Ihn zuerst mit einem verbinden.',
  'Create your account on this server first.': 'Zuerst ein eigenes Konto auf diesem Server anlegen.',
  'It becomes the admin account, which decides who else can join.':
    'Es wird zum Admin, der entscheidet, wer noch dazukommt.',
  'The backup could not be restored.': 'Die Sicherung ließ sich nicht wiederherstellen.',
  'This folder is inside the data folder and would be lost with it.':
    'Dieser Ordner liegt im Datenordner und ginge mit ihm verloren.',
  'Choose one on another disk.': 'Einen auf einer anderen Festplatte wählen.',
  'The bundled server did not finish within half an hour.':
    'Der Server in dieser App wurde in einer halben Stunde nicht fertig.',
  'The window that renders posters crashed.': 'Das Fenster, das Vorschaubilder rendert, ist abgestürzt.',
  'The window that renders posters was closed.':
    'Das Fenster, das Vorschaubilder rendert, wurde geschlossen.',
  'The page that renders posters could not be opened.':
    'Die Seite, die Vorschaubilder rendert, ließ sich nicht öffnen.',

  'Install the package libsecret-1-0 (libsecret on Fedora and Arch), then restart Lodestock.':
    'Das Paket libsecret-1-0 installieren (libsecret unter Fedora und Arch), dann Lodestock neu starten.',
  'libsecret is not installed, so you will be signed out when you close Lodestock.':
    'libsecret ist nicht installiert, daher endet die Anmeldung, wenn Lodestock geschlossen wird.',
  'The keychain module could not be loaded, so you will be signed out when you close Lodestock.':
    'Das Modul für den Schlüsselbund ließ sich nicht laden, daher endet die Anmeldung, wenn Lodestock geschlossen wird.',
  'No system keychain is running or it is locked, so you will be signed out when you close Lodestock.':
    'Kein Schlüsselbund läuft, oder er ist gesperrt, daher endet die Anmeldung, wenn Lodestock geschlossen wird.',
  'Start and unlock GNOME Keyring or KWallet, then sign in again.':
    'GNOME Keyring oder KWallet starten und entsperren, dann neu anmelden.',
  'The system keychain denied access, so you will be signed out when you close Lodestock.':
    'Der Schlüsselbund des Systems hat den Zugriff verweigert, daher endet die Anmeldung, wenn Lodestock geschlossen wird.',
  'Unlock it, then sign in again.': 'Ihn entsperren, dann neu anmelden.',
  'The server {server} answered with status {status}, in a format that Lodestock does not understand.':
    'Der Server {server} antwortete mit Status {status} in einem Format, das Lodestock nicht versteht.',
  'Check the server address in Settings; a proxy in between can also be the cause.':
    'Die Serveradresse in den Einstellungen prüfen; auch ein Proxy dazwischen kann der Grund sein.',
  'Sign in to the server, then try again.': 'Beim Server anmelden, dann erneut versuchen.',
  '{url} is on the internet and not encrypted, so others could read your sign-in.':
    '{url} ist im Internet und nicht verschlüsselt, daher könnten andere die Anmeldung mitlesen.',
  'Use its https:// address; plain http is for servers on your own network.':
    'Die Adresse mit https:// verwenden; http ist für Server im eigenen Netzwerk.',
  '“{text}” is not a valid server address.': '„{text}“ ist keine gültige Serveradresse.',
  'Enter one like https://models.example.org.': 'Eine wie https://models.example.org eingeben.',
  'Enter the address without a user name or password; you sign in from Lodestock.':
    'Die Adresse ohne Benutzernamen und Passwort eingeben; die Anmeldung folgt in Lodestock.',
  'Enter only the server address, {url}, without “?”, “#” and what follows.':
    'Nur die Serveradresse {url} eingeben, ohne „?“, „#“ und das, was folgt.',
  'Lodestock answers at {found}, but not at {url}.':
    'Lodestock antwortet unter {found}, aber nicht unter {url}.',
  'Enter {found}.': '{found} eingeben.',
  'The bundled server {what}.': 'Der Server in dieser App hat ein Problem: {what}.',
  'Choose Restart server, or see {file} for the reason.':
    '„Server neu starten“ wählen; den Grund nennt {file}.',
  'stopped {count} times within a minute and will not be restarted automatically':
    'in einer Minute {count} Mal beendet, startet nicht mehr von selbst',
  'could not be started': 'lässt sich nicht starten',
  'The bundled server stopped and is restarting.': 'Der Server in dieser App wurde beendet und startet neu.',
  'The bundled server is still starting.': 'Der Server in dieser App startet noch.',
  'No Lodestock server answers at “{url}” ({reason}).':
    'Unter „{url}“ antwortet kein Lodestock-Server ({reason}).',
  'Check the address with the server’s admin.': 'Die Adresse beim Admin des Servers erfragen.',
  '{url} answers, but not as a Lodestock server.': '{url} antwortet, aber nicht als Lodestock-Server.',
  'If this network has its own sign-in page, open it in a browser; otherwise check the server address in Settings.':
    'Verlangt dieses Netzwerk eine eigene Anmeldung, seine Seite im Browser öffnen; sonst die Serveradresse in den Einstellungen prüfen.',
  'Lodestock keeps trying.': 'Lodestock versucht es weiter.',
  'The server {url} answers with status {status}.': 'Der Server {url} antwortet mit Status {status}.',
  'Check the server address in Settings; Lodestock keeps trying.':
    'Die Serveradresse in den Einstellungen prüfen; Lodestock versucht es weiter.',
  'The settings could not be saved ({reason}).': 'Die Einstellungen ließen sich nicht speichern ({reason}).',
  'Free some disk space or check the disk, then try again.':
    'Platz schaffen oder die Festplatte prüfen, dann erneut versuchen.',
  'This computer did not let Lodestock start automatically ({reason}).':
    'Dieser Computer hat nicht übernommen, dass Lodestock von selbst startet ({reason}).',
  'Set it up in the system settings.': 'Es in den Einstellungen des Systems einrichten.',
  '“{text}” is not an absolute path.': '„{text}“ ist kein vollständiger Pfad.',
  'Use the button to choose the folder.': 'Den Bibliotheksordner mit der Schaltfläche wählen.',
  'Use the button to choose the certificate file.': 'Die Zertifikatsdatei mit der Schaltfläche wählen.',
  '{url} is not encrypted.': '{url} ist nicht verschlüsselt.',
  'Enter it in Settings and choose Connect to confirm it.':
    'Sie in den Einstellungen eingeben und „Verbinden“ wählen; dort folgt zuerst eine Frage.',
  'Ask your admin for the authority as a .pem or .crt file.':
    'Beim Admin die Zertifizierungsstelle als .pem- oder .crt-Datei erbitten.',
  'The sign-in was denied in the browser.': 'Die Anmeldung wurde im Browser abgelehnt.',
  'Sign in again if that was a mistake.': 'Neu anmelden, falls das ein Versehen war.',
  'The sign-in was not approved in time.': 'Die Anmeldung wurde nicht rechtzeitig genehmigt.',
  'Sign in again and approve it in the browser.': 'Neu anmelden und im Browser genehmigen.',
  'The server no longer accepts this sign-in.': 'Der Server nimmt diese Anmeldung nicht mehr an.',
  'Sign in again.': 'Neu anmelden.',
  'Your sign-in is no longer in the system keychain.':
    'Die Anmeldung liegt nicht mehr im Schlüsselbund des Systems.',
  'The sign-in failed; the log has the reason.':
    'Die Anmeldung ist gescheitert; den Grund nennt das Protokoll.',
  'The server {server} answered the sign-in in a format that Lodestock does not understand.':
    'Der Server {server} beantwortete die Anmeldung in einem Format, das Lodestock nicht versteht.',
  'Check the server address in Settings.': 'Die Serveradresse in den Einstellungen prüfen.',
  'No sign-in is waiting for approval.': 'Keine Anmeldung wartet auf Genehmigung.',
  'Choose Sign in first.': 'Zuerst „Anmelden“ wählen.',
  'You are signed out on this computer, but the server {server} could not be reached to end the session.':
    'Auf diesem Computer ist die Anmeldung beendet, doch der Server {server} war nicht erreichbar, um die Sitzung zu beenden.',
  'When it is back, remove this app on its Account page.':
    'Ist er wieder erreichbar, diese App dort auf der Kontoseite entfernen.',
  'No earlier version is kept.': 'Eine frühere Version ist nicht aufgehoben.',
  'To go back, install one by hand.': 'Um zurückzugehen, eine von Hand installieren.',
  '{file} is missing or damaged.': '{file} fehlt oder ist beschädigt.',
  'To go back, install that version by hand.': 'Um zurückzugehen, diese Version von Hand installieren.',
  'The new version could not be installed.': 'Die neue Version ließ sich nicht installieren.',
  'The log says why.': 'Den Grund nennt das Protokoll.',
  'It was saved as {file}, and a new file was created.':
    'Sie wurde als {file} aufgehoben, und eine neue Datei angelegt.',
} as const;
