import { hash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createManyFiles } from '../../../../src-main/downloads/staging/many-files.ts';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';

const many = createManyFiles();
const bytes = 1000;

/** Twenty files in shared memory, for a folder. */
function pack(folder: string) {
  const memory = new SharedArrayBuffer(20 * bytes);
  const files = Array.from({ length: 20 }, (_, index) => {
    const content = Buffer.from(memory, index * bytes, bytes);
    content.set(randomBytes(bytes));
    const [part, whole] = ['part', 'whole'].map((ending) => path.join(folder, `${index}.${ending}`));
    return {
      at: index * bytes,
      bytes,
      sha256: hash('sha256', content),
      part: part ?? '',
      whole: whole ?? '',
    };
  });
  return { memory, files };
}

test('stores what has the right content, and nothing else', async () => {
  const folder = await createScratch();
  const { memory, files } = pack(folder);
  Buffer.from(memory, 3 * bytes, bytes).reverse();

  const { stored, refused } = await many.store(memory, files);

  expect(stored).toEqual(files.map((_, index) => index !== 3));
  expect(refused).toBeNull();
  expect(await listFiles(folder)).toHaveLength(19);
  for (const { at, whole } of files.filter((_, index) => index !== 3))
    expect((await readFile(whole)).equals(Buffer.from(memory, at, bytes))).toBe(true);
});

test('tells which file the disk refused', async () => {
  const folder = await createScratch();
  const { memory, files } = pack(folder);
  await mkdir(files[5]?.part ?? '');

  const { stored, refused } = await many.store(memory, files);

  expect(refused).toMatchObject({ index: 5, error: { code: 'EISDIR', syscall: 'open' } });
  expect(stored[5]).toBe(false);
});

test('follows no link', async () => {
  const folder = await createScratch();
  const { memory, files } = pack(folder);
  const mine = path.join(folder, 'mine');
  await writeFile(mine, 'mine');
  await symlink(mine, files[0]?.part ?? '');

  const { refused } = await many.store(memory, files.slice(0, 1));

  expect(refused?.index).toBe(0);
  expect(await readFile(mine, 'utf8')).toBe('mine');
});

async function makeMoves() {
  const folder = await createScratch();
  const files = ['a', 'b', 'c'].map((name) => ({
    from: path.join(folder, `${name}.old`),
    to: path.join(folder, name),
  }));
  for (const { from } of files) await writeFile(from, 'new');
  return { folder, files };
}

test('moves files as long as their names are free', async () => {
  const { files } = await makeMoves();
  await writeFile(files[1]?.to ?? '', 'mine');

  expect(await many.move(files, 60_000)).toBe(1);
  expect(await readFile(files[1]?.to ?? '', 'utf8')).toBe('mine');
});

test('moves nothing once its time is up', async () => {
  const { files } = await makeMoves();

  expect(await many.move(files, 0)).toBe(0);
});

test('a thread that dies has stored nothing, and moved what is gone', async () => {
  const dead = createManyFiles(new URL('file:///is/not/there.js'));
  const { files } = await makeMoves();
  await rename(files[0]?.from ?? '', files[0]?.to ?? '');
  const { memory, files: packed } = pack(path.dirname(files[0]?.to ?? ''));

  expect(await dead.store(memory, packed)).toEqual({ stored: [], refused: null });
  expect(await dead.move(files, 60_000)).toBe(1);
});
