import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';

const script = path.join(import.meta.dirname, '../../../helpers/visit-with-few-files.ts');

function visitWithFewFiles(files: Readonly<Record<string, string>>, folder: string): readonly unknown[] {
  const library = makeLibraryFolder(files);
  const args = ['--disable-warning=ExperimentalWarning', script, library.folder, folder];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const scene = `mtllib chair.mtl\n${objText(3)}`;
const folders = {
  'topology folders': {
    'chair/.lodestock.json': JSON.stringify({ guid: 'chair' }),
    'chair/product.json': JSON.stringify({ title: 'Chair', priceUsd: 7 }),
    'chair/10k/chair.obj': scene,
    'chair/10k/chair.mtl': 'newmtl wood\nmap_Kd textures/wood.png\n',
    'chair/10k/textures/wood.png': 'not a picture',
  },
  'an ordinary folder': {
    'chair/chair.obj': scene,
    'chair/chair.mtl': 'newmtl wood\nmap_Kd textures/wood.png\n',
    'chair/chair.json': JSON.stringify({ title: 'Chair', license: 'CC0' }),
    'chair/license.txt': 'Creative Commons Attribution 4.0',
    'chair/textures/wood.png': 'not a picture',
  },
};

test.each(Object.entries(folders))('draws no conclusion on %s when files run out', (_name, files) => {
  const [whole, ...others] = visitWithFewFiles(files, 'chair');

  expect(whole).toMatchObject({ kind: expect.stringMatching(/^models?$/) });
  expect(others.length).toBeGreaterThan(6);
  expect(new Set(others)).toEqual(new Set(['EMFILE']));
});
