import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { sampleAsciiStl } from '../../../helpers/sample-files.ts';

const mit =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this. It shall be included in all copies.';
const cc0 = 'CC0 1.0 Universal';

function licencesIn(files: Readonly<Record<string, string>>) {
  const scanned = makeScannedLibrary(files);
  const licences = () =>
    Object.fromEntries(
      scanned.db
        .prepare<[], [string, string, string | null]>(
          'SELECT title, license, license_from FROM model ORDER BY title',
        )
        .raw()
        .all()
        .map(([title, license, from]) => [title, from === null ? license : `${license} from ${from}`]),
    );
  return { ...scanned, licences };
}

test('keeps a licence to what lies beneath it', async () => {
  const { scan, licences } = licencesIn({
    'Pack/OBJ/barrel.obj': objText(4, 'barrel'),
    'Pack/OBJ/crate.obj': objText(5, 'crate'),
    'Pack/Collada/duck.stl': objText(6, 'duck'),
    'Pack/Collada/duck.obj': objText(6, 'duck'),
    'Pack/Collada/licence.md': 'CC BY-NC-ND 4.0',
    'Pack/textures/LICENSE': cc0,
  });

  await scan();

  expect(licences()).toEqual({
    Barrel: 'Unspecified',
    Crate: 'Unspecified',
    Duck: 'CC-BY-NC-ND-4.0 from Pack/Collada/licence.md',
  });
});

const dedicated = 'All assets are released into the public domain. No rights reserved.';

test.each([
  ['README.md', dedicated, 'Public domain'],
  ['LICENSE', 'Public Domain', 'Public domain'],
  ['README.md', 'Alle Modelle stehen unter CC0 (Gemeinfreiheit).', 'CC0-1.0'],
  ['LIESMICH.txt', 'Lizenz: CC BY 4.0', 'CC-BY-4.0'],
  ['Lizenz.txt', 'CC BY-SA 4.0', 'CC-BY-SA-4.0'],
  ['LICENCIA.txt', 'Creative Commons Atribución 4.0 Internacional', 'CC-BY-4.0'],
  ['README.md', 'licence — CC BY–NC 4.0', 'CC-BY-NC-4.0'],
  ['README.md', '# Pack\nCode: MIT. Models and textures: CC-BY 4.0.', 'CC-BY-4.0'],
  [
    'README.md',
    'Licensed under the MIT license or Apache License, Version 2.0.',
    'See README.md (Apache-2.0, MIT)',
  ],
  ['README.md', 'This project is released under the MIT License.', 'MIT'],
  ['README.md', 'The code is released under the MIT License.', 'Unspecified'],
  ['EULA.txt', 'Royalty-free.', 'Royalty-free'],
  ['LICENSE.txt', Buffer.from('\uFEFFCC0 1.0 Universal', 'utf16le'), 'CC0-1.0'],
])('reads from %s: %s', async (name, text, license) => {
  const { db } = await scannedLibrary({ 'P/chair.obj': objText(4, 'chair'), [`P/${name}`]: text });

  expect(db.prepare('SELECT license FROM model').pluck().all()).toEqual([license]);
});

test('takes the nearest licence however far above', async () => {
  const { scan, licences } = licencesIn({
    LICENSE: mit,
    'a/b/c/d/e/lamp.obj': objText(4, 'lamp'),
    'a/b/COPYING': cc0,
    'a/chair.obj': objText(5, 'chair'),
    'table.obj': objText(6, 'table'),
  });

  await scan();

  expect(licences()).toEqual({
    Chair: 'MIT from LICENSE',
    Lamp: 'CC0-1.0 from a/b/COPYING',
    Table: 'MIT from LICENSE',
  });
});

test('names texts that contradict each other', async () => {
  const { scan, licences } = licencesIn({
    'Pack/LICENSE': mit,
    'Pack/README.md': 'All models are released under CC0.',
    'Pack/lamp.obj': objText(4, 'lamp'),
    'Rock/LICENSE-APACHE': 'Apache License\nVersion 2.0',
    'Rock/LICENSE-MIT': mit,
    'Rock/rock.obj': objText(5, 'rock'),
    'Same/LICENSE': mit,
    'Same/README.md': 'License: MIT',
    'Same/tree.obj': objText(6, 'tree'),
  });

  await scan();

  expect(licences()).toEqual({
    Lamp: 'See LICENSE and README.md (CC0-1.0, MIT) from Pack/LICENSE',
    Rock: 'See LICENSE-APACHE and LICENSE-MIT (Apache-2.0, MIT) from Rock/LICENSE-APACHE',
    Tree: 'MIT from Same/LICENSE',
  });
});

