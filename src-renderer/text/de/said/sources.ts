/** Faults of other catalogues. */
export const sources = {
  'The source asked for a pause.': 'Die Quelle hat um eine Pause gebeten.',
  'The source may be asked {count} times a minute.':
    'Die Quelle darf {count} Mal in der Minute gefragt werden.',
  'The source names an address that is none.': 'Die Quelle nennt eine Adresse, die keine ist.',
  'The source names {protocol}//{host}, which is no safe address.':
    'Die Quelle nennt {protocol}//{host}; diese Adresse ist nicht sicher.',
  'The source leads to {host} in a private network.': 'Die Quelle führt zu {host} in einem privaten Netz.',
  'The source leads to {host}, which is not in its settings.':
    'Die Quelle führt zu {host}; dieser Host steht nicht in ihren Einstellungen.',
  'The source did not answer in time.': 'Die Quelle hat nicht rechtzeitig geantwortet.',
  'The source did not answer with JSON.': 'Die Quelle antwortete mit etwas, das kein JSON ist.',
  'The source answered {status}.': 'Die Quelle antwortete mit {status}.',
  'The source answered more than {count} bytes.': 'Die Quelle antwortete mit mehr als {count} Bytes.',
  'The source answered in another form ({where}).': 'Die Quelle antwortete in einer anderen Form ({where}).',
  'The source cannot be reached.': 'Die Quelle ist nicht zu erreichen.',
  'The source asks for a key.': 'Die Quelle verlangt einen Schlüssel.',
  'The source refuses its key.': 'Die Quelle lehnt ihren Schlüssel ab.',
  'The source has no such model or file.': 'Die Quelle hat dieses Modell oder diese Datei nicht.',
  'The source sends its questions to another address.':
    'Die Quelle leitet Fragen an eine andere Adresse weiter.',
  'The source gives no address for this file.': 'Die Quelle gibt für diese Datei keine Adresse.',
  'The source asks for more than one key, which its settings cannot hold.':
    'Die Quelle verlangt mehr als einen Schlüssel; ihre Einstellungen haben nur einen.',
  'The source cannot search by words.': 'Die Quelle kann nicht nach Wörtern suchen.',
  'The source has to be searched again for this model.':
    'Dieses Modell muss in der Quelle noch einmal gesucht werden.',
  'The source gives this file only to people with an account there.':
    'Die Quelle gibt diese Datei nur Leuten, die dort ein Konto haben.',
  'The source names another file than before.': 'Die Quelle nennt eine andere Datei als zuvor.',
  'The source answers for another model.': 'Die Quelle antwortet für ein anderes Modell.',
  'The source gives an address that is none of this file.':
    'Die Quelle gibt eine Adresse, die nicht die dieser Datei ist.',
  'The source names a file “{path}”, {fault}.': 'Die Quelle nennt eine Datei „{path}“, {fault}.',
  'The source names two files “{path}”.': 'Die Quelle nennt zwei Dateien „{path}“.',
  'The source cannot filter by what you chose.': 'Die Quelle kann nicht nach dem filtern, was gewählt ist.',
  'Remove filters to ask it.': 'Filter entfernen, um sie zu fragen.',
  'The source has not answered yet.': 'Die Quelle hat noch nicht geantwortet.',
  'Search again in a moment.': 'Gleich noch einmal suchen.',
  'This server does not ask this catalogue now.': 'Dieser Server fragt diesen Katalog zurzeit nicht.',
  'Search again.': 'Noch einmal suchen.',
  'The licence or terms of “{title}” have changed since you saw them: now {license}.':
    'Die Lizenz oder die Bedingungen von „{title}“ haben sich geändert, seit sie gezeigt wurden: jetzt {license}.',
  'Open it again before you download it.': 'Vor dem Herunterladen noch einmal öffnen.',
  '{source} has no {path} of “{title}” now.': '{source} hat jetzt kein {path} von „{title}“.',
  'The settings have no such source.': 'In den Einstellungen steht keine solche Quelle.',
  'Open it again.': 'Noch einmal öffnen.',
  'This download names no licence.': 'Dieser Download nennt keine Lizenz.',
  'Open the model and choose a file again.': 'Das Modell öffnen und noch einmal eine Datei wählen.',
};
