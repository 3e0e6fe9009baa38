import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { access, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { InTheWay } from '../../../../src-main/library/move/copy-file.ts';
import { bringLibrary, clearOldPlace, takeBack } from '../../../../src-main/library/move/move-library.ts';
import { createScratch } from '../../scratch.ts';
import { contents, createTools, isLibrary, readContents, writeContents } from './library-under-move.ts';

async function createMove(options: { readonly inOneStep?: boolean } = {}) {
  const scratch = await createScratch();
  const tools = await createTools(scratch, options);
  const { from, to } = tools.record;
  await writeContents(from);
  await mkdir(to);
  return { scratch, tools, from, to };
}
const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  );

test('moves all of a library to another disk', async () => {
  const { tools, from, to } = await createMove();
  await symlink('sketch.txt', path.join(from, 'my sketches/link.txt'));

  await bringLibrary(tools);
  const both = [await isLibrary(from), await isLibrary(to)];
  const kept = await clearOldPlace(tools);

  expect(both).toEqual([true, true]);
  expect(kept).toBe(0);
  expect(await readContents(to)).toEqual(contents);
  expect(await isThere(path.join(to, 'my sketches/link.txt'))).toBe(true);
  expect(await isThere(from)).toBe(false);
});

test('moves a library on one disk in one step', async () => {
  const { tools, from, to } = await createMove({ inOneStep: true });

  await bringLibrary(tools);
  await clearOldPlace(tools);

  expect(tools.journal.entries()).toEqual([]);
  expect(await readContents(to)).toEqual(contents);
  expect(await isLibrary(to)).toBe(true);
  expect(await isThere(from)).toBe(false);
});

test('replaces nothing at the new place', async () => {
  const { tools, from, to } = await createMove();
  const moving = bringLibrary(tools);
  await moving;
  await rm(path.join(to, '.lodestock-library.json'));
  await writeFile(path.join(to, '.lodestock-moving.json'), '{}');
  await tools.journal.remove('my sketches/sketch.txt');
  await writeFile(path.join(to, 'my sketches/sketch.txt'), 'another sketch');

  await expect(bringLibrary(tools)).rejects.toBeInstanceOf(InTheWay);

  expect(await readContents(to)).toMatchObject({ 'my sketches/sketch.txt': 'another sketch' });
  expect(await readContents(from)).toEqual(contents);
});

test('a folder that is not empty is no new place', async () => {
  const { tools, from, to } = await createMove({ inOneStep: true });
  await writeFile(path.join(to, 'holiday.jpg'), 'sea');

  await expect(bringLibrary(tools)).rejects.toThrow('holiday.jpg');

  expect(await readContents(from)).toEqual(contents);
});

test('takes along what changes while it moves', async () => {
  const { tools, from, to } = await createMove();
  await writeFile(path.join(from, 'my sketches/old.txt'), 'old');
  let hasChanged = false;
  const onProgress = ({ doneFiles }: { readonly doneFiles: number }) => {
    if (hasChanged || doneFiles < 4) return;
    hasChanged = true;
    appendFileSync(path.join(from, 'Furniture/Pine_pine/model.json'), ' ');
    rmSync(path.join(from, 'my sketches/old.txt'));
    writeFileSync(path.join(from, 'my sketches/new.txt'), 'new');
  };
  await bringLibrary({ ...tools, onProgress });
  await writeFile(path.join(from, 'my sketches/sketch.txt'), 'changed at the last moment');

  const kept = await clearOldPlace(tools);

  expect(kept).toBe(1);
  expect(await readContents(from)).toEqual({ 'my sketches/sketch.txt': 'changed at the last moment' });
  expect(await readContents(to)).toEqual({
    ...contents,
    'Furniture/Pine_pine/model.json': `${contents['Furniture/Pine_pine/model.json']} `,
    'my sketches/new.txt': 'new',
  });
});

test('writes nothing under the mount point of a disk that was pulled', async () => {
  const { tools, from, to } = await createMove();
  const control = new AbortController();
  const stopEarly = ({ doneFiles }: { readonly doneFiles: number }) => {
    if (doneFiles === 3) control.abort();
  };
  const first = { ...tools, signal: control.signal, onProgress: stopEarly };
  await expect(bringLibrary(first)).rejects.toThrow('aborted');
  await rename(to, `${to} on its disk`);
  await mkdir(to);

  await expect(bringLibrary(tools)).rejects.toThrow('is not connected');

  expect(await readContents(to)).toEqual({});
  expect(await readContents(from)).toEqual(contents);
});

test('goes on where it stopped', async () => {
  const { tools, from, to } = await createMove();
  const control = new AbortController();
  const stopEarly = ({ doneFiles }: { readonly doneFiles: number }) => {
    if (doneFiles === 3) control.abort();
  };
  await expect(bringLibrary({ ...tools, signal: control.signal, onProgress: stopEarly })).rejects.toThrow(
    'aborted',
  );
  const done: number[] = [];

  await bringLibrary({ ...tools, onProgress: ({ doneFiles }) => void done.push(doneFiles) });

  expect(done[0]).toBe(3);
  expect(await readContents(to)).toEqual(contents);
  expect(await isLibrary(from)).toBe(true);
});

test('a move that is cancelled leaves nothing behind', async () => {
  const { tools, from, to } = await createMove();
  const control = new AbortController();
  const stopEarly = ({ doneFiles }: { readonly doneFiles: number }) => {
    if (doneFiles === 4) control.abort();
  };
  await bringLibrary({ ...tools, signal: control.signal, onProgress: stopEarly }).catch(() => undefined);
  await writeFile(path.join(to, 'holiday.jpg'), 'sea');

  await takeBack(tools);

  expect(await readContents(to)).toEqual({ 'holiday.jpg': 'sea' });
  expect(await readContents(from)).toEqual(contents);
});
