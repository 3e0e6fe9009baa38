import path from 'node:path';
import { expect, test } from 'vitest';
import { toVisited } from '../../../../server/library/scan/model/shared-above.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { scannedLibrary } from '../../../helpers/library-scanner.ts';
import { pack, png } from '../../../helpers/ordinary-folders.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';

const stlText = pack['Pack/STL/Chair.stl'];
const objZip = sampleZip([
  { name: 'armchair/armchair.obj', content: objText(4, 'armchair', 'armchair.mtl') },
  { name: 'armchair/armchair.mtl', content: 'newmtl wool\nmap_Kd wool.png\n' },
  { name: 'armchair/wool.png', content: png },
  { name: 'license.txt', content: 'CC-BY-4.0' },
]);
const stlZip = sampleZip([{ name: 'Armchair.stl', content: stlText }]);
const shop = { 'shop/armchair_obj.zip': objZip, 'shop/Armchair (STL).zip': stlZip };
const stool = { 'shop/stool_obj.zip': sampleZip([{ name: 'stool.obj', content: objText(7, 'stool') }]) };

test('makes one model of one archive per format', async () => {
  const { db, problems, files } = await scannedLibrary({ ...shop, ...stool });

  const rows = db
    .prepare<[], unknown>('SELECT title, formats, license FROM model ORDER BY title')
    .raw()
    .all();
  expect(rows).toEqual([
    ['Armchair', '["obj","stl"]', 'CC-BY-4.0'],
    ['Stool', '["obj"]', 'Unspecified'],
  ]);
  expect(files().map(({ relative_path }) => relative_path)).toContain(
    '1k/armchair_obj.zip/armchair/wool.png',
  );
  expect(problems()).toEqual([]);
});

test('reads nothing of unchanged twin archives again', async () => {
  const { scan, inspected } = await scannedLibrary({ ...shop, ...stool });

  const first = inspected();

  const result = await scan();

  expect(result).toMatchObject({ models: 2, changed: 0, removed: 0 });
  expect(inspected()).toBe(first);
});

test('keeps the model when another format of it comes and goes', async () => {
  const { library, scan, models, db } = await scannedLibrary({ 'shop/armchair_obj.zip': objZip, ...stool });

  const [before] = models().filter(({ title }) => title === 'Armchair');
  library.write({ 'shop/Armchair (STL).zip': stlZip });

  await scan();
  const [joined] = models().filter(({ title }) => title === 'Armchair');
  const formats = db.prepare("SELECT formats FROM model WHERE title = 'Armchair'").pluck().get();
  library.remove('shop/Armchair (STL).zip');
  const result = await scan();

  expect(formats).toBe('["obj","stl"]');
  expect(joined?.guid).toBe(before?.guid);
  expect(result).toMatchObject({ models: 2, removed: 0 });
  expect(models().filter(({ title }) => title === 'Armchair')).toMatchObject([{ guid: before?.guid }]);
});

test('names a damaged twin, and publishes the others', async () => {
  const { models, problems } = await scannedLibrary({ ...shop, 'shop/armchair_fbx.zip': 'Rar!' });

  expect(models()).toMatchObject([{ title: 'Armchair' }]);
  expect(problems()).toEqual(['left-out shop/armchair_fbx.zip']);
});

test('publishes each archive alone whose twins are damaged', async () => {
  const { models, problems } = await scannedLibrary({
    'shop/armchair_obj.zip': objZip,
    'shop/armchair_fbx.zip': 'Rar!',
  });

  expect(models()).toMatchObject([{ title: 'Armchair', folder: 'shop/armchair_obj.zip/armchair' }]);
  expect(problems()).toEqual(['left-out shop/armchair_fbx.zip']);
});

test('makes one model of one folder per format, with what else lies there', async () => {
  const { models, problems } = await scannedLibrary({
    'Downloads/crate.stl': stlText,
    'Downloads/Barrel_obj/barrel.obj': objText(4, 'barrel'),
    'Downloads/Barrel_obj/extra.zip': sampleZip([{ name: 'lid.obj', content: objText(6, 'lid') }]),
    'Downloads/Barrel_stl.zip': sampleZip([{ name: 'barrel.stl', content: `${stlText} ` }]),
  });

  expect(
    models()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Barrel', 'Crate', 'Lid']);
  expect(problems()).toEqual([]);
});

test('looks at the folder that twins are in when one of them changes', () => {
  expect(toVisited('shop/armchair_obj.zip')).toBe('shop');
  expect(toVisited('Barrel_stl/textures')).toBe('');
  expect(toVisited('shop/armchair.zip')).toBe('shop/armchair.zip');
});

test('finds textures above the archive that needs them', async () => {
  const { files, problems } = await scannedLibrary({
    'City/Textures/atlas.png': png,
    'City/house.zip': sampleZip([
      { name: 'house.obj', content: objText(4, 'house', 'house.mtl') },
      { name: 'house.mtl', content: 'newmtl a\nmap_Kd atlas.png\n' },
    ]),
  });

  expect(files().map(({ relative_path }) => path.posix.basename(String(relative_path)))).toContain(
    'atlas.png',
  );
  expect(problems()).toEqual([]);
});
