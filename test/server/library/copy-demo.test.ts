import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDemo } from '../../../server/library/copy-demo.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { until } from '../../helpers/test-site.ts';

const titles = ['Chair', 'Lamp', 'Mug'];

function addModel(title: string) {
  mkdirSync(path.join(from, title, '1k'), { recursive: true });
  writeFileSync(path.join(from, title, '1k', 'thing.glb'), title);
  writeFileSync(path.join(from, title, 'product.json'), '{}');
}

let from: string;
let folder: string;
beforeEach(() => {
  const scratch = makeFolder();
  [from, folder] = [path.join(scratch, 'built'), path.join(scratch, 'library')];
  titles.forEach(addModel);
  writeFileSync(path.join(from, 'made-from'), 'sources');
});
afterEach(() => rmSync(path.dirname(from), { recursive: true, force: true }));

test('copies every model whole and nothing else', async () => {
  await copyDemo({ from, folder });

  expect(readdirSync(folder)).toEqual(titles);
  expect(readFileSync(path.join(folder, 'Mug', '1k', 'thing.glb'), 'utf8')).toBe('Mug');
});

test('leaves a folder that exists alone', async () => {
  mkdirSync(path.join(folder, 'Lamp'), { recursive: true });
  writeFileSync(path.join(folder, 'Lamp', 'note.txt'), 'mine');

  await copyDemo({ from, folder });

  expect(readdirSync(path.join(folder, 'Lamp'))).toEqual(['note.txt']);
  expect(readdirSync(folder)).toEqual(titles);
});

test('replaces the draft of a broken run', async () => {
  const draft = path.join(folder, '.Lamp.draft');
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, 'half.glb'), 'half');

  await copyDemo({ from, folder });

  expect(readdirSync(folder)).toEqual(titles);
  expect(existsSync(path.join(folder, 'Lamp', 'half.glb'))).toBe(false);
});

test('leaves no half model when aborted', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => `Model ${index}`);
  many.forEach(addModel);
  const stop = new AbortController();

  const run = copyDemo({ from, folder, signal: stop.signal });
  const isBegun = until(() => existsSync(folder) && readdirSync(folder).length > 1);
  await Promise.race([run, isBegun]);
  stop.abort();

  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  const found = readdirSync(folder);
  expect(found.filter((name) => !existsSync(path.join(folder, name, 'product.json')))).toEqual([]);
  expect(found.length).toBeLessThan(many.length);
});

test('starts nothing when aborted before', async () => {
  const run = copyDemo({ from, folder, signal: AbortSignal.abort() });

  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(existsSync(folder)).toBe(false);
});

test('says how to make a demo library that is not there', async () => {
  const missing = path.join(from, 'nowhere');

  await expect(copyDemo({ from: missing, folder })).rejects.toThrow(
    `The demo library is not in ${missing}. Run npm run build.`,
  );
});

test('names the folder that it cannot write', async () => {
  writeFileSync(folder, 'not a folder');

  await expect(copyDemo({ from, folder })).rejects.toThrow(
    `The demo library in ${folder} could not be written`,
  );
});
