import { cpSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';

test('takes in models with what their scene files need', async () => {
  const { scan, models, files } = makeScannedLibrary(
    simpleModel('Oak table', { category: 'Furniture', priceUsd: 2.5 }),
  );

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
  const { scan, inspected } = await scannedLibrary({ ...simpleModel('one'), ...simpleModel('two') });

  const first = inspected();

  const result = await scan();

  expect(result).toMatchObject({ models: 2, changed: 0 });
  expect(inspected()).toBe(first);
});

test('raises the version when a file changes, and only then', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('chair'));

  library.write({ 'chair/product.json': JSON.stringify({ title: 'Better chair' }) });
  await scan();
  const renamed = models()[0];
  library.write({ 'chair/1k/thing.obj': objText(6, 'changed') });
  await scan();

  expect(renamed).toMatchObject({ title: 'Better chair', version: 1 });
  expect(models()[0]).toMatchObject({ version: 2 });
});

test('keeps the guid of a folder that moves', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('shelf/old name'));

  const before = models()[0]?.guid;
  renameSync(path.join(library.folder, 'shelf/old name'), path.join(library.folder, 'new name'));

  const result = await scan();

  expect(models()).toMatchObject([{ guid: before, folder: 'new name' }]);
  expect(result.removed).toBe(0);
});

test('gives a copied folder a guid of its own', async () => {
  const { library, scan, models } = await scannedLibrary(simpleModel('lamp'));

  const before = models()[0]?.guid;
  cpSync(path.join(library.folder, 'lamp'), path.join(library.folder, 'a copy'), { recursive: true });

  await scan();

  const [copy, original] = models();
  expect(original).toMatchObject({ folder: 'lamp', guid: before });
  expect(copy?.guid).not.toBe(before);
});

test("reads the public service's folder and metadata names", async () => {
  const name = 'Clockwork Beetle_preview_a3f1.obj';
  const { models, files } = await scannedLibrary({
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

  expect(models()[0]).toMatchObject({
    guid: '7000001',
    title: 'Clockwork Beetle Character',
    category: 'Character',
  });
  expect(files().map((file) => file.lod)).toEqual(['100k', '1k']);
});

test('removes a model whose folder is gone', async () => {
  const { library, scan, models } = await scannedLibrary({ ...simpleModel('stays'), ...simpleModel('goes') });

  library.remove('goes');

  const result = await scan();

  expect(result.removed).toBe(1);
  expect(models().map((model) => model.title)).toEqual(['stays']);
});

test.each([
  ['keeps its version when it is as it was', {}, 1],
  ['gets a new version when it is different', { 'goes/1k/thing.obj': objText(9, 'changed') }, 2],
])('a model that returns %s', async (_, changes, version) => {
  const { library, scan, models } = await scannedLibrary({
    ...simpleModel('stays'),
    ...simpleModel('goes', { guid: 'fixed-guid' }),
  });

  library.remove('goes');
  await scan();
  library.write({ ...simpleModel('goes', { guid: 'fixed-guid' }), ...changes });

  await scan();

  expect(models().find((model) => model.guid === 'fixed-guid')?.version).toBe(version);
});

test('tells static from animated by what the files hold', async () => {
  const still = objText(2);
  const { files } = await scannedLibrary({
    'robot/1k/robot.blend': still,
    'robot/1k/robot_anim_Walking.blend': still,
    'robot/1k/robot.obj': still,
  });

  expect(files().map(({ relative_path, variant }) => [relative_path, variant])).toEqual([
    ['1k/robot.blend', 'static'],
    ['1k/robot.obj', null],
    ['1k/robot_anim_Walking.blend', 'animated'],
  ]);
});