test('keeps the licence of one model to itself', async () => {
  const { scan, licences } = licencesIn({
    'Pack/barrel.obj': objText(4, 'barrel'),
    'Pack/barrel_license.txt': 'CC BY 4.0',
    'Pack/crate.obj': objText(5, 'crate'),
    'Pack/more/lamp.obj': objText(6, 'lamp'),
  });

  await scan();

  expect(licences()).toEqual({
    Barrel: 'CC-BY-4.0 from Pack/barrel_license.txt',
    Crate: 'Unspecified',
    Lamp: 'Unspecified',
  });
});

test('notices licences above that come and go', async () => {
  const { library, scan, licences } = licencesIn({ 'a/b/lamp.obj': objText(4, 'lamp') });
  await scan();
  const file = path.join(library.folder, 'LICENSE');

  writeFileSync(file, mit);
  await scan();
  const added = licences();
  rmSync(file);
  await scan();

  expect(added).toEqual({ Lamp: 'MIT from LICENSE' });
  expect(licences()).toEqual({ Lamp: 'Unspecified' });
});

test('says that product.json told the licence', async () => {
  const { scan, licences } = licencesIn({
    LICENSE: mit,
    'Lamp/lamp.obj': objText(4, 'lamp'),
    'Lamp/product.json': JSON.stringify({ title: 'Lamp', license: 'Ours' }),
    'Oak/1k/oak.obj': objText(4, 'oak'),
    'Oak/product.json': JSON.stringify({ title: 'Oak', license: 'CC0-1.0' }),
  });

  await scan();

  expect(licences()).toEqual({ Lamp: 'Ours from product.json', Oak: 'CC0-1.0 from product.json' });
});

test('takes the row of a model out of a table of many', async () => {
  const { scan, licences } = licencesIn({
    'Pack/LICENCES.md': [
      'The models of this pack, and the people who made them.',
      '',
      '| Model | Triangles | Licence | Attribution |',
      '|---|:-:|---|---|',
      '| `barrel` | 12 | CC0-1.0 | Kay Maker |',
      '| [Crate.obj](https://example.org/crate) | 12 | CC BY 4.0 | Ada \\| Bob |',
      '| fox | 12 | CC0-1.0 model + CC-BY-4.0 rig | Two people |',
      '| lamp | 12 | Made for this pack | Us |',
      '| twin | 12 | MIT | One |',
      '| twin | 12 | CC0-1.0 | Two |',
      '| Goblet-STL | 12 | CC0-1.0 | Two |',
      '| Goblet-OBJ | 12 | CC0-1.0 | Two |',
      '',
      'Anything else was found in an attic.',
    ].join('\n'),
    'Pack/barrel/barrel.obj': objText(4, 'barrel'),
    'Pack/crate.obj': objText(5, 'crate'),
    'Pack/fox/fox.obj': objText(6, 'fox'),
    'Pack/goblet-obj/goblet.obj': objText(6, 'goblet'),
    'Pack/goblet-stl/goblet.stl': sampleAsciiStl({ triangles: 6 }),
    'Pack/lamp/lamp.obj': objText(7, 'lamp'),
    'Pack/twin/twin.obj': objText(8, 'twin'),
    'Pack/other/other.obj': objText(9, 'other'),
  });

  await scan();

  const all = 'See LICENCES.md (CC-BY-4.0, CC0-1.0) from Pack/LICENCES.md';
  expect(licences()).toEqual({
    Barrel: 'CC0-1.0 from Pack/LICENCES.md',
    Crate: 'CC-BY-4.0 from Pack/LICENCES.md',
    Goblet: 'CC0-1.0 from Pack/LICENCES.md',
    Fox: 'See LICENCES.md (CC-BY-4.0, CC0-1.0) from Pack/LICENCES.md',
    Lamp: 'Made for this pack from Pack/LICENCES.md',
    Other: all,
    Twin: all,
  });
});

test('finds the licence of a model in topology folders too', async () => {
  const { scan, licences, library } = licencesIn({
    LICENSE: mit,
    'Pack/barrel/1k/mesh.obj': objText(4, 'mesh'),
    'Pack/barrel/source/mesh.obj': objText(5, 'mesh'),
    'Pack/chair/10k/mesh.obj': objText(6, 'mesh'),
    'Pack/chair/CREDITS.txt': 'Author: Ada',
    'Pack/chair/license.txt': `${cc0}\nAuthor: Ada`,
    'Pack/lamp/product.json': '{"license":"Ours"}',
    'Pack/lamp/10k/mesh.obj': objText(7, 'mesh'),
    'Pack/vase/product.json': '{"title":"Tall vase"}',
    'Pack/vase/10k/mesh.obj': objText(8, 'mesh'),
  });

  await scan();
  expect(licences()).toEqual({
    Barrel: 'MIT from LICENSE',
    Chair: 'CC0-1.0 from Pack/chair/license.txt',
    Lamp: 'Ours from product.json',
    'Tall vase': 'MIT from LICENSE',
  });
  rmSync(path.join(library.folder, 'LICENSE'));
  await scan();
  expect(licences()).toMatchObject({ Barrel: 'Unspecified', 'Tall vase': 'Unspecified' });
});
