/** Why files are rejected or not published. */
export const publishing = {
  '{file} was uploaded twice, or differs from {other} only in case or accents.':
    '{file} wurde zweimal hochgeladen, oder unterscheidet sich von {other} nur in Großschreibung oder Akzenten.',
  'Delete one of them, or rename it.': 'Eine davon löschen oder umbenennen.',
  'Publish on the server of one of its file hosts.': 'Auf einem seiner Dateiserver veröffentlichen.',
  'Publishing is turned off on this server.': 'Auf diesem Server ist das Veröffentlichen abgeschaltet.',
  'Ask an admin.': 'Einen Admin fragen.',
  'There is no model in these files, so nothing was published.':
    'In diesen Dateien ist kein Modell, daher wurde nichts veröffentlicht.',
  'These files look like {count} models ({one}, {other} …).':
    'Diese Dateien sehen nach {count} Modellen aus ({one}, {other} …).',
  'These files look like {count} models ({one}, {other}).':
    'Diese Dateien sehen nach {count} Modellen aus ({one}, {other}).',
  'Publish each separately, or mark them as one model.':
    'Jedes für sich veröffentlichen, oder angeben, dass es eines ist.',
  '{file} has not been uploaded completely yet.': '{file} ist noch nicht vollständig angekommen.',
  'Finish its upload, then publish.': 'Den Upload beenden, dann veröffentlichen.',
  'Some of these files are already being published.': 'Einige dieser Dateien werden schon veröffentlicht.',
  'Upload them again for another model.': 'Für ein anderes Modell erneut hochladen.',
  'No model {guid} was published here.': 'Ein Modell {guid} wurde hier nicht veröffentlicht.',
  'Leave it out to publish a new model; models of the library folder change there.':
    'Für ein neues Modell weglassen; Modelle des Bibliotheksordners ändern sich dort.',
  'Someone else published this model.': 'Dieses Modell hat jemand anders veröffentlicht.',
  'Ask them or an admin for a new version.': 'Dort oder bei einem Admin um eine neue Version bitten.',
  'A version of this model is being published right now.':
    'Gerade wird eine Version dieses Modells veröffentlicht.',
  'Try again when it is done.': 'Erneut versuchen, wenn das fertig ist.',
  'The files contain other models than their names suggested.':
    'In den Dateien sind andere Modelle, als ihre Namen erwarten ließen.',
  'Check what was found, then publish again.': 'Das Gefundene ansehen, dann erneut veröffentlichen.',
  'Archives are not unpacked here.': 'Archive werden hier nicht entpackt.',
  'Unpack it, then drop the folder; it may contain several models.':
    'Entpacken und dann den Ordner ablegen; mehrere Modelle darin werden unterschieden.',
  'This id is taken.': 'Diese ID ist vergeben.',
  'Choose a new random one for each publish.': 'Für jede Veröffentlichung eine neue zufällige wählen.',
  'Some of these files have just been deleted or published.':
    'Einige dieser Dateien wurden gerade gelöscht oder veröffentlicht.',
  'Check them and try again.': 'Prüfen und erneut versuchen.',
  '{file} is no longer in the data folder.': '{file} ist nicht mehr im Datenordner.',
  'Upload it again.': 'Erneut hochladen.',
  'You have published nothing under {guid}.': 'Unter {guid} ist von diesem Konto nichts veröffentlicht.',
  'Check the list of what you published.': 'In der Liste der eigenen Veröffentlichungen nachsehen.',
  'The server found no model in these files.': 'Der Server hat in diesen Dateien kein Modell gefunden.',
  'A file may have at most {count} bytes.': 'Eine Datei darf höchstens {count} Bytes haben.',
  'Split the model, or put it into the library folder.':
    'Das Modell aufteilen, oder es in den Bibliotheksordner legen.',
  'Send the header Tus-Resumable: {version}; this server speaks no other version.':
    'Den Header Tus-Resumable: {version} senden; eine andere Version spricht dieser Server nicht.',
  'Create the upload first, then send its bytes with PATCH.':
    'Den Upload zuerst anlegen, dann die Bytes mit PATCH senden.',
  'Send the bytes as application/offset+octet-stream.':
    'Die Bytes als application/offset+octet-stream senden.',
  '{file} has {count} bytes, and this would be more.': '{file} hat {count} Bytes, und das wären mehr.',
  'Start it again.': 'Neu beginnen.',
  'There is no upload {id}.': 'Einen Upload {id} gibt es nicht.',
  'It may have expired or been deleted; start it again.':
    'Er ist vielleicht abgelaufen oder gelöscht; neu beginnen.',
  'Rename {file}: it has a path {fault}.': '{file} umbenennen: Der Pfad ist nicht zulässig ({fault}).',
  'the file': 'Die Datei',
  '{file} is an archive.': '{file} ist ein Archiv.',
  'Unpack it and publish the files in it, so you can set their title and licence.':
    'Entpacken und die Dateien darin veröffentlichen, damit Titel und Lizenz sich angeben lassen.',
  'Your account may keep {most} here and has {held}, so {wanted} more does not fit.':
    'Dieses Konto darf hier {most} aufheben und hat {held}, daher passen {wanted} nicht mehr dazu.',
  'Delete uploads you do not need, or ask an admin to clean up earlier versions.':
    'Nicht gebrauchte Uploads löschen, oder einen Admin bitten, frühere Versionen aufzuräumen.',
  'An account may have {count} uploads at a time.': 'Ein Konto darf {count} Uploads gleichzeitig haben.',
  'Publish or delete some of them.': 'Einige davon veröffentlichen oder löschen.',
  'This server does not have space for {size} more.': 'Dieser Server hat keinen Platz für weitere {size}.',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'Try again later, or tell this server’s admin.':
    'Dem Betreiber dieses Servers Bescheid geben, oder später erneut versuchen.',
  '{file} is empty, but its SHA-256 is not that of an empty file.':
    '{file} ist leer, und die SHA-256 gehört zu etwas anderem.',
  '{file} arrived with another SHA-256 than was announced.':
    '{file} kam mit einer anderen SHA-256 an als angekündigt.',
  'It was discarded; send it again from the start.': 'Nichts davon wurde behalten; von Anfang an neu senden.',
  '{file} is here up to byte {here}, not {wanted}.': '{file} ist bis Byte {here} da, nicht bis {wanted}.',
  'Continue from there.': 'Von dort fortsetzen.',
  '{file} has more bytes than were announced.': '{file} hat mehr Bytes als angekündigt.',
  'A part of {file} arrived damaged.': 'Ein Teil von {file} kam beschädigt an.',
  'It was discarded; send it again from byte {byte}.':
    'Nichts davon wurde behalten; ab Byte {byte} neu senden.',
  'Models of the library have no earlier versions.': 'Modelle der Bibliothek haben keine früheren Versionen.',
  'Version {version} has no file {file} for you.':
    'In Version {version} gibt es keine Datei {file} für dieses Konto.',
  'Check the list of versions; it shows those you have access to.':
    'In der Liste der Versionen nachsehen; sie zeigt, welche zu diesem Konto gehören.',
  'Try again then.': 'Dann erneut versuchen.',
  '{file} changed while it was uploaded.': '{file} hat sich während des Uploads geändert.',
  'Close the program that writes it, then add it again.':
    'Das Programm schließen, das sie schreibt, und sie erneut hinzufügen.',
  'These are {count} files, and a model may have {most}.':
    'Das sind {count} Dateien, und ein Modell darf {most} haben.',
  'Drop the folder of one model.': 'Den Ordner eines einzigen Modells ablegen.',
  'You are signed out.': 'Die Anmeldung ist beendet.',
  'Sign in to continue publishing.': 'Zum Weiterveröffentlichen anmelden.',
  '{file} can no longer be read.': '{file} lässt sich nicht mehr lesen.',
  'Add it again.': 'Erneut hinzufügen.',
  'An admin did not approve it.': 'Ein Admin hat es nicht freigegeben.',
  'A later version was sent.': 'Eine spätere Version wurde gesendet.',
  'This publish does not wait for an admin any more.':
    'Diese Veröffentlichung wartet nicht mehr auf Freigabe.',
  'Reload the page.': 'Die Seite neu laden.',
} as const;
