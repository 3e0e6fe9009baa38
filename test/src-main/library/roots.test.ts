import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { rootName } from '../../../src-main/library/roots.ts';
import { createScratch } from '../scratch.ts';
import { createRoots } from './create-roots.ts';
import { readLibrary } from './read-library.ts';

async function createLibrary() {
  const disk = await createScratch();
  const folder = path.join(disk, 'library');
  const roots = await createRoots();
  await roots.open(folder);
  return { disk, folder, roots };
}

test('makes and marks a new library', async () => {
  const { folder, roots } = await createLibrary();

  expect(JSON.parse(await readFile(path.join(folder, rootName), 'utf8'))).toMatchObject({ version: 1 });
  expect(await roots.findAbsence(folder)).toBeNull();
});

test('marks a library that was there before', async () => {
  const folder = await createScratch();
  await mkdir(path.join(folder, 'Knight_a'));
  const roots = await createRoots();

  await roots.open(folder);

  expect((await readdir(folder)).toSorted()).toEqual([rootName, 'Knight_a'].toSorted());
});

test('takes an empty mount point for an absent library', async () => {
  const { folder, roots } = await createLibrary();
  await rename(folder, `${folder}-unplugged`);
  await mkdir(folder);

  await expect(roots.open(folder)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('is not connected'),
  });

  expect(await readdir(folder)).toEqual([]);
  expect(textOf((await readLibrary(folder, { roots })).absence ?? '')).toContain(folder);
});

test('never makes the folder of an absent library', async () => {
  const { disk, folder, roots } = await createLibrary();
  await rename(folder, `${folder}-unplugged`);

  await expect(roots.open(folder)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(await readdir(disk)).toEqual(['library-unplugged']);
});

test('goes on when the disk is back', async () => {
  const { folder, roots } = await createLibrary();
  await rename(folder, `${folder}-unplugged`);
  await expect(roots.open(folder)).rejects.toThrow();

  await rename(`${folder}-unplugged`, folder);

  await roots.open(folder);
  expect((await readLibrary(folder, { roots })).absence).toBeNull();
});

test('refuses another library in its place', async () => {
  const { folder, roots } = await createLibrary();
  const id = '6f1f6f3e-9d3b-4c55-8d0e-0f6c4c7f2a11';
  await writeFile(path.join(folder, rootName), JSON.stringify({ version: 1, id }));

  await expect(roots.open(folder)).rejects.toMatchObject({
    message: expect.stringContaining('another library'),
  });
});

test('believes the person who chooses a folder again', async () => {
  const { folder, roots } = await createLibrary();
  await rm(folder, { recursive: true });

  await roots.forget(folder);

  await roots.open(folder);
  expect(await roots.findAbsence(folder)).toBeNull();
});

test('is shared by computers that open it one after the other', async () => {
  const { folder } = await createLibrary();
  const others = await createRoots();

  await others.open(folder);

  expect(await others.findAbsence(folder)).toBeNull();
});

test('is the same library for computers that begin it together', async () => {
  const folder = path.join(await createScratch(), 'library');
  const computers = await Promise.all(Array.from({ length: 8 }, () => createRoots()));

  await Promise.all(computers.map((roots) => roots.open(folder)));

  const absences = await Promise.all(computers.map((roots) => roots.findAbsence(folder)));
  expect(new Set(absences)).toEqual(new Set([null]));
});

test('marks a library again whose mark was never written', async () => {
  const folder = await createScratch();
  await writeFile(path.join(folder, rootName), '');
  const roots = await createRoots();

  await roots.open(folder);

  expect(await roots.findAbsence(folder)).toBeNull();
});

test('asks a library that hangs once until it answers', async () => {
  const id = '6f1f6f3e-9d3b-4c55-8d0e-0f6c4c7f2a11';
  const silence = Promise.withResolvers<string>();
  let asked = 0;
  const readId = () => {
    asked += 1;
    return silence.promise;
  };
  const roots = await createRoots({ patienceOf: () => 1, readId });
  await roots.adopt('/share', id);
  const answered = Promise.withResolvers<void>();

  const absences = await Promise.all(Array.from({ length: 8 }, () => roots.findAbsence('/share')));
  absences.push(await roots.findAbsence('/share', answered.resolve));

  expect(new Set(absences.map((one) => textOf(one ?? '')))).toEqual(
    new Set([expect.stringContaining('is not responding')]),
  );
  expect([asked, await roots.isWaiting()]).toEqual([1, true]);
  silence.resolve(id);
  await answered.promise;
  expect(await roots.isWaiting()).toBe(false);
  expect(await roots.findAbsence('/share')).toBeNull();
});

test('asks no library once the app ends', async () => {
  let asked = 0;
  const readId = async () => {
    asked += 1;
    return null;
  };
  const roots = await createRoots({ readId });
  await roots.adopt('/share', '6f1f6f3e-9d3b-4c55-8d0e-0f6c4c7f2a11');

  roots.leave();
  const absence = await roots.findAbsence('/share', () => expect.unreachable());
  const read = await roots.attend('/share', readId, () => expect.unreachable());

  expect([textOf(absence ?? ''), read, asked]).toEqual([
    expect.stringContaining('is not responding'),
    null,
    0,
  ]);
});
