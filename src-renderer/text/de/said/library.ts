/** Problems found by a scan, and rejected corrections. */
export const library = {
  'Rename it.': 'Umbenennen.',
  'Rename the file.': 'Die Datei umbenennen.',
  'Move it up.': 'Weiter nach oben verschieben.',
  'Correct the file.': 'Die Datei berichtigen.',
  'Check its permissions.': 'Die Zugriffsrechte prüfen.',
  'Check the disk and its permissions.': 'Die Festplatte und die Zugriffsrechte prüfen.',
  'Export the model again.': 'Das Modell erneut exportieren.',
  'Add that file, or export the model again.': 'Diese Datei dazulegen, oder das Modell erneut exportieren.',
  'Change the guid of one of them.': 'Die guid eines der beiden ändern.',

  'It is an archive in more than {count} others.': 'Es ist ein Archiv in mehr als {count} anderen.',
  'Unpack it into a folder here.': 'Hier in einen Ordner entpacken.',
  'Unpack it into a folder here, if you trust it.':
    'Hier in einen Ordner entpacken, falls es vertrauenswürdig ist.',
  'Unpack it into a folder here, or pack it again without it.':
    'Hier in einen Ordner entpacken, oder ohne Passwort packen.',
  'Delete it, or pack it again.': 'Löschen, oder neu packen.',
  'Download it or pack it again.': 'Erneut herunterladen, oder neu packen.',
  'Pack the file itself.': 'Die Datei selbst packen.',
  'Pack the archive again.': 'Das Archiv neu packen.',
  'The archive': 'Das Archiv',
  '{file} has {count} entries; at most {most} are unpacked.':
    '{file} hat {count} Einträge; höchstens {most} werden entpackt.',
  '{file} would be {bytes} bytes, and at most {most} are unpacked.':
    '{file} hätte entpackt {bytes} Bytes, und höchstens {most} werden entpackt.',
  '{file} would unpack to more than {times} times its size, as only harmful archives do, so it is not unpacked.':
    '{file} würde beim Entpacken mehr als {times}-mal so groß. Das tun nur schädliche Archive, daher wird es nicht entpackt.',
  '{file} is protected with a password.': '{file} ist mit einem Passwort geschützt.',
  '{file} has an entry "{entry}" that points outside the archive, as only harmful archives do, so it is not unpacked.':
    '{file} hat einen Eintrag „{entry}“, der aus dem Archiv hinausführt. Das tun nur schädliche Archive, daher wird es nicht entpackt.',
  'This is a link in an archive, and only real files are published.':
    'Das ist eine Verknüpfung in einem Archiv, und nur echte Dateien werden veröffentlicht.',
  'It has a path {fault}, so it is not published.':
    'Der Pfad ist nicht zulässig ({fault}), daher ist die Datei nicht veröffentlicht.',
  'It is more than {depth} folders deep, so it is not published.':
    'Die Datei liegt mehr als {depth} Ordner tief, daher ist sie nicht veröffentlicht.',
  'It has a path which differs from {twin} only in case or accents, so it is not published.':
    'Der Pfad unterscheidet sich von {twin} nur in Großschreibung oder Akzenten, daher ist die Datei nicht veröffentlicht.',
  'Its parent is a file, not a folder, so it is not published.':
    'Die Datei liegt in einer Datei und nicht in einem Ordner, daher ist sie nicht veröffentlicht.',
  'The archive does not fit in the data folder.': 'Das Archiv passt nicht in den Datenordner.',
  'Free some space there; the next scan tries again.':
    'Dort Platz schaffen; beim nächsten Einlesen wird es erneut versucht.',
  'The archive has no 3D file.': 'Das Archiv enthält keine 3D-Datei.',
  'If it has textures of a model, unpack them beside the scene.':
    'Falls es Texturen eines Modells enthält, sie neben der Szene entpacken.',
  'The archive needs {bytes} bytes in the data folder, and 1 GiB must stay free there.':
    'Das Archiv braucht {bytes} Bytes im Datenordner, und dort muss 1 GiB frei bleiben.',
  'Free some space; the next scan tries again.':
    'Platz schaffen; beim nächsten Einlesen wird es erneut versucht.',

  'which has a part that ends in a dot or a space': 'ein Teil endet mit einem Punkt oder Leerzeichen',
  'which contains the reserved name “{name}”': '„{name}“ ist ein reservierter Name',
  'which is empty': 'er ist leer',
  'which is longer than {count} characters': 'er ist länger als {count} Zeichen',
  'which is not valid text': 'er ist kein gültiger Text',
  'which has a character that does not show': 'er enthält ein Zeichen, das nicht zu sehen ist',
  'Files of the type {type} are not delivered with models.':
    'Dateien vom Typ {type} werden nicht mit Modellen ausgeliefert.',
  'Files without a file type are not delivered with models.':
    'Dateien ohne Dateiendung werden nicht mit Modellen ausgeliefert.',
  'Leave it out of the model’s folder.': 'Sie gehört nicht in den Ordner des Modells.',
  'which has a backslash': 'er enthält einen Backslash',
  'which is absolute': 'er ist absolut',
  'which has one of : * ? " < > |': 'er enthält eines der Zeichen : * ? " < > |',

  'It is a backup copy that 3ds Max made, so it is not published.':
    'Es ist eine Sicherungskopie von 3ds Max und daher nicht veröffentlicht.',
  'It is a backup copy of {file}, so it is not published.':
    'Es ist eine Sicherungskopie von {file} und daher nicht veröffentlicht.',
  'To publish it, rename it.': 'Ist gerade diese Datei gemeint, sie umbenennen.',
  'By its name, this folder is a backup copy, so its models are not published.':
    'Seinem Namen nach ist dieser Ordner eine Sicherungskopie, daher sind seine Modelle nicht veröffentlicht.',
  'To publish them, rename it.': 'Um sie zu veröffentlichen, den Ordner umbenennen.',
  'Only ZIP archives are unpacked.': 'Von Archiven werden nur ZIP-Dateien entpackt.',
  'Lodestock does not support the file type .{type}.': 'Dateien vom Typ .{type} kennt Lodestock nicht.',
  'Also export the model as GLB or FBX.': 'Das Modell auch als GLB oder FBX exportieren.',
  'It has no shape of its own, only materials, lights or changes for other scenes.':
    'Es hat keine eigene Form, nur Materialien, Lichter oder Änderungen für andere Szenen.',
  'It is delivered with those that use it.': 'Es wird mit denen geliefert, die es verwenden.',
  'It needs {file}, which is not there.': 'Es braucht {file}, und diese Datei ist nicht da.',
  'It needs {bytes} bytes of {file}, which has {actual}.':
    'Es braucht {bytes} Bytes von {file}, und die Datei hat {actual}.',
  'Its name is not valid text, so it is not published.':
    'Der Name ist kein gültiger Text, daher ist es nicht veröffentlicht.',
  'This is a link or a device, and only real files are published.':
    'Das ist eine Verknüpfung oder ein Gerät, und nur echte Dateien werden veröffentlicht.',
  'Copy the file itself here.': 'Die Datei selbst hierher kopieren.',
  'This folder cannot be read ({reason}).': 'Dieser Ordner lässt sich nicht lesen ({reason}).',
  'The file cannot be checked ({reason}).': 'Die Datei ist nicht zugänglich ({reason}).',
  'The file cannot be read ({reason}).': 'Die Datei lässt sich nicht lesen ({reason}).',
  'It is not used as poster: {reason}': 'Das Bild dient nicht als Vorschaubild: {reason}',
  "It is not used as poster: It looks like one of the model's textures, not like a rendered picture.":
    'Das Bild dient nicht als Vorschaubild: Es sieht wie eine Textur des Modells aus, nicht wie ein gerendertes Bild.',
  "It is one of the model's textures, not a rendered picture.":
    'Es ist eine Textur des Modells, kein gerendertes Bild.',
  'Until then, the model is not published.': 'Bis dahin ist das Modell nicht veröffentlicht.',
  'Until then, the last valid values are kept.': 'Bis dahin bleiben die zuletzt lesbaren Werte.',
  'Until then, unreadable fields are left out.': 'Bis dahin bleibt weg, was sich nicht lesen lässt.',
  '{file} is a link or a folder.': '{file} ist eine Verknüpfung oder ein Ordner.',
  'Put a regular file here.': 'Die Datei selbst hierher schreiben.',
  'The file is larger than 1 MB.': 'Die Datei ist größer als 1 MB.',
  'The file cannot be used, because {reason}.': 'Die Datei lässt sich nicht verwenden: {reason}.',
  '{field} has {count} characters: write at most {most}.':
    '{field} hat {count} Zeichen; höchstens {most} sind möglich.',
  '{field} has {count} characters and was cut to {most}: shorten it.':
    '{field} hat {count} Zeichen und wurde auf {most} gekürzt; bitte kürzer fassen.',
  '{field} must be {expected}: {count} was left out.':
    '{field} muss {expected} sein: {count} wurde ausgelassen.',
  '{field} must be {expected}: {count} were left out.':
    '{field} muss {expected} sein: {count} wurden ausgelassen.',
  '{field} must be {expected}.': '{field} muss {expected} sein.',
  '{field} must be {expected}: write {value} without quotes.':
    '{field} muss {expected} sein: {value} ohne Anführungszeichen schreiben.',
  'guid must be a text.': 'guid muss ein Text sein.',
  'true or false': 'true oder false',
  'a text of at most {most} characters': 'ein Text von höchstens {most} Zeichen',
  'a list of at most {most} texts of at most {each} characters':
    'eine Liste von höchstens {most} Texten mit höchstens {each} Zeichen',
  'one of {values}': 'eines von {values}',
  'a number of US dollars: 0, or from 0.01 to {most}': 'ein Betrag in US-Dollar: 0, oder von 0.01 bis {most}',
  'a date such as 2026-05-01 or a time such as 2026-05-01T12:00:00Z':
    'ein Datum wie 2026-05-01 oder eine Zeit wie 2026-05-01T12:00:00Z',
  'No topology folder has a usable scene file, so the model is not published.':
    'Kein Topologie-Ordner hat eine brauchbare Szenendatei, daher ist das Modell nicht veröffentlicht.',
  'Its files are not in the data folder.': 'Die Dateien sind nicht im Datenordner.',
  'Put back its folder "published" from a backup.':
    'Seinen Ordner „published“ aus einer Sicherung zurücklegen.',
  'Nothing was removed.': 'Nichts wurde entfernt.',
  'Connect the share again, or delete the folder to remove its models.':
    'Die Freigabe wieder verbinden; sollen die Modelle weg, ihren Ordner löschen.',
  'Nothing was removed, and it is read again by itself.':
    'Nichts wurde entfernt, und es wird von selbst wieder gelesen.',
  'If this stays, check the disk or the share.':
    'Wenn das so bleibt, den Datenträger oder die Freigabe prüfen.',
  'It holds {file}, which lies beside it, so they are one model.':
    'Es enthält {file}, das daneben liegt, daher sind beide ein Modell.',
  'To publish both, rename it.': 'Um beide zu veröffentlichen, umbenennen.',
  'The library folder is not there.': 'Der Bibliotheksordner ist nicht da.',
  'This folder had models and is now empty.': 'In diesem Ordner waren Modelle, und jetzt ist er leer.',
  'It cannot be read ({reason}).': 'Er lässt sich nicht lesen ({reason}).',
  'The library folder no longer has any models.': 'Im Bibliotheksordner ist kein Modell mehr.',
  'The guid in product.json can only contain letters, digits, - and _.':
    'Die guid in product.json darf nur Buchstaben, Ziffern, - und _ enthalten.',
  'A different one is used.': 'Stattdessen wird eine andere verwendet.',
  'It has the same guid {guid} as {other}, so it is not published.':
    'Es hat dieselbe guid {guid} wie {other} und ist daher nicht veröffentlicht.',
  'It has the same files as {other}, so they are one model, published from there.':
    'Es hat dieselben Dateien wie {other}; beide sind daher ein Modell, das von dort veröffentlicht ist.',
  'It is more than {depth} folders deep, so nothing in it is published.':
    'Der Ordner liegt mehr als {depth} Ordner tief, daher ist nichts darin veröffentlicht.',
  'It is next to topology folders, and only files in those are published.':
    'Es liegt neben Topologie-Ordnern, und nur was in diesen liegt, wird veröffentlicht.',
  'Move it into 1k, 10k, 100k or source.': 'Nach 1k, 10k, 100k oder source verschieben.',
  'It has the same guid as a model of the file host {host}, so it is not published.':
    'Es hat dieselbe guid wie ein Modell des Dateiservers {host} und ist daher nicht veröffentlicht.',
  'The system watches {watched} of {total} folders of the library ({reason}).':
    'Das System verfolgt {watched} von {total} Ordnern der Bibliothek ({reason}).',
  'Changes in the others are found within a minute or two.':
    'Änderungen in den anderen werden innerhalb von ein bis zwei Minuten gefunden.',
  'Raise {setting} (sysctl); the number of folders tells how far.':
    '{setting} erhöhen (sysctl), und zwar auf mehr als die Zahl der Ordner.',
  'It has a folder without a name, from two slashes in a key; nothing in that folder is published.':
    'Es hat einen Ordner ohne Namen, weil in einem Schlüssel zwei Schrägstriche stehen; was darin ist, ist nicht veröffentlicht.',
  'Give it a name.': 'Ihm einen Namen geben.',
  'There is a folder of the same name, so it is not published.':
    'Es gibt einen Ordner gleichen Namens, daher ist es nicht veröffentlicht.',
  'Rename one of them.': 'Eines von beiden umbenennen.',
  '{url} cannot be listed ({reason}).': '{url} lässt sich nicht auflisten ({reason}).',

  'This library has no model {guid}.': 'Diese Bibliothek hat kein Modell {guid}.',
  'It may have changed; open the page again.': 'Es hat sich vielleicht geändert; die Seite neu öffnen.',
  'These models do not have the same shape.': 'Diese Modelle haben nicht die gleiche Form.',
  'They may have changed; open the page again.': 'Sie haben sich vielleicht geändert; die Seite neu öffnen.',
  'Their shapes are equal, apart from position, direction and unit.':
    'Ihre Formen sind gleich, abgesehen von Lage, Richtung und Maßeinheit.',
  'They have a topology in common.': 'Sie haben eine Topologie gemeinsam.',
  'One of them has finer ones as well.': 'Eines davon hat auch feinere.',
  'They have other textures.': 'Sie haben andere Texturen.',
  'The library has no {place}.': 'In der Bibliothek gibt es {place} nicht.',
  'It may have been moved; open the page again.': 'Es wurde vielleicht verschoben; die Seite neu öffnen.',
  'The library itself is neither one model nor ignored.':
    'Die Bibliothek selbst ist weder ein einziges Modell, noch lässt sie sich ignorieren.',
  'Choose a folder in it.': 'Einen Ordner darin wählen.',
  'These models lie in different folders ({one} and {other}).':
    'Diese Modelle liegen in verschiedenen Ordnern ({one} und {other}).',
  'Mark the folder that contains both as one model, or move the files together.':
    'Den gemeinsamen Ordner zu einem Modell erklären, oder die Dateien zusammenlegen.',
  '{folder} has topology folders, which decide what one model is.':
    '{folder} hat Topologie-Ordner, und diese legen fest, was ein Modell ist.',
  'Set either guids or matching, not both.':
    'Entweder die Modelle angeben (guids), oder welche zu finden sind (matching).',
  'Set either edit.tags or addTags and removeTags, not both.':
    'Entweder alle Tags angeben (edit.tags), oder welche kommen und gehen (addTags, removeTags).',
  '{title} would have {count} tags: a model has at most {most}.':
    '{title} hätte {count} Tags: Ein Modell hat höchstens {most}.',
  'Remove some first.': 'Zuerst einige entfernen.',
  'Choose at least two models to merge.': 'Mindestens zwei Modelle wählen, um eines daraus zu machen.',
  '{title} has only one scene file, so it cannot be split.':
    '{title} hat nur eine Szenendatei und lässt sich daher nicht aufteilen.',
  '{setting} decides this.': 'Das legt {setting} für diesen Server fest.',
  'Remove that setting and restart the server to choose it here.':
    'Um es hier zu wählen, diese Einstellung entfernen und den Server neu starten.',
  'Its folder has several models, and a product.json would turn them into one.':
    'Sein Ordner hat mehrere Modelle, und eine product.json würde eines daraus machen.',
  'Move it into a folder of its own.': 'In einen eigenen Ordner verschieben.',
  'The library is in a bucket, and this server never writes to buckets.':
    'Die Bibliothek liegt in einem Bucket, in den dieser Server nichts schreibt.',
  'Put a product.json there yourself.': 'Selbst eine product.json dorthin legen.',
  'It is in an archive.': 'Es liegt in einem Archiv.',
  'Unpack it into a folder first.': 'Zuerst in einen Ordner entpacken.',
  'It was published here with its own product.json.':
    'Es wurde hier veröffentlicht, mit einer eigenen product.json.',
  'Its folder has a product.json already.': 'Sein Ordner hat schon eine product.json.',
  'The file cannot be written ({reason}).': 'Die Datei lässt sich nicht schreiben ({reason}).',
  'Give the server write access there.': 'Dem Server dort das Schreiben erlauben.',
} as const;
