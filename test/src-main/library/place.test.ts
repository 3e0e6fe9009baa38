import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createPlaceFinder, createPlaces } from '../../../src-main/library/place.ts';
import { createScratch } from '../scratch.ts';

async function createModel() {
  const library = await createScratch();
  const model = path.join(library, 'Chair_c');
  let time = 0;
  const prepare = createPlaces(library, model, () => time);
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { library, model, prepare, wait };
}

test('makes the folders of a model, and tells what is taken', async () => {
  const { model, prepare } = await createModel();
  const wood = path.join(model, '1k', 'textures', 'wood.png');

  expect(await prepare('1k/textures/wood.png')).toEqual({ target: wood, isTaken: false });
  await writeFile(wood, 'the artist’s');
  expect(await prepare('1k/textures/wood.png')).toEqual({ target: wood, isTaken: true });
});

test('refuses a link or a folder in the place of a file, also in a folder that was just judged', async () => {
  const { model, prepare } = await createModel();
  await prepare('1k/first.png');
  await mkdir(path.join(model, '1k', 'folder.png'));
  await symlink('first.png', path.join(model, '1k', 'link.png'));

  await expect(prepare('1k/folder.png')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(prepare('1k/link.png')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('sees soon that a folder has become a link', async () => {
  const { library, model, prepare, wait } = await createModel();
  await prepare('1k/first.png');
  await rm(path.join(model, '1k'), { recursive: true });
  await mkdir(path.join(library, 'elsewhere'));
  await symlink('../elsewhere', path.join(model, '1k'));

  wait(1000);

  await expect(prepare('1k/second.png')).rejects.toThrow(/is a link or a file where a folder should be/);
});

test('finds places without making anything, and looks once at each folder', async () => {
  const { model } = await createModel();
  const find = createPlaceFinder(model);
  const place = (name: string) => path.join(model, '1k', name);

  expect(await find('1k/first.png')).toBe(place('first.png'));
  await mkdir(model);
  await writeFile(path.join(model, '1k'), 'a file');

  expect(await find('1k/second.png')).toBe(place('second.png'));
  await expect(createPlaceFinder(model)('1k/second.png')).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
