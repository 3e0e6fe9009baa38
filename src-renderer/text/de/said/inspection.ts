/** Faults in the content of files. */
export const inspection = {
  '{file} is empty.': '{file} ist leer.',
  '{file} cannot be read ({reason}).': '{file} lässt sich nicht lesen ({reason}).',
  '{file} does not begin as {type} files do.': '{file} beginnt nicht wie eine {type}-Datei.',
  'Export it again, or rename it.': 'Erneut exportieren oder umbenennen.',
  '{file} could not be checked: {reason}.': '{file} konnte nicht geprüft werden: {reason}.',
  'it needs more memory than one file may use':
    'Sie braucht mehr Arbeitsspeicher, als es für eine Datei gibt',
  'its reader made no progress for {seconds} s': 'Das Lesen kam {seconds} s lang nicht voran',
  'its reader crashed': 'Das Lesen brach unerwartet ab',
  '{file} ended the server twice while it was being read.':
    '{file} hat den Server zweimal beim Lesen beendet.',
  '{file} describes too many objects to be read.':
    '{file} beschreibt zu viele Objekte, um gelesen zu werden.',
  '{file} has a scene in which an object contains itself.':
    '{file} hat eine Szene, in der ein Objekt sich selbst enthält.',
  '{file} has more triangles than can be counted.': '{file} zeigt mehr Dreiecke, als sich zählen lassen.',

  'Export it again.': 'Erneut exportieren.',
  'Export it again with less detail.': 'Mit weniger Details erneut exportieren.',
  'Export it with less detail.': 'Mit weniger Details exportieren.',
  'Replace the file, or export it with less detail.':
    'Die Datei ersetzen, oder mit weniger Details exportieren.',
  'Export it without a password.': 'Ohne Passwort exportieren.',
  'Export it again as glTF 2.0.': 'Erneut als glTF 2.0 exportieren.',
  'Export it as GLB.': 'Als GLB exportieren.',
  'Export it with its data.': 'Mit ihren Daten exportieren.',
  'Export it again as ASCII or as GLB.': 'Erneut als ASCII oder als GLB exportieren.',
  'Put it next to the file or export it again.': 'Sie neben die Datei legen, oder erneut exportieren.',
  'Rename it or export it again.': 'Umbenennen, oder erneut exportieren.',
  'Remove the empty solid or export it again.': 'Den leeren Körper entfernen, oder erneut exportieren.',

  '{file} is truncated: {how}.': '{file} ist abgeschnitten: {how}.',
  '{file} has extra bytes at its end: {how}.': '{file} hat überzählige Bytes am Ende: {how}.',
  '{file} contradicts itself: {how}.': '{file} widerspricht sich selbst: {how}.',
  'its header promises {promised} bytes and the file has {actual}':
    'Ihr Kopf nennt {promised} Bytes, und die Datei hat {actual}',
  'its header promises at least {promised} bytes and the file has {actual}':
    'Ihr Kopf nennt mindestens {promised} Bytes, und die Datei hat {actual}',
  'its header promises {triangles} triangles ({promised} bytes) and the file has {actual} bytes':
    'Ihr Kopf nennt {triangles} Dreiecke ({promised} Bytes), und die Datei hat {actual} Bytes',
  '{file} is truncated: {promise} and it has {lines}.':
    '{file} ist abgeschnitten: {promise}, und es sind {lines}.',
  'its header promises {promised} of "{name}"': 'Ihr Kopf nennt {promised} von „{name}“',
  'its node "{name}" ends at byte {end} and the file has {actual}':
    'Ihr Knoten „{name}“ endet bei Byte {end}, und die Datei hat {actual}',
  '{file} contains no cubes that can be read.': '{file} enthält keine lesbaren Würfel.',
  '{file} is truncated inside its header.': '{file} ist im Kopf abgeschnitten.',
  '{file} is truncated inside its scene.': '{file} ist in der Szene abgeschnitten.',
  '{file} is truncated inside its entry "{entry}".': '{file} ist im Eintrag „{entry}“ abgeschnitten.',
  '{file} is truncated: the directory at its end is missing.':
    '{file} ist abgeschnitten: Das Verzeichnis am Ende fehlt.',
  '{file} is truncated: it ends inside a node.': '{file} ist abgeschnitten: Sie endet in einem Knoten.',
  '{file} is truncated: it ends inside a text.': '{file} ist abgeschnitten: Sie endet in einem Text.',
  '{file} is truncated: it ends inside a tag.': '{file} ist abgeschnitten: Sie endet in einem Tag.',
  '{file} is truncated: it ends inside a property.':
    '{file} ist abgeschnitten: Sie endet in einer Eigenschaft.',
  '{file} is truncated: it ends inside its list of nodes.':
    '{file} ist abgeschnitten: Sie endet in der Liste der Knoten.',
  '{file} is truncated: it ends before the image does.':
    '{file} ist abgeschnitten: Sie endet, bevor das Bild zu Ende ist.',
  '{file} is truncated: it ends before its "endsolid".':
    '{file} ist abgeschnitten: Sie endet vor ihrem „endsolid“.',
  '{file} is truncated: it ends before its last face.':
    '{file} ist abgeschnitten: Sie endet vor der letzten Fläche.',
  '{file} is truncated: it ends before </{tag}>.': '{file} ist abgeschnitten: Sie endet vor </{tag}>.',
  '{file} is truncated: its header never ends.': '{file} ist abgeschnitten: Ihr Kopf hört nicht auf.',
  '{file} is truncated: an STL header has {wanted} bytes, the file {actual}.':
    '{file} ist abgeschnitten: Ein STL-Kopf hat {wanted} Bytes, die Datei {actual}.',

  '{file} contains damaged compressed data.': '{file} enthält beschädigte komprimierte Daten.',
  '{file} has no entry "{entry}" where its directory says.':
    '{file} hat den Eintrag „{entry}“ nicht dort, wo ihr Verzeichnis ihn nennt.',
  '{file} has an encrypted entry "{entry}".': '{file} hat einen verschlüsselten Eintrag „{entry}“.',
  '{file} packs "{entry}" in a way that 3D apps cannot open.':
    '{file} packt „{entry}“ so, dass 3D-Programme es nicht öffnen können.',
  '{file} is damaged inside its entry "{entry}".': '{file} ist im Eintrag „{entry}“ beschädigt.',
  '{file} has a damaged directory.': '{file} hat ein beschädigtes Verzeichnis.',
  '{file} is not a ZIP archive.': '{file} ist kein ZIP-Archiv.',
  '{file} is one part of a split archive.': '{file} ist einer von mehreren Teilen eines Archivs.',
  'Unpack all of them together into a folder here.': 'Alle zusammen in einen Ordner hier entpacken.',
  'It is one part of a split archive, and those are not unpacked.':
    'Es ist ein Teil eines mehrteiligen Archivs, und solche werden nicht entpackt.',
  '{file} is only a Git LFS pointer.': '{file} ist nur ein Verweis von Git LFS.',
  'Run "git lfs pull" in its folder.': 'In ihrem Ordner „git lfs pull“ ausführen.',
  '{file} is a web page that was saved under this name.':
    '{file} ist eine Webseite, die unter diesem Namen gespeichert wurde.',
  'Download the file again.': 'Die Datei erneut herunterladen.',
  '{file} starts with nothing but zeros; it was probably not copied or downloaded completely.':
    '{file} beginnt mit lauter Nullen: Die Datei wurde nicht vollständig kopiert oder heruntergeladen.',
  'Copy it here again.': 'Sie erneut hierher kopieren.',
  'Let it download the file to this disk.': 'Die Datei von iCloud auf diese Festplatte laden lassen.',
  '{file} has a directory that extends beyond the end of the file.':
    '{file} hat ein Verzeichnis, das über die Datei hinausreicht.',
  '{file} promises {size} for "{entry}", which extend beyond the end of the file.':
    '{file} nennt {size} für „{entry}“, die über die Datei hinausreichen.',
  '{count} bytes': '{count} Bytes',
  '{file} names {vertex} in triangle {index} and holds {count} vertices.':
    '{file} nennt in Dreieck {index} {vertex} und enthält {count} Punkte.',
  'no vertex': 'keinen Punkt',
  'vertex {index}': 'Punkt {index}',
  '{file} names property {property} in triangle {index} of a group with {count} properties.':
    '{file} nennt in Dreieck {index} Eigenschaft {property} einer Gruppe mit {count} Eigenschaften.',
  '{file} contains no 3D model in "{part}".': '{file} enthält in „{part}“ kein 3D-Modell.',
  '{file} was not opened, as its {packed} bytes unpack to {unpacked}.':
    '{file} wurde nicht geöffnet, weil aus {packed} Bytes beim Entpacken {unpacked} würden.',
  '{file} contains no 3D model.': '{file} enthält kein 3D-Modell.',
  '{file} shows object "{id}", which it does not contain.':
    '{file} zeigt das Objekt „{id}“, das darin fehlt.',
  '{file} contains a scene that is not a USD file.': '{file} enthält eine Szene, die keine USD-Datei ist.',
  '{file} does not start with a USD scene.': '{file} beginnt nicht mit einer USD-Szene.',
  '{file} compresses its entry "{entry}", which USDZ forbids.':
    '{file} komprimiert den Eintrag „{entry}“, was USDZ nicht erlaubt.',
  '{file} has entries that overlap.': '{file} hat Einträge, die übereinanderliegen.',

  '{file} has an image address that never ends.': '{file} hat eine Bildadresse, die nicht aufhört.',
  '{file} is not a COLLADA file.': '{file} ist keine COLLADA-Datei.',
  '{file} has no number where <{tag}> needs one.': '{file} hat keine Zahl, wo <{tag}> eine braucht.',
  '{file} has a <{tag}> with {sizes}.': '{file} hat ein <{tag}> mit {sizes}.',
  '{count} numbers where {wanted} are promised': '{count} Zahlen statt der genannten {wanted}',

  '{file} nests its nodes too deeply.': '{file} verschachtelt ihre Knoten zu tief.',
  '{file} closes a node that is not open.': '{file} schließt einen Knoten, der nicht offen ist.',
  '{file} has a word that never ends.': '{file} hat ein Wort, das nicht aufhört.',
  '{file} contains bytes that are not text.': '{file} enthält Bytes, die kein Text sind.',
  '{file} has a damaged node "{name}".': '{file} hat einen beschädigten Knoten „{name}“.',
  '{file} has a damaged list of properties.': '{file} hat eine beschädigte Liste von Eigenschaften.',
  '{file} is not an FBX file.': '{file} ist keine FBX-Datei.',
  '{file} names vertex {index} in a mesh of {count} vertices.':
    '{file} nennt Punkt {index} in einem Netz mit {count} Punkten.',

  '{file} names {kind} {index} in {place} and holds {count} of them.':
    '{file} nennt {kind} {index} in {place} und hat davon {count}.',
  '{file} has node {node} under both node {one} and node {other}.':
    '{file} hat Knoten {node} unter Knoten {one} und unter Knoten {other}.',
  '{file} has a scene in which node {node} contains itself.':
    '{file} hat eine Szene, in der Knoten {node} sich selbst enthält.',
  '{file} names vertex {index} in mesh {mesh}, which has {count} vertices.':
    '{file} nennt Punkt {index} in Netz {mesh}, das {count} Punkte hat.',
  '{file} has a vertex at infinity.': '{file} hat einen Punkt im Unendlichen.',
  '{file} has a vertex at infinity in mesh {mesh}.': '{file} hat in Netz {mesh} einen Punkt im Unendlichen.',
  '{file} has lists of different length in mesh {mesh}.':
    '{file} hat in Netz {mesh} Listen verschiedener Länge.',
  '{file} has vertex numbers of a wrong type in mesh {mesh}.':
    '{file} hat in Netz {mesh} Punktnummern eines falschen Typs.',
  '{file} describes its scene with {counts}, too many to be read.':
    '{file} beschreibt ihre Szene mit {counts}; das sind zu viele, um gelesen zu werden.',
  '{lists} lists and objects with {values} values': '{lists} Listen und Objekten mit {values} Werten',
  "{file} names node {node}, which is another node's child, as a root of scene {scene}.":
    '{file} nennt Knoten {node}, der unter einem anderen Knoten hängt, als Wurzel von Szene {scene}.',
  'It is published, but strict programs may refuse it.':
    'Sie ist veröffentlicht, doch strenge Programme könnten sie ablehnen.',
  '{file} is not a GLB file: it does not start with "glTF".':
    '{file} ist keine GLB-Datei: Sie beginnt nicht mit „glTF“.',
  '{file} is GLB {version}, and only GLB 2 can be opened.':
    '{file} ist GLB {version}, und nur GLB 2 lässt sich öffnen.',
  '{file} has a part that extends beyond the end of the file.':
    '{file} hat einen Teil, der über die Datei hinausreicht.',
  '{file} does not start with its JSON.': '{file} beginnt nicht mit ihrem JSON.',
  '{file} has {count} bytes of JSON, too many to be read.':
    '{file} hat {count} Bytes JSON; das sind zu viele, um gelesen zu werden.',
  '{file} uses {sizes} in {place}.': '{file} verwendet {sizes} in {place}.',
  '{used} of the {actual} bytes of buffer {buffer}': '{used} von den {actual} Bytes des Puffers {buffer}',
  '{used} of the {actual} bytes of buffer view {view}':
    '{used} von den {actual} Bytes der Pufferansicht {view}',
  'accessor {number}': 'Accessor {number}',
  '{file} has accessor {number} at an offset that is not a multiple of {bytes} bytes.':
    '{file} hat Accessor {number} an einer Stelle, die kein Vielfaches von {bytes} Bytes ist.',
  '{file} has {count} limits for accessor {number} of type {type}.':
    '{file} hat {count} Grenzwerte für Accessor {number} vom Typ {type}.',
  '{file} replaces more values than it has in {place}.': '{file} ersetzt mehr Werte, als sie in {place} hat.',
  '{file} promises {bytes} bytes in {name}, which has {actual}.':
    '{file} nennt {bytes} Bytes in {name}, das {actual} hat.',
  'its binary part': 'ihrem binären Stück',
  '{file} stores its geometry at a network address.':
    '{file} hält ihre Geometrie unter einer Netzwerkadresse bereit.',
  '{file} needs "{other}", which is missing.': '{file} braucht „{other}“, und diese Datei fehlt.',
  'One file is missing: {names}.': 'Eine Datei fehlt: {names}.',
  '{count} files are missing: {names}.': '{count} Dateien fehlen: {names}.',
  'The model is published all the same.': 'Das Modell wird trotzdem veröffentlicht.',
  'Put it next to the scene, or export it again.':
    'Sie neben die Szene legen, oder diese erneut exportieren.',
  'Put them next to the scene, or export it again.':
    'Sie neben die Szene legen, oder diese erneut exportieren.',
  '{file} has no content for buffer {number}.': '{file} hat keinen Inhalt für Puffer {number}.',
  '{file} has {count} bytes of text, too many to be read.':
    '{file} hat {count} Bytes Text; das sind zu viele, um gelesen zu werden.',
  '{file} names a file with {count} characters.': '{file} nennt eine Datei mit {count} Zeichen.',
  '{file} has no content for image {number}.': '{file} hat keinen Inhalt für Bild {number}.',
  '{file} does not contain valid JSON ({reason}).': '{file} enthält kein gültiges JSON ({reason}).',
  '{file} is glTF {version}, and only glTF 2.0 can be opened.':
    '{file} ist glTF {version}, und nur glTF 2.0 lässt sich öffnen.',
  '{file} is not valid glTF: {place} must be {expected}.':
    '{file} ist kein gültiges glTF: {place} muss {expected} sein.',

  '{file} contains damaged image data.': '{file} enthält beschädigte Bilddaten.',
  '{file} has no image header.': '{file} hat keinen Bildkopf.',
  '{file} is no {kind} image.': '{file} ist kein {kind}-Bild.',
  '{file} is a {actual} image under a {kind} name.':
    '{file} ist ein {actual}-Bild mit einem Namen für {kind}.',

  '{file} has too few numbers in a line of "{element}".':
    '{file} hat zu wenige Zahlen in einer Zeile von „{element}“.',
  '{file} has a line of "{element}" without numbers.': '{file} hat eine Zeile von „{element}“ ohne Zahlen.',
  '{file} has more lines than its header promises.': '{file} enthält mehr Zeilen, als ihr Kopf nennt.',
  '{file} has {count} instead of 3 vertices in facet {facet}.':
    '{file} hat {count} statt 3 Punkte in Facette {facet}.',
  '{file} ends a solid in the middle of a facet.': '{file} beendet einen Körper mitten in einer Facette.',
  '{file} has no facet in solid {solid}.': '{file} enthält keine Facette in Körper {solid}.',
  '{file} starts a solid in the middle of a facet.': '{file} beginnt einen Körper mitten in einer Facette.',
  '{file} never ends facet {facet}.': '{file} beendet Facette {facet} nicht.',
  '{file} does not match its header: {count} bytes follow the last face.':
    '{file} passt nicht zu ihrem Kopf: Auf die letzte Fläche folgen {count} Bytes.',
  '{file} has a list of {count} values in "{element}".':
    '{file} hat eine Liste mit {count} Werten in „{element}“.',
  '{file} has {count} bytes in one row of "{element}".':
    '{file} hat {count} Bytes in einer Zeile von „{element}“.',
  '{file} has a corner without a vertex number in face {face}.':
    '{file} hat in Fläche {face} eine Ecke ohne Punktnummer.',
  '{file} names vertex {index} in face {face}, before its first vertex.':
    '{file} nennt Punkt {index} in Fläche {face}, noch vor dem ersten Punkt.',
  '{file} ends in the middle of a face.': '{file} endet mitten in einer Fläche.',
  '{file} contains no vertices.': '{file} enthält keine Punkte.',
  '{file} names vertex {index} and holds {count} vertices.':
    '{file} nennt Punkt {index} und enthält {count} Punkte.',
  '{file} names {place} and holds {count} vertices.': '{file} nennt {place} und enthält {count} Punkte.',
  'vertex {index} in face {face}': 'Punkt {index} in Fläche {face}',
  '{file} has an unknown number type "{type}" in its header.':
    '{file} hat einen unbekannten Zahlentyp „{type}“ im Kopf.',
  '{file} has an unknown PLY format "{format}".': '{file} hat ein unbekanntes PLY-Format „{format}“.',
  '{file} has no number of "{name}" in its header.': '{file} nennt im Kopf keine Zahl für „{name}“.',
  '{file} is not a PLY file: it does not start with "ply".':
    '{file} ist keine PLY-Datei: Sie beginnt nicht mit „ply“.',
  '{file} starts its data with a line feed, which many programs read as part of its header.':
    '{file} beginnt ihre Daten mit einem Zeilenvorschub, den viele Programme für einen Teil des Kopfes halten.',
  '{file} has no format line in its header.': '{file} hat keine Zeile mit dem Format im Kopf.',
  '{file} contains no triangles.': '{file} enthält keine Dreiecke.',
  '{file} has a line longer than 16 MiB.': '{file} hat eine Zeile, die länger als 16 MiB ist.',
  '{file} nests its tags too deeply to be read.':
    '{file} verschachtelt ihre Tags zu tief, um gelesen zu werden.',
  '{file} is not valid XML: </{tag}> follows <{open}>.':
    '{file} ist kein gültiges XML: </{tag}> folgt auf <{open}>.',
  '{file} is not XML: it contains no tags.': '{file} ist kein XML: Sie enthält kein Tag.',
  '{file} has a tag that never ends.': '{file} hat ein Tag, das nicht aufhört.',
} as const;
