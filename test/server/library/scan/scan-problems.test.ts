import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { sampleGltf } from '../../../helpers/sample-files.ts';

test('refuses a second model with the same guid', async () => {
  const { models, problems } = await scannedLibrary({
    ...simpleModel('a', { guid: '7000001' }),
    ...simpleModel('b', { guid: '7000001' }),
  });

  expect(models()).toHaveLength(1);
  expect(problems()).toEqual(['duplicate b']);
});

test('lists broken files and publishes the rest', async () => {
  const { scan, files, problems } = makeScannedLibrary({
    ...simpleModel('good'),
    'good/1k/broken.glb': 'not a glb',
    'bad/1k/only.stl': 'nothing',
  });

  const result = await scan();

  expect(result.models).toBe(1);
  expect(files().some((file) => file.format === 'glb')).toBe(false);
  expect(problems()).toEqual(['broken bad/1k/only.stl', 'broken good/1k/broken.glb', 'empty bad']);
});

test('publishes a flawed file, and lists what is wrong with it', async () => {
  const { content, beside } = sampleGltf({ triangles: 2, uri: 'thing.bin' });
  const document = {
    ...JSON.parse(content),
    nodes: [{ children: [1] }, { mesh: 0 }],
    scenes: [{ nodes: [0, 1] }],
  };
  const { scan, files, problems } = makeScannedLibrary({
    'thing/1k/thing.gltf': JSON.stringify(document),
    'thing/1k/thing.bin': beside['thing.bin'] ?? '',
  });

  const [first, second] = [await scan(), await scan()];

  expect([first.models, second.models]).toEqual([1, 1]);
  expect(files().map(({ format }) => format)).toContain('gltf');
  expect(problems()).toEqual(['flaw thing/1k/thing.gltf']);
});

test('publishes a glTF once its missing buffer arrives', async () => {
  const { content, beside } = sampleGltf({ triangles: 2, uri: 'thing.bin' });
  const { library, scan, problems, files } = await scannedLibrary({ 'thing/1k/thing.gltf': content });

  const before = problems();
  library.write({ 'thing/1k/thing.bin': beside['thing.bin'] ?? '' });

  await scan();

  expect(before).toEqual(['broken thing/1k/thing.gltf', 'empty thing']);
  expect(problems()).toEqual([]);
  expect(files()[1]).toMatchObject({ format: 'gltf', triangles: 2, needs: '["1k/thing.bin"]' });
});

test('leaves out links and names that not every system can store', async () => {
  const { library, scan, files, problems } = makeScannedLibrary(simpleModel('safe'));
  library.write({
    'safe/1k/con.obj': objText(1),
    'safe/1k/THING.obj': objText(2),
    'safe/1k/back\\slash.obj': objText(3),
  });
  writeFileSync(path.join(tmpdir(), 'outside.obj'), objText(5));
  symlinkSync(path.join(tmpdir(), 'outside.obj'), path.join(library.folder, 'safe/1k/outside.obj'));

  await scan();

  expect(files().filter((file) => file.lod === '1k' && file.format === 'obj')).toHaveLength(1);
  expect(problems()).toEqual([
    'link safe/1k/outside.obj',
    'name safe/1k/back\\slash.obj',
    'name safe/1k/con.obj',
    'name safe/1k/thing.obj',
  ]);
});

test('ignores backups, dot files and files without topology', async () => {
  const { files } = await scannedLibrary({
    ...simpleModel('tidy'),
    'tidy/1k/thing.glb.pre_rerig_bak': 'x',
    'tidy/1k/.hidden.obj': objText(1),
    'tidy/1k/Thumbs.db': 'x',
    'tidy/loose.obj': objText(1),
    'tidy/1k/old.bak': 'x',
  });

  expect(files()).toHaveLength(6);
});

test('keeps the catalogue when the library share disappears', async () => {
  const { library, scan, models, problems } = await scannedLibrary(simpleModel('kept'));

  renameSync(path.join(library.folder, 'kept'), path.join(library.folder, '.unmounted'));

  await scan();

  expect(models()).toHaveLength(1);
  expect(problems()).toEqual(['missing ']);
});

test('tells wrong metadata and uses the names instead', async () => {
  const { models, problems } = await scannedLibrary({
    ...simpleModel('Blue_vase'),
    'Blue_vase/product.json': '{"title": 12}',
  });

  expect(models()[0]?.title).toBe('Blue vase');
  expect(problems()).toEqual(['metadata Blue_vase/product.json']);
});

test("refuses a poster that is one of the model's textures", async () => {
  const { library, db, scan, problems } = makeScannedLibrary(simpleModel('vase'));
  const texture = readFileSync(path.join(library.folder, 'vase/1k/textures/wood.png'));
  library.write({ 'vase/previewMedium.png': texture });

  await scan();

  expect(db.prepare('SELECT * FROM poster').all()).toEqual([]);
  expect(problems()).toEqual(['poster vase/previewMedium.png']);
});
