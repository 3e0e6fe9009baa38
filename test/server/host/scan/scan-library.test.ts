import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/db/open-database.ts';
import { createInspectionPool } from '../../../../server/host/inspect/inspection-pool.ts';
import { createProblems } from '../../../../server/host/scan/problems.ts';
import { scanLibrary } from '../../../../server/host/scan/scan-library.ts';
import {
  type LibraryFolder,
  makeLibraryFolder,
  objText,
  simpleModel,
} from '../../../helpers/library-folder.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function openScanner(library: LibraryFolder) {
  const db = openDatabase(path.join(library.folder, '.db', 'lodestock.db'));
  const pool = createInspectionPool({ size: 1 });
  closers.push(
    () => library.remove(),
    () => db.close(),
    () => pool.close(),
  );
  let inspected = 0;
  const counting = {
    ...pool,
    inspect: (file: string, format: string) => {
      inspected += 1;
      return pool.inspect(file, format);
    },
  };
  const options = { db, pool: counting, libraryDir: library.folder, defaultPriceCents: 100, clock: Date.now };
  const models = () =>
    db
      .prepare<[], Record<string, unknown>>(
        'SELECT guid, folder, title, version, category, triangles, price_cents FROM model ORDER BY folder',
      )
      .all();
  const files = () =>
    db
      .prepare<[], Record<string, unknown>>(
        'SELECT relative_path, format, lod, role, variant, needs, triangles FROM file ORDER BY model_id, relative_path',
      )
      .all();
  const problems = () =>
    createProblems(db)
      .list()
      .map(({ path: where, kind }) => `${kind} ${where}`)
      .sort();
  return { db, scan: () => scanLibrary(options), models, files, problems, inspected: () => inspected };
}

const scanned = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const library = makeLibraryFolder(files);
  return { library, ...openScanner(library) };
};

test('takes in models with what their scene files need', async () => {
  const { scan, models, files } = scanned(simpleModel('Oak table', { category: 'Furniture', priceUsd: 2.5 }));

  const result = await scan();

  expect(result).toEqual({ models: 1, changed: 1, removed: 0, problems: 0 });
  expect(models()[0]).toMatchObject({
    title: 'Oak table',
    category: 'Furniture',
    triangles: 40,
    price_cents: 250,
    version: 1,
  });
  expect(files().filter((file) => file.role === 'scene')).toEqual([
    {
      relative_path: '10k/thing.obj',
      format: 'obj',
      lod: '10k',
      role: 'scene',
      variant: null,
      triangles: 40,
      needs: '["10k/textures/wood.png","10k/thing.mtl"]',
    },
    {
      relative_path: '1k/thing.obj',
      format: 'obj',
      lod: '1k',
      role: 'scene',
      variant: null,
      triangles: 4,
      needs: '["1k/textures/wood.png","1k/thing.mtl"]',
    },
  ]);
});

test('reads no unchanged file again', async () => {
  const { scan, inspected } = scanned({ ...simpleModel('one'), ...simpleModel('two') });
  await scan();
  const first = inspected();

  const result = await scan();

  expect(result).toMatchObject({ models: 2, changed: 0 });
  expect(inspected()).toBe(first);
});

test('raises the version when a file changes, and only then', async () => {
  const { library, scan, models } = scanned(simpleModel('chair'));
  await scan();
  library.write({ 'chair/product.json': JSON.stringify({ title: 'Better chair' }) });
  await scan();
  const renamed = models()[0];
  library.write({ 'chair/1k/thing.obj': objText(6, 'changed') });
  await scan();

  expect(renamed).toMatchObject({ title: 'Better chair', version: 1 });
  expect(models()[0]).toMatchObject({ version: 2 });
});

test('keeps the guid of a folder that moves', async () => {
  const { library, scan, models } = scanned(simpleModel('shelf/old name'));
  await scan();
  const before = models()[0]?.guid;
  renameSync(path.join(library.folder, 'shelf/old name'), path.join(library.folder, 'new name'));

  const result = await scan();

  expect(models()).toMatchObject([{ guid: before, folder: 'new name' }]);
  expect(result.removed).toBe(0);
});

test('gives a copied folder a guid of its own', async () => {
  const { library, scan, models } = scanned(simpleModel('lamp'));
  await scan();
  const before = models()[0]?.guid;
  cpSync(path.join(library.folder, 'lamp'), path.join(library.folder, 'a copy'), { recursive: true });

  await scan();

  const [copy, original] = models();
  expect(original).toMatchObject({ folder: 'lamp', guid: before });
  expect(copy?.guid).not.toBe(before);
});

test('refuses a second model with the same guid', async () => {
  const { scan, models, problems } = scanned({
    ...simpleModel('a', { guid: '7000001' }),
    ...simpleModel('b', { guid: '7000001' }),
  });

  await scan();

  expect(models()).toHaveLength(1);
  expect(problems()).toEqual(['duplicate b']);
});

