import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHashThreads } from '../../../../src-main/platform/storage/hash-threads.ts';
import { createScratch } from '../../scratch.ts';

test('hashes more files than it has threads, and says which cannot be read', async () => {
  const folder = await createScratch();
  const contents = Array.from({ length: 9 }, (_, index) => randomBytes(index * 400_000));
  const files = contents.map((_, index) => path.join(folder, `${index}`));
  for (const [index, file] of files.entries()) await writeFile(file, contents[index] ?? '');
  await mkdir(path.join(folder, 'a folder'));
  const { hash } = createHashThreads({ count: 2 });

  const asked = [...files, path.join(folder, 'nothing'), path.join(folder, 'a folder')];
  const found = await Promise.all(asked.map(hash));

  const expected = contents.map((content) => createHash('sha256').update(content).digest('hex'));
  expect(found).toEqual([...expected, null, null]);
});

test('hashes files itself where threads cannot start', async () => {
  const folder = await createScratch();
  await writeFile(path.join(folder, 'file'), 'abc');
  const { hash } = createHashThreads({ count: 1, threadFile: new URL('file:///is/not/there.js') });

  const found = await Promise.all([1, 2, 3].map(() => hash(path.join(folder, 'file'))));

  expect(new Set(found)).toEqual(new Set([createHash('sha256').update('abc').digest('hex')]));
});
