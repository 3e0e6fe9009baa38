/** Errors that any request to a server can get. */
export const server = {
  'Try again.': 'Erneut versuchen.',
  'Try again soon.': 'Bald erneut versuchen.',
  'Try again in a moment.': 'Gleich erneut versuchen.',
  'Try again in a minute.': 'In einer Minute erneut versuchen.',
  'Try again in {seconds} seconds.': 'In {seconds} Sekunden erneut versuchen.',
  'Correct it and try again.': 'Berichtigen und erneut versuchen.',
  'Nothing was charged.': 'Es wurde nichts abgebucht.',
  'Unexpected error.': 'Unerwarteter Fehler.',
  'Try again; if it keeps happening, report the request ID to the admin of this server.':
    'Erneut versuchen; geschieht es wieder, dem Admin dieses Servers die Anfrage-ID nennen.',
  'The search index is being built: {percent}% done.': 'Der Suchindex wird aufgebaut: {percent} % fertig.',
  'Search is down: its index could not be built.': 'Die Suche fällt aus: Ihr Index ließ sich nicht aufbauen.',
  'The server tries again in {seconds} s; its log has the reason.':
    'Der Server versucht es in {seconds} s erneut; sein Protokoll nennt den Grund.',
  'The search index is being built.': 'Der Suchindex wird aufgebaut.',
  'The search index is being updated.': 'Der Suchindex wird auf den neuesten Stand gebracht.',
  'The library is being read: {done} of {total} models.':
    'Die Bibliothek wird eingelesen: {done} von {total} Modellen.',
  'The library is being read.': 'Die Bibliothek wird eingelesen.',
  'The server is busy.': 'Der Server ist ausgelastet.',
  'The server is shutting down.': 'Der Server wird gerade beendet.',
  'Try another server, or wait.': 'Einen anderen verwenden, oder warten.',
  'The server cannot save changes at the moment.': 'Der Server kann gerade keine Änderungen speichern.',
  '{why}, so nothing can be saved.': '{why}, daher lässt sich nichts speichern.',
  "This server's disk is full": 'Die Festplatte dieses Servers ist voll',
  "This server's data folder is read-only": 'Der Datenordner dieses Servers ist schreibgeschützt',
  "Another program has locked this server's database":
    'Ein anderes Programm hat die Datenbank dieses Servers gesperrt',
  "This server's data folder was moved, deleted or replaced while the server ran":
    'Der Datenordner dieses Servers wurde verschoben, gelöscht oder ersetzt, während der Server lief',
  'This server has as many files open as its system allows':
    'Dieser Server hat so viele Dateien offen, wie sein System erlaubt',
  "This server's disk reports errors": 'Die Festplatte dieses Servers meldet Fehler',
  'Nothing was changed or charged.': 'Nichts wurde geändert oder abgebucht.',
  'Try again later, or tell this server’s admin.':
    'Später erneut versuchen, oder dem Betreiber dieses Servers Bescheid geben.',
  'This server’s accounts cannot be reached right now.':
    'Die Konten dieses Servers sind gerade nicht erreichbar.',
  'Nothing is charged twice; try again in a moment.':
    'Nichts wird doppelt abgebucht; gleich erneut versuchen.',
  'Sign in first: send a valid token as "Authorization: Bearer …".': 'Zuerst anmelden.',
  'This address does not accept {kind}.': 'Diese Adresse nimmt das nicht an ({kind}).',
  'Use another sign-in.': 'Eine andere Anmeldung verwenden.',
  'Only admins of this server may do this.': 'Das dürfen nur Admins dieses Servers.',
  'Ask one of them.': 'Einen davon fragen.',
  'Only publishers of this server may publish models.':
    'Modelle veröffentlichen dürfen nur Publisher dieses Servers.',
  'Ask an admin to make you one.': 'Einen Admin um diese Rolle bitten.',
  'The sign-in does not include {scopes}.': 'Diese Anmeldung umfasst {scopes} nicht.',
  'Sign in again and leave that permission ticked.': 'Neu anmelden und es angekreuzt lassen.',
  'The body is larger than {count} bytes.': 'Die Anfrage ist größer als {count} Bytes.',
  'Send less.': 'Weniger senden.',
  'Send the body as application/json.': 'Den Inhalt als application/json senden.',
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'The body is shorter or longer than its Content-Length.':
    'Der Inhalt ist nicht so lang, wie Content-Length sagt.',
  'Send it again.': 'Erneut senden.',
  'The address has a malformed percent-encoding.': 'Die Prozentkodierung der Adresse ist fehlerhaft.',
  'The address is too long.': 'Die Adresse ist zu lang, um eine dieses Servers zu sein.',
  'Check it, or start at /.': 'Sie prüfen, oder bei / beginnen.',
  'The request cannot be read ({reason}).': 'Die Anfrage lässt sich nicht lesen ({reason}).',
  'There is nothing at this address.': 'Unter dieser Adresse ist nichts.',
  'This server is not known as "{name}".': 'Dieser Server ist nicht als „{name}“ bekannt.',
  'Open it at {url}, or ask its admin to add the name to LODESTOCK_HOST_NAMES.':
    'Ihn unter {url} öffnen, oder seinen Admin bitten, den Namen in LODESTOCK_HOST_NAMES aufzunehmen.',
  'This server shows its models only to people who are signed in.':
    'Dieser Server zeigt seine Modelle nur, wer angemeldet ist.',
  'Sign in, or send a valid token as "Authorization: Bearer …".': 'Bitte anmelden.',
  'Too many {what}.': 'Zu viel auf einmal: {what}.',
  'Wait {count} {unit} and try again.': '{count} {unit} warten und erneut versuchen.',
  second: 'Sekunde',
  seconds: 'Sekunden',
  'new accounts from your address': 'neue Konten von dieser Adresse',
  'sign-ins from your address': 'Anmeldungen von dieser Adresse',
  'wrong links from your address': 'falsche Links von dieser Adresse',
  'sign-ins of apps from your address': 'Anmeldungen von Apps von dieser Adresse',
  approvals: 'Genehmigungen',
  'changes of your account': 'Änderungen des Kontos',
  'changes of favourites, collections, projects, saved searches, tags and notes':
    'Änderungen von Favoriten, Sammlungen, Projekten, gespeicherten Suchen, Tags und Notizen',
  'downloads with this token': 'Downloads mit diesem Token',
  'checks of projects': 'Prüfungen von Projekten',
  'requests to publish': 'Anfragen zum Veröffentlichen',
  'admin requests': 'Anfragen eines Admins',
  'wrong codes': 'falsche Codes',
  'There is no model {guid}.': 'Ein Modell {guid} gibt es nicht.',
  'It may have been removed; search for it again.': 'Es wurde vielleicht entfernt; erneut danach suchen.',
  'This file needs an API key.': 'Diese Datei braucht einen API-Schlüssel.',
  'Send one, or take a 1k file, which is free.':
    'Einen mitsenden, oder eine 1k-Datei nehmen, die kostenlos ist.',
  '"{title}" now costs {price}, more than you agreed to pay.':
    '„{title}“ kostet jetzt {price}, mehr als vereinbart.',
  'The file host of "{title}" is not responding.': 'Der Dateiserver von „{title}“ antwortet gerade nicht.',
  'The file host of "{title}" does not serve {file} now.':
    'Der Dateiserver von „{title}“ liefert {file} gerade nicht.',
  'Nothing was charged; try again in a minute.':
    'Es wurde nichts abgebucht; in einer Minute erneut versuchen.',
  'Nothing was charged; download the file itself.':
    'Es wurde nichts abgebucht; die Datei selbst herunterladen.',
  '{file} has no textures beside it.': 'Neben {file} liegen keine Texturen.',
  'This model has no file for {asked}.': 'Dieses Modell hat keine Datei für {asked}.',
  'your request': 'diese Anfrage',
  'Choose one of its files exactly.': 'Genau eine seiner Dateien wählen.',
  '{count} files match {asked}.': '{count} Dateien passen zu {asked}.',
  'Name format, lod and relativePath.': 'format, lod und relativePath angeben.',
  'Ask for the download again.': 'Den Download erneut anfordern.',
  'The topology folder {folder} has no textures.': 'Der Topologie-Ordner {folder} hat keine Texturen.',
  'Download its files one by one, or all of them.': 'Seine Dateien einzeln herunterladen, oder alle.',
  'There is no topology folder {folder} here.': 'Einen Topologie-Ordner {folder} gibt es hier nicht.',
  'Open the model again and choose one.': 'Das Modell neu öffnen und einen wählen.',
  'A folder of this model is a link, and links are not followed.':
    'Ein Ordner dieses Modells ist eine Verknüpfung, und solchen wird nicht gefolgt.',
  'Replace it with real files.': 'Echte Dateien dorthin legen.',
  'This model is being re-indexed.': 'Dieses Modell wird gerade neu eingelesen.',
  'There is no archive at this address, or it has expired.':
    'Unter dieser Adresse ist kein Archiv, oder ihre Zeit ist abgelaufen.',
  'There is no file at this address, or it has expired.':
    'Unter dieser Adresse ist keine Datei, oder ihre Zeit ist abgelaufen.',
  'This model has no GLB in its 1k topology.': 'Dieses Modell hat in der 1k-Topologie keine GLB-Datei.',
  'The parts of {file} are being hashed for the first time.':
    'Die Prüfsummen von {file} werden zum ersten Mal berechnet.',
  'Ask again in a few seconds.': 'In einigen Sekunden erneut anfragen.',
  '{file} has changed and is being re-indexed.': '{file} hat sich geändert und wird neu eingelesen.',
  '{file} has changed, and is compared with the catalogue.':
    '{file} hat sich geändert und wird mit dem Katalog verglichen.',
  'It has other bytes than the catalogue says, so it is not delivered.':
    'Die Datei hat einen anderen Inhalt, als im Katalog steht, und wird deshalb nicht herausgegeben.',
  'It is being read again.': 'Sie wird neu eingelesen.',
  'Put the right file back.': 'Die richtige Datei zurücklegen.',
  'The file host cannot serve {file} as the catalogue describes it: it is not readable, or has changed and is being re-indexed.':
    'Der Dateiserver kann {file} nicht so herausgeben, wie der Katalog es beschreibt: Die Datei ist nicht lesbar, oder sie hat sich geändert und wird neu eingelesen.',
  'This server keeps no version {version} of the {name} plugin.':
    'Dieser Server hat keine Version {version} des Plugins für {name}.',
  'Choose one of: {versions}.': 'Eine davon wählen: {versions}.',
  'The web pages are not built.': 'Die Webseiten sind nicht gebaut.',
  'Run "npm run serve", which builds them.': '„npm run serve“ ausführen, das sie baut.',

  'Ledger row {id} of account {account_id} says a balance of {balance_cents} cents; the rows up to it sum to {total}.':
    'Zeile {id} im Kontobuch von Konto {account_id} nennt ein Guthaben von {balance_cents} Cent; die Zeilen bis dahin ergeben {total}.',
  'The ledger has written {seq} rows and holds {rows}: rows are missing.':
    'Im Kontobuch wurden {seq} Zeilen geschrieben, und {rows} sind da: Zeilen fehlen.',
  'The ledger has written {seq} rows of account {id} and holds {rows}: rows are missing.':
    'Im Kontobuch wurden {seq} Zeilen von Konto {id} geschrieben, und {rows} sind da: Zeilen fehlen.',
  'Account {id} is kept with {kept} cents, and its last ledger row says {balance}.':
    'Konto {id} steht bei {kept} Cent, und seine letzte Zeile im Kontobuch nennt {balance}.',
  'Ledger row {id} is a {kind} of {amount_cents} cents, which has the wrong sign.':
    'Zeile {id} im Kontobuch ({kind}, {amount_cents} Cent) hat das falsche Vorzeichen.',
  'Ledger row {id} unlocked a model that account {account_id} could not pay: {balance_cents} cents were left.':
    'Mit Zeile {id} im Kontobuch wurde ein Modell freigeschaltet, das Konto {account_id} nicht bezahlen konnte: {balance_cents} Cent blieben.',
  'Account {account_id} has {balance_cents} cents, and no admin debited it.':
    'Konto {account_id} steht bei {balance_cents} Cent, und kein Admin hat ihm Guthaben genommen.',
  'Ledger row {id} took the price of {guid} from account {account_id}, which does not have it.':
    'Mit Zeile {id} im Kontobuch hat Konto {account_id} für {guid} bezahlt, hat das Modell aber nicht.',
  'Account {account_id} has {guid}, and ledger row {ledger_id} is not its payment.':
    'Konto {account_id} hat {guid}, und Zeile {ledger_id} im Kontobuch ist nicht die Zahlung dafür.',
  'Account {account_id} paid {times} times for {guid}.':
    'Konto {account_id} hat {times}-mal für {guid} bezahlt.',
  'The API key "{name}" ({id}) may spend {cap} cents and has spent {spent}.':
    'Der API-Schlüssel „{name}“ ({id}) darf {cap} Cent ausgeben und hat {spent} ausgegeben.',
  'Revoke the key and tell its owner.': 'Den Schlüssel widerrufen und dem Inhaber Bescheid geben.',
  'Make a copy of the data folder, then restore the last backup that passes the check, and add the missing credit.':
    'Den Datenordner kopieren, dann die letzte fehlerfreie Sicherung wiederherstellen und fehlendes Guthaben vergeben.',
  'Restart the server to create a new one.': 'Den Server neu starten; er macht sie neu.',
  '{path} is not there.': '{path} ist nicht da.',
  '{path} has {size} bytes, not {wanted}.': '{path} hat {size} Bytes statt {wanted}.',
  '{path} cannot be read ({reason}).': '{path} lässt sich nicht lesen ({reason}).',
  '{path} does not have the SHA-256 of the inventory ({sha256}).':
    '{path} hat nicht die SHA-256 des Inventars ({sha256}).',
  '{path} was not in the bucket when it was last listed.':
    '{path} war nicht im Bucket, als dieser zuletzt aufgelistet wurde.',
  'The accounts of this site are in PostgreSQL: back that up with pg_dump.':
    'Die Konten dieser Site liegen in PostgreSQL: mit pg_dump sichern.',
  'The {name} is damaged: {line}.': 'Die Datenbank ({name}) ist beschädigt: {line}.',
  'Row {row} of {table} refers to a row of {parent} that is not there.':
    'Zeile {row} von {table} verweist auf eine Zeile von {parent}, die es nicht gibt.',
} as const;
