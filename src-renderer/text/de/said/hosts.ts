/** Faults of file hosts. */
export const hosts = {
  '{host} is not responding.': '{host} antwortet nicht.',
  '{host} did not finish an answer within {time} ms.': '{host} hat eine Antwort nicht in {time} ms beendet.',
  '{host} rejects the sync key.': '{host} lehnt den Sync-Schlüssel ab.',
  'Give site and host the same LODESTOCK_SYNC_KEY.':
    'Site und Dateiserver denselben LODESTOCK_SYNC_KEY geben.',
  '{host} sends elsewhere.': '{host} leitet woandershin weiter.',
  'Set LODESTOCK_HOSTS to the address it redirects to.':
    'In LODESTOCK_HOSTS die Adresse eintragen, unter der er selbst antwortet.',
  '{host} answered {status}.': '{host} antwortete mit {status}.',
  '{host} answered {status} to {path}.': '{host} antwortete auf {path} mit {status}.',
  '{host} answered more than {count} bytes.': '{host} antwortete mit mehr als {count} Bytes.',
  '{host} did not answer with JSON.': '{host} antwortete mit etwas, das kein JSON ist.',
  '{host} answered a wrong {what} ({where}: {reason}).':
    '{host} gab eine falsche Antwort ({what}, {where}: {reason}).',
  '{host} keeps starting over before it has been read completely.':
    '{host} beginnt immer wieder von vorn, bevor alles gelesen ist.',
  '{host} keeps adding changes, so it cannot be read completely.':
    '{host} meldet immer mehr Änderungen und kommt zu keinem Ende.',
  '{place} has the guid of a model of {host}, and other files.':
    '{place} hat die guid eines Modells von {host}, und andere Dateien.',
  "{place} has the guid of a model of this server's own library.":
    '{place} hat die guid eines Modells aus der eigenen Bibliothek dieses Servers.',
  'The product {guid} of the file host {host} {fault}.':
    'Das Produkt {guid} des Dateiservers {host} wurde nicht übernommen: {fault}.',
  'Give it the same files, or another guid.': 'Ihm dieselben Dateien oder eine andere guid geben.',
  'The product {guid} of the file host {host}': 'Das Produkt {guid} des Dateiservers {host}',
  'The previous data is kept.': 'Was davon bekannt war, bleibt.',
  'The product {guid} of the file host {host} is in version {version} since the host began a new history; it was in version {before} before.':
    'Das Produkt {guid} des Dateiservers {host} hat Version {version}, seit dieser neu begonnen hat; davor hatte es Version {before}.',
  'The model {guid} is on another file host.': 'Das Modell {guid} liegt auf einem anderen Dateiserver.',
  '{host} cannot be followed because of an error on this server; see its log.':
    '{host} kann wegen eines Fehlers dieses Servers nicht gelesen werden; mehr steht im Protokoll.',
  '{host} is the same file host as {other}.': '{host} ist derselbe Dateiserver wie {other}.',
  'Remove one from LODESTOCK_HOSTS.': 'Einen davon aus LODESTOCK_HOSTS entfernen.',
  'The file host {host} went back from change {from} to {to} without a new epoch, as if an old copy of its data were restored.':
    'Der Dateiserver {host} ging ohne neue Epoche von Änderung {from} auf {to} zurück, wie es eine alte Kopie seiner Daten tut.',
  'Everything is read again.': 'Alles wird neu gelesen.',
  'Restore hosts with the restore command, which starts a new epoch.':
    'Einen Dateiserver mit dem Befehl restore wiederherstellen, der eine neue Epoche beginnt.',
  '{host} leads to {address}, outside your own networks, where others could read the sync key.':
    '{host} führt zu {address} außerhalb der eigenen Netzwerke, wo andere den Sync-Schlüssel mitlesen könnten.',
  'Use https.': 'https verwenden.',
  '{host} changed its epoch between two answers.':
    '{host} hat zwischen zwei Antworten die Epoche gewechselt.',
  '{host} is being read for the first time.': '{host} wird zum ersten Mal gelesen.',
  '{host} and {count} more file hosts are being read for the first time.':
    '{host} und {count} weitere Dateiserver werden zum ersten Mal gelesen.',
} as const;