test('lists broken files and publishes the rest', async () => {
  const { scan, files, problems } = scanned({
    ...simpleModel('good'),
    'good/1k/broken.glb': 'not a glb',
    'bad/1k/only.stl': 'nothing',
  });

  const result = await scan();

  expect(result.models).toBe(1);
  expect(files().some((file) => file.format === 'glb')).toBe(false);
  expect(problems()).toEqual(['broken bad/1k/only.stl', 'broken good/1k/broken.glb', 'empty bad']);
});

test('publishes a glTF once its missing buffer arrives', async () => {
  const buffer = Buffer.alloc(36);
  for (const [index, value] of [0, 0, 0, 1, 0, 0, 0, 1, 0].entries()) buffer.writeFloatLE(value, index * 4);
  const gltf = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri: 'thing.bin', byteLength: 36 }],
  };
  const { library, scan, problems, files } = scanned({ 'thing/1k/thing.gltf': JSON.stringify(gltf) });
  await scan();
  const before = problems();
  library.write({ 'thing/1k/thing.bin': buffer });

  await scan();

  expect(before).toEqual(['broken thing/1k/thing.gltf', 'empty thing']);
  expect(problems()).toEqual([]);
  expect(files()[1]).toMatchObject({ format: 'gltf', triangles: 1, needs: '["1k/thing.bin"]' });
});

test('leaves out links and names that not every system can store', async () => {
  const { library, scan, files, problems } = scanned(simpleModel('safe'));
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
  const { scan, files } = scanned({
    ...simpleModel('tidy'),
    'tidy/1k/thing.glb.pre_rerig_bak': 'x',
    'tidy/1k/.hidden.obj': objText(1),
    'tidy/1k/Thumbs.db': 'x',
    'tidy/loose.obj': objText(1),
    'tidy/1k/old.bak': 'x',
  });

  await scan();

  expect(files()).toHaveLength(6);
});

test("reads the public service's folder and metadata names", async () => {
  const name = 'Clockwork Beetle_preview_a3f1.obj';
  const { scan, models, files } = scanned({
    '7000001_Clockwork Beetle/7000001_metadata.json': JSON.stringify({
      type: 't_pose',
      rigged: true,
      category: 'Character',
      subcategory: 'Creature',
      title: 'Clockwork Beetle Character',
      image_description: { description: 'Three levels of detail.', keywords: ['beetle'] },
    }),
    [`7000001_Clockwork Beetle/uploads_files_7000001_100k/${name}`]: objText(30),
    [`7000001_Clockwork Beetle/uploads_files_7000001_lowpoly/${name}`]: objText(3),
  });

  await scan();

  expect(models()[0]).toMatchObject({
    guid: '7000001',
    title: 'Clockwork Beetle Character',
    category: 'Character',
  });
  expect(files().map((file) => file.lod)).toEqual(['100k', '1k']);
});

test('removes a model whose folder is gone', async () => {
  const { library, scan, models } = scanned({ ...simpleModel('stays'), ...simpleModel('goes') });
  await scan();
  library.remove('goes');

  const result = await scan();

  expect(result.removed).toBe(1);
  expect(models().map((model) => model.title)).toEqual(['stays']);
});

test('never goes back in version when a model returns', async () => {
  const { library, scan, models } = scanned({
    ...simpleModel('stays'),
    ...simpleModel('goes', { guid: 'fixed-guid' }),
  });
  await scan();
  library.remove('goes');
  await scan();
  library.write(simpleModel('goes', { guid: 'fixed-guid' }));

  await scan();

  expect(models().find((model) => model.guid === 'fixed-guid')?.version).toBe(2);
});

test('keeps the catalogue when the library share disappears', async () => {
  const { library, scan, models, problems } = scanned(simpleModel('kept'));
  await scan();
  renameSync(path.join(library.folder, 'kept'), path.join(library.folder, '.unmounted'));

  await scan();

  expect(models()).toHaveLength(1);
  expect(problems()).toEqual(['missing ']);
});

test('tells wrong metadata and uses the names instead', async () => {
  const { scan, models, problems } = scanned({
    ...simpleModel('Blue_vase'),
    'Blue_vase/product.json': '{"title": 12}',
  });

  await scan();

  expect(models()[0]?.title).toBe('Blue vase');
  expect(problems()).toEqual(['metadata Blue_vase/product.json']);
});

test("refuses a poster that is one of the model's textures", async () => {
  const { library, db, scan, problems } = scanned(simpleModel('vase'));
  const texture = readFileSync(path.join(library.folder, 'vase/1k/textures/wood.png'));
  library.write({ 'vase/previewMedium.png': texture });

  await scan();

  expect(db.prepare('SELECT * FROM poster').all()).toEqual([]);
  expect(problems()).toEqual(['poster vase/previewMedium.png']);
});

test('tells static from animated by what the files hold', async () => {
  const still = objText(2);
  const { scan, files } = scanned({
    'robot/1k/robot.blend': still,
    'robot/1k/robot_anim_Walking.blend': still,
    'robot/1k/robot.obj': still,
  });

  await scan();

  expect(files().map(({ relative_path, variant }) => [relative_path, variant])).toEqual([
    ['1k/robot.blend', 'static'],
    ['1k/robot.obj', null],
    ['1k/robot_anim_Walking.blend', 'animated'],
  ]);
});
