/** Why a download of the app waits or fails. */
export const appDownloads = {
  'The disk is full, so {file} could not be written.':
    'Die Festplatte ist voll, daher ließ sich {file} nicht schreiben.',
  'Free some space or choose another library folder in Settings, then try again.':
    'Platz schaffen oder in den Einstellungen einen anderen Bibliotheksordner wählen, dann erneut versuchen.',
  '{file} could not be written: the system refused access ({code}).':
    '{file} ließ sich nicht schreiben: Das System verweigert den Zugriff ({code}).',
  'Close programs that use the file, allow Lodestock in your antivirus software, or choose another library folder in Settings.':
    'Programme schließen, die die Datei verwenden, Lodestock im Virenschutz erlauben, oder in den Einstellungen einen anderen Bibliotheksordner wählen.',
  '{file} could not be written: its path is too long for this disk.':
    '{file} ließ sich nicht schreiben: Der Pfad ist für diese Festplatte zu lang.',
  'Choose a library folder with a shorter path in Settings, then try again.':
    'In den Einstellungen einen Bibliotheksordner mit kürzerem Pfad wählen, dann erneut versuchen.',
  '{file} could not be written, because its folder is no longer there.':
    '{file} ließ sich nicht schreiben, weil der Ordner nicht mehr da ist.',
  'Put the folder back or try again.': 'Den Ordner zurücklegen oder erneut versuchen.',
  'The download then continues where it stopped.': 'Der Download geht dann dort weiter, wo er aufgehört hat.',
  '{file} could not be written ({code}).': '{file} ließ sich nicht schreiben ({code}).',
  'Check that the disk with the library folder is connected, then try again.':
    'Prüfen, ob die Festplatte mit dem Bibliotheksordner verbunden ist, dann erneut versuchen.',
  '{folder} is not a library of Lodestock.': '{folder} ist keine Bibliothek von Lodestock.',
  'Add it in Settings first.': 'Sie zuerst in den Einstellungen hinzufügen.',
  'This download is no longer in the list.': 'Dieser Download ist nicht mehr in der Liste.',
  '{host} does not have {file} (status {status}), although the server lists it.':
    '{host} hat {file} nicht (Status {status}), obwohl der Server die Datei auflistet.',
  'Try again later; if it keeps happening, tell the server’s admin.':
    'Später erneut versuchen; geschieht es wieder, dem Betreiber des Servers Bescheid geben.',
  '{host} sent {file} twice with content that does not match the catalogue (SHA-256 differs).':
    '{host} hat {file} zweimal mit einem Inhalt gesendet, der nicht zum Katalog passt (andere SHA-256).',
  'Nothing was kept.': 'Nichts davon wurde behalten.',
  '{host} sent only {count} of the {total} bytes of {file}.':
    '{host} hat nur {count} von {total} Bytes von {file} gesendet.',
  '{host} sent more than the {total} bytes of {file}.':
    '{host} hat mehr als die {total} Bytes von {file} gesendet.',
  'The connection to {host} kept breaking while {file} was downloading ({reason}).':
    'Die Verbindung zu {host} brach beim Herunterladen von {file} immer wieder ab ({reason}).',
  'Check your network, then try again.': 'Das Netzwerk prüfen und erneut versuchen.',
  '{host} refused {file} with status {status}.': '{host} hat {file} mit Status {status} verweigert.',
  'You started this download on {server}.': 'Dieser Download wurde auf {server} begonnen.',
  'the bundled server': 'dem Server in dieser App',
  'It continues when you connect to it again in Settings.':
    'Er geht weiter, wenn dieser Server in den Einstellungen wieder verbunden ist.',
  'You started this download as {user}.': 'Dieser Download wurde als {user} begonnen.',
  'It continues when you sign in as {user} again.': 'Er geht weiter, wenn {user} wieder angemeldet ist.',
  'The library {from} is being moved to {to}.': 'Die Bibliothek {from} wird nach {to} verschoben.',
  'This download continues there.': 'Dieser Download geht dort weiter.',
  'The list of downloads could not be saved, so nothing was changed.':
    'Die Liste der Downloads ließ sich nicht speichern, daher wurde nichts geändert.',
  'Check that the disk with your user folder has free space, then try again.':
    'Prüfen, ob auf der Festplatte mit dem Benutzerordner Platz ist, dann erneut versuchen.',
  '{place} {fault}, so nothing was written there.': '{place} {fault}, daher wird dort nichts geschrieben.',
  'is a link or a file where a folder should be': 'ist eine Verknüpfung oder eine Datei statt eines Ordners',
  'is a link or a folder where a file should be': 'ist eine Verknüpfung oder ein Ordner statt einer Datei',
  'is outside the library folder': 'liegt außerhalb des Bibliotheksordners',
  'Move it out of the library folder, then try again.':
    'Aus dem Bibliotheksordner herausnehmen, dann erneut versuchen.',
  '{file} would have a path of {count} characters, and most Windows programs open at most {most}.':
    '{file} hätte einen Pfad mit {count} Zeichen, und die meisten Windows-Programme öffnen höchstens {most}.',
  'Choose a library folder with a shorter path in Settings, such as C:\\Models, then download it again.':
    'In den Einstellungen einen Bibliotheksordner mit kürzerem Pfad wählen, etwa C:\\Modelle, dann erneut herunterladen.',
  'The server described the files of “{title}” in a format that Lodestock does not understand.':
    'Der Server beschreibt die Dateien von „{title}“ in einem Format, das Lodestock nicht versteht.',
  'Check the server address in Settings, or update Lodestock.':
    'Die Serveradresse in den Einstellungen prüfen, oder Lodestock aktualisieren.',
  '“{title}” was not downloaded: the server uses {names}.':
    '„{title}“ wurde nicht heruntergeladen: Der Server verwendet {names}.',
  'the name “{name}”, {fault}': 'den Namen „{name}“, und der ist nicht zulässig ({fault})',
  'the names “{one}” and “{other}”, which are the same file on some computers':
    'die Namen „{one}“ und „{other}“, die auf manchen Computern dieselbe Datei sind',
  'Tell the server’s admin.': 'Dem Betreiber des Servers Bescheid geben.',
  'The server offered {offered} instead of {wanted}, so nothing was downloaded.':
    'Der Server bot {offered} statt {wanted} an, daher wurde nichts heruntergeladen.',
  'Open the model again and choose a file.': 'Das Modell neu öffnen und eine Datei wählen.',
  '“{title}” {what} since you chose it, so nothing was replaced.':
    '„{title}“ {what}, seit es gewählt wurde, daher wurde nichts ersetzt.',
  'has other files on the server': 'hat auf dem Server andere Dateien',
  'has changed on the server': 'hat sich auf dem Server geändert',
  'Open the model and download it again to get the new version.':
    'Das Modell öffnen und erneut herunterladen, um die neue Version zu bekommen.',
  '{names} of “{title}” changed after the download, so nothing was replaced.':
    'Nach dem Herunterladen geändert: {names} von „{title}“. Daher wurde nichts ersetzt.',
  '{file} and {count} other file': '{file} und {count} weitere Datei',
  '{file} and {count} other files': '{file} und {count} weitere Dateien',
  'Keep your changes, or set them aside under another name and download the original.':
    'Die eigenen Änderungen behalten, oder sie unter anderem Namen beiseitelegen und das Original herunterladen.',
  'With these, the list of downloads needs {size}, but the disk with {folder} has only {free} free.':
    'Mit diesen brauchen die Downloads {size}, doch auf der Festplatte mit {folder} sind nur {free} frei.',
  'Nothing was added or charged.': 'Nichts wurde hinzugefügt oder abgebucht.',
  'Free some space, choose another library folder in Settings, or download fewer models.':
    'Platz schaffen, in den Einstellungen einen anderen Bibliotheksordner wählen, oder weniger Modelle herunterladen.',
  'This download has no library folder.': 'Dieser Download hat keinen Bibliotheksordner.',
  '“{title}” needs {size}, but the disk with {folder} has only {free} free.':
    '„{title}“ braucht {size}, doch auf der Festplatte mit {folder} sind nur {free} frei.',
  'The server described its models in a format that Lodestock does not understand.':
    'Der Server beschreibt seine Modelle in einem Format, das Lodestock nicht versteht.',
  '{count} models are more than the {most} that can be downloaded at once.':
    '{count} Modelle sind mehr als die {most}, die sich auf einmal herunterladen lassen.',
  'Narrow the search, then try again.': 'Die Suche eingrenzen, dann erneut versuchen.',
  'This list is no longer the current one.': 'Diese Liste ist nicht mehr die aktuelle.',
  'Open it again, then confirm.': 'Sie neu öffnen, dann bestätigen.',
  '{file} records a change of the model that this version of Lodestock cannot finish, so nothing was changed.':
    '{file} hält eine Änderung des Modells fest, die diese Version von Lodestock nicht beenden kann, daher wurde nichts geändert.',
  'Update Lodestock; if it is up to date, delete the file.':
    'Lodestock aktualisieren; ist es aktuell, die Datei löschen.',
  'The server {server} is not responding: {reason}.': 'Der Server {server} antwortet nicht: {reason}.',
  'Check your network and the server address in Settings, then try again.':
    'Das Netzwerk und die Serveradresse in den Einstellungen prüfen, dann erneut versuchen.',
  'nothing is listening at that address': 'Unter dieser Adresse läuft nichts',
  'the connection was closed': 'Die Verbindung wurde geschlossen',
  'its name could not be found': 'Der Name wurde nicht gefunden',
  'the DNS server is not responding': 'Der DNS-Server antwortet nicht',
  'the network cannot be reached': 'Das Netzwerk ist nicht erreichbar',
  'the computer cannot be reached': 'Der Computer ist nicht erreichbar',
  'the computer cannot be reached, {code}, or macOS keeps Lodestock from the local network: allow it in System Settings, under Privacy & Security, Local Network':
    'Der Computer ist nicht erreichbar, {code}, oder macOS hält Lodestock vom lokalen Netzwerk fern: Es in den Systemeinstellungen unter Datenschutz & Sicherheit, Lokales Netzwerk erlauben',
  'it did not answer in time': 'Die Antwort kam nicht rechtzeitig',
  'the proxy requires a user name and a password, or rejected the ones it got; enter them in Settings':
    'Der Proxy dazwischen verlangt Benutzernamen und Passwort, oder andere; sie gehören in die Einstellungen',
  'the proxy refused the connection: {reason}':
    'Der Proxy dazwischen hat die Verbindung nicht durchgelassen: {reason}',
  'its certificate is not trusted by this computer, {code}; the admin of the network can install its authority, or give you its file to choose in Settings':
    'Dieser Computer vertraut dem Zertifikat nicht, {code}; ein Admin des Netzwerks kann die Zertifizierungsstelle einrichten, oder ihre Datei nennen, die sich in den Einstellungen wählen lässt',
} as const;
