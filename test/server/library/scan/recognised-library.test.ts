import { readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { chair, pack, png } from '../../../helpers/ordinary-folders.ts';

const otherPng = Buffer.concat([png, Buffer.from('another')]);

test('publishes a scene with its textures as they lie', async () => {
  const { scan, models, files, problems } = makeScannedLibrary(chair);

  const result = await scan();

  expect(result).toEqual({ models: 1, changed: 1, removed: 0, problems: 0 });
  expect(models()).toMatchObject([
    { folder: 'Furniture/chair', title: 'Chair', category: 'Furniture', triangles: 4, price_cents: 100 },
  ]);
  expect(files().map(({ relative_path, needs }) => [relative_path, needs])).toEqual([
    ['1k/chair.mtl', '[]'],
    ['1k/chair.obj', '["1k/chair.mtl","1k/textures/wood.png"]'],
    ['1k/textures/wood.png', '[]'],
  ]);
  expect(problems()).toEqual([]);
});

test('writes nothing into the folders of recognised models', async () => {
  const { library } = await scannedLibrary(chair);

  expect(readdirSync(path.join(library.folder, 'Furniture/chair')).sort()).toEqual([
    'chair.mtl',
    'chair.obj',
    'textures',
  ]);
});

test('reads no unchanged file of recognised models again', async () => {
  const { scan, inspected } = await scannedLibrary({
    ...chair,
    'pack/a.obj': objText(3, 'a'),
    'pack/b.obj': objText(5, 'b'),
  });

  const first = inspected();

  const result = await scan();

  expect(result).toMatchObject({ models: 3, changed: 0, removed: 0 });
  expect(first).toBe(5);
  expect(inspected()).toBe(first);
});

test('levels each format by its triangles', async () => {
  const { db } = await scannedLibrary({
    'vase/vase_LOD0.obj': objText(5000, 'fine'),
    'vase/vase_LOD1.obj': objText(300, 'coarse'),
    'vase/vase.max': 'whatever 3ds Max writes',
    'vase/vase.abc': 'whatever Alembic is',
  });

  const levels = db
    .prepare<[], unknown>('SELECT relative_path, lod_from FROM file ORDER BY relative_path')
    .raw()
    .all();
  expect(levels).toEqual([
    ['10k/vase.abc', 'assumed'],
    ['10k/vase_LOD0.obj', 'measured'],
    ['1k/vase_LOD1.obj', 'measured'],
    ['source/vase.max', 'format'],
  ]);
});

test('serves shared textures where each scene looks for them', async () => {
  const { files, models } = await scannedLibrary({
    'City/Textures/atlas.png': png,
    'City/Textures/Signs/stop.png': otherPng,
    'City/Houses/house.obj': objText(4, 'house', 'house.mtl'),
    'City/Houses/house.mtl': 'newmtl a\nmap_Kd ../Textures/atlas.png\n',
    'City/Roads/road.obj': objText(5, 'road', 'road.mtl'),
    'City/Roads/road.mtl': 'newmtl a\nmap_Kd C:\\work\\stop.png\n',
  });

  expect(models().map(({ title, category, folder }) => [title, category, folder])).toEqual([
    ['House', 'City', 'City/Houses'],
    ['Road', 'City', 'City/Roads'],
  ]);
  const paths = files().map(({ relative_path }) => relative_path);
  expect(paths).toEqual([
    '1k/Houses/house.mtl',
    '1k/Houses/house.obj',
    '1k/Textures/atlas.png',
    '1k/road.mtl',
    '1k/road.obj',
    '1k/stop.png',
  ]);
});

test('notices a change of a texture in a folder above', async () => {
  const { library, scan, models } = await scannedLibrary({
    'City/Textures/atlas.png': png,
    'City/Houses/house.obj': objText(4, 'house', 'house.mtl'),
    'City/Houses/house.mtl': 'newmtl a\nmap_Kd atlas.png\n',
  });

  library.write({ 'City/Textures/atlas.png': otherPng });

  await scan();

  expect(models()).toMatchObject([{ version: 2 }]);
});

test('takes a texture that comes into a folder above later', async () => {
  const { library, scan, files } = await scannedLibrary({
    'City/Textures/other.png': png,
    'City/Houses/house.obj': objText(4, 'house', 'house.mtl'),
    'City/Houses/house.mtl': 'newmtl a\nmap_Kd atlas.png\n',
  });

  library.write({ 'City/Textures/atlas.png': otherPng });

  await scan();

  expect(files().map(({ relative_path }) => relative_path)).toContain('1k/atlas.png');
});

test('makes formats of the same models of folders of formats', async () => {
  const { db } = await scannedLibrary(pack);

  const rows = db
    .prepare<[], unknown>('SELECT folder, title, formats, license FROM model ORDER BY title')
    .raw()
    .all();
  expect(rows).toEqual([
    ['Pack/chair*', 'Chair', '["obj","stl"]', 'CC0-1.0'],
    ['Pack/table*', 'Table', '["obj"]', 'CC0-1.0'],
  ]);
});

test('removes the models of files that are gone', async () => {
  const { library, scan, models } = await scannedLibrary({ ...pack, ...chair, 'Furniture/notes.txt': '' });

  rmSync(path.join(library.folder, 'Pack/OBJ/Table.obj'));
  rmSync(path.join(library.folder, 'Furniture/chair'), { recursive: true });

  const result = await scan();

  expect(result.removed).toBe(2);
  expect(models().map(({ title }) => title)).toEqual(['Chair']);
});

test('keeps the models of a pack that is suddenly empty', async () => {
  const { library, scan, models, problems } = await scannedLibrary({ ...pack, ...chair });

  const before = models();
  for (const name of readdirSync(path.join(library.folder, 'Pack')))
    renameSync(path.join(library.folder, 'Pack', name), path.join(library.folder, `.${name}`));

  await scan();

  expect(models()).toEqual(before);
  expect(problems()).toEqual(['missing Pack']);
});

test('names every 3D file that is left out', async () => {
  const { problems } = await scannedLibrary({
    ...chair,
    'Furniture/chair/chair.uasset': 'Unreal',
    'shop/lamp.zip': 'PK',
    'shop/lamp.glb': 'no glTF',
    'explicit/1k/thing.obj': objText(4, 'thing'),
    'explicit/stray.fbx': 'Kaydara',
    'explicit/old/stray.obj': objText(4, 'old'),
    [`${Array.from({ length: 13 }, () => 'deep').join('/')}/thing.obj`]: objText(4, 'deep'),
  });

  expect(problems()).toEqual([
    'broken shop/lamp.glb',
    'left-out Furniture/chair/chair.uasset',
    `left-out ${Array.from({ length: 13 }, () => 'deep').join('/')}`,
    'left-out explicit/old/stray.obj',
    'left-out explicit/stray.fbx',
    'left-out shop/lamp.zip',
  ]);
});

test('publishes no document because a scene names it', async () => {
  const { files } = await scannedLibrary({
    'Props/lamp.obj': objText(4, 'lamp', '../Office/salaries.txt'),
    'Props/table.obj': objText(5, 'table', '../../outside.mtl'),
    'Office/salaries.txt': 'private',
    'Office/.hidden/secret.png': 'private',
    'Props/vase.obj': objText(6, 'vase', '../Office/.hidden/secret.png'),
  });

  expect(files().map(({ relative_path }) => relative_path)).toEqual([
    '1k/lamp.obj',
    '1k/table.obj',
    '1k/vase.obj',
  ]);
});

test('lets product.json speak for the whole folder', async () => {
  const { models, db } = await scannedLibrary({
    'set/product.json': JSON.stringify({ guid: 'tea-set', title: 'Tea set', priceUsd: 3 }),
    'set/cup.obj': objText(4, 'cup'),
    'set/pot.obj': objText(9, 'pot'),
    'set/license.txt': 'CC-BY-4.0',
  });

  expect(models()).toMatchObject([{ guid: 'tea-set', title: 'Tea set', price_cents: 300 }]);
  expect(db.prepare('SELECT license FROM model').pluck().get()).toBe('CC-BY-4.0');
});

test('holds back a folder whose price cannot be read', async () => {
  const { models, problems } = await scannedLibrary({
    'set/product.json': JSON.stringify({ priceUsd: 'a lot' }),
    'set/cup.obj': objText(4, 'cup'),
  });

  expect(models()).toEqual([]);
  expect(problems()).toEqual(['metadata set/product.json']);
});
