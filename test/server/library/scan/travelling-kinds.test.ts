import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';

const carried = ['wood.tga', 'wood.exr', 'paint.mtlx', 'smoke.vdb', 'cloth.pc2', 'other.fbx', 'data.bin'];
const refused = [
  'install.exe',
  'run.lnk',
  'run.bat',
  'run.ps1',
  'run.py',
  'page.html',
  'picture.svg',
  'read.pdf',
];
const all = [...carried, ...refused, 'setup'];
const material = `newmtl oak\n${all.map((name) => `map_Kd ${name}`).join('\n')}\n`;
const files = Object.fromEntries(all.map((name) => [name, 'bytes']));
const scene = {
  'chair.obj': `mtllib chair.mtl\nusemtl oak\n${objText(4, 'chair')}`,
  'chair.mtl': material,
};
const inside = (folder: string, content: object) =>
  Object.fromEntries(Object.entries(content).map(([name, bytes]) => [`${folder}/${name}`, bytes]));

test.each([
  ['a topology folder', 'Chair/1k'],
  ['any folder', 'Chair/export'],
])('delivers no program that a scene of %s refers to', async (_, folder) => {
  const library = makeScannedLibrary(inside(folder, { ...scene, ...files }));

  await library.scan();

  const names = library.files().map(({ relative_path }) => String(relative_path).split('/').at(-1));
  expect(names).toEqual(
    expect.arrayContaining(['chair.obj', 'chair.mtl', 'wood.tga', 'paint.mtlx', 'data.bin']),
  );
  expect(names.filter((name) => refused.includes(name ?? '') || name === 'setup')).toEqual([]);
  const needs = library.db.prepare<[], string>('SELECT needs FROM file').pluck().all().join();
  expect(refused.filter((name) => needs.includes(name))).toEqual([]);
  expect(library.problems()).toContain(`left-out ${folder}/install.exe`);
});

test('writes no hidden characters of a pack into texts', async () => {
  const said = {
    title: 'Oak\u202e chair',
    license: 'CC0\u001b[2J\nSee the site',
    tags: ['\u200b\u200b', 'oak'],
  };
  const library = makeScannedLibrary({
    ...simpleModel('chair'),
    'chair/product.json': JSON.stringify(said),
  });

  await library.scan();

  const told = library.db.prepare('SELECT title, license, tags FROM model').all();
  expect(told).toEqual([{ title: 'Oak chair', license: 'CC0[2J\nSee the site', tags: '["oak"]' }]);
});

test('lists a document that no scene refers to, and delivers it with none', async () => {
  const library = makeScannedLibrary({ ...simpleModel('chair'), 'chair/10k/viewer.html': '<p>' });

  await library.scan();

  expect(library.files().map(({ relative_path }) => relative_path)).toContain('10k/viewer.html');
  const needs = library.db.prepare<[], string>('SELECT needs FROM file').pluck().all().join();
  expect(needs).not.toContain('viewer');
  expect(library.problems()).toEqual([]);
});
