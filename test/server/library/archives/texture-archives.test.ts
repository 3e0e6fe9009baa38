import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';
import { png } from '../../../helpers/ordinary-folders.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';

const pngOf = (text: string) => Buffer.concat([png, Buffer.from(text)]);
const textures = (...names: readonly string[]) =>
  sampleZip(names.map((name) => ({ name, content: pngOf(name) })));
const texturesOf = (files: readonly Record<string, unknown>[]) =>
  files.flatMap(({ role, relative_path: at }) => (role === 'texture' ? [at] : []));

test('gives a scene the archive of textures beside it', async () => {
  const { library, scan, files, inspected, problems } = makeScannedLibrary({
    'Teapot/teapot.obj': objText(4, 'teapot', 'teapot.mtl'),
    'Teapot/teapot.mtl': 'newmtl clay\nmap_Kd maps/Clay_Diffuse.png\n',
    'Teapot/Textures.zip': textures('Clay_Diffuse.png', 'Clay_Normal.png'),
  });
  const zip = path.join(library.folder, 'Teapot/Textures.zip');

  await scan();
  const first = texturesOf(files());
  const read = inspected();
  const again = await scan();
  const readAgain = inspected() - read;
  writeFileSync(zip, textures('Clay_Diffuse.png'));
  await scan(['Teapot/Textures.zip']);
  const changed = texturesOf(files());
  rmSync(zip);
  await scan();

  expect(first).toEqual(['1k/Textures/Clay_Normal.png', '1k/maps/Clay_Diffuse.png']);
  expect([again, readAgain]).toEqual([{ models: 1, changed: 0, removed: 0, problems: 0 }, 0]);
  expect(changed).toEqual(['1k/maps/Clay_Diffuse.png']);
  expect(texturesOf(files())).toEqual([]);
  expect(problems()).toEqual(['flaw Teapot/teapot.obj']);
});

test('gives the only model in a folder its textures, title and licence', async () => {
  const { models, files, db } = await scannedLibrary({
    'windmill/source/final.zip': sampleZip([{ name: 'WM_low.obj', content: objText(4, 'mill') }]),
    'windmill/textures/WM_BaseColor.png': pngOf('colour'),
    'windmill/license.txt': '* title:\tOld Windmill\n* author:\tAda\n* license type:\tCC-BY-4.0',
    'kit/a/one.obj': objText(5, 'one'),
    'kit/b/two.obj': objText(6, 'two'),
    'kit/textures/kit_BaseColor.png': pngOf('kit'),
    'kit/license.txt': '* title:\tKit\n* author:\tAda\n* license type:\tCC-BY-4.0',
  });

  expect(models().map(({ title }) => title)).toEqual(['One', 'Two', 'Old Windmill']);
  expect(texturesOf(files())).toEqual(['1k/textures/WM_BaseColor.png']);
  expect(db.prepare('SELECT DISTINCT license FROM model').pluck().all()).toEqual(['CC-BY-4.0']);
});

test('takes an archive with models for one, whatever it is called', async () => {
  const { scan, models, problems } = await scannedLibrary({
    'Shop/pbr-spheres.zip': sampleZip([{ name: 'spheres.obj', content: objText(4, 'spheres') }]),
    'Shop/table.obj': objText(5, 'table'),
    'Shop/Maps of the world.zip': sampleZip([{ name: 'globe.obj', content: objText(6, 'globe') }]),
  });

  const again = await scan();

  expect(models().map(({ title }) => title)).toEqual(['Table', 'Globe', 'Spheres']);
  expect(again).toEqual({ models: 3, changed: 0, removed: 0, problems: 0 });
  expect(problems()).toEqual([]);
});

test('gives one ZIP for each format the textures and the licence beside them', async () => {
  const { models, files, problems } = await scannedLibrary({
    '1456789_Office_Desk/OfficeDesk_max2018_vray.zip': sampleZip([{ name: 'desk.max', content: '3ds Max' }]),
    '1456789_Office_Desk/OfficeDesk_obj.zip': sampleZip([{ name: 'desk.obj', content: objText(4, 'desk') }]),
    '1456789_Office_Desk/OfficeDesk_textures.zip': textures('desk_diffuse.png'),
    '1456789_Office_Desk/license.txt': 'Royalty Free License',
  });

  expect(models()).toMatchObject([{ title: 'Desk', category: 'Uncategorised' }]);
  expect(texturesOf(files()).map((at) => String(at).split('/').at(-1))).toContain('desk_diffuse.png');
  expect(problems()).toEqual([]);
});

test('says what stands in for an archive', async () => {
  const { db } = await scannedLibrary({
    'pack.zip': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
  });

  expect(db.prepare('SELECT reason FROM problem').pluck().all()).toEqual([
    'The archive is only a Git LFS pointer. Run "git lfs pull" in its folder.',
  ]);
});
