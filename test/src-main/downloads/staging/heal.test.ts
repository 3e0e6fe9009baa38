import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { listFiles } from '../../list-files.ts';
import { createCatalogue, leavesOf, scenePath } from '../catalogue.ts';

const { leafBytes } = limits;
const content = randomBytes(3 * leafBytes + 1234);

/** A downloaded model whose scene was damaged on the disk afterwards. */
async function createDamaged(
  options: Partial<Parameters<typeof createCatalogue>[0]>,
  positions: readonly number[],
) {
  const catalogue = await createCatalogue({ files: { [scenePath]: content }, ...options });
  const { filePath } = await catalogue.start();
  const handle = await open(filePath, 'r+');
  for (const position of positions)
    await handle.write(Buffer.of((content[position] ?? 0) ^ 1), 0, 1, position);
  await handle.close();
  const damaged = await readFile(filePath);
  const before = catalogue.fileRequests().length;
  const ranges = () =>
    catalogue
      .fileRequests()
      .slice(before)
      .map(({ headers }) => headers.range ?? 'whole');
  return { ...catalogue, filePath, damaged, ranges };
}

test('fetches only the chunk of a file that differs', async () => {
  const { start, filePath, damaged, ranges } = await createDamaged({ leavesOf }, [leafBytes + 5]);

  await start({ edited: 'aside' });

  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(ranges()).toEqual([`bytes=${3 * leafBytes}-`, `bytes=${leafBytes}-${2 * leafBytes - 1}`]);
  const aside = (await readdir(path.dirname(filePath))).find((name) => name.includes('(edited ')) ?? '';
  expect((await readFile(path.join(path.dirname(filePath), aside))).equals(damaged)).toBe(true);
});

test('fetches a file whole when nothing of it is right', async () => {
  const everywhere = [0, 1, 2, 3].map((leaf) => leaf * leafBytes);
  const { start, filePath, ranges } = await createDamaged({ leavesOf }, everywhere);

  await start({ edited: 'aside' });

  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(ranges()).toEqual(['whole']);
});

test('fetches a file whole where the server tells no chunks', async () => {
  const { start, filePath, ranges } = await createDamaged({}, [5]);

  await start({ edited: 'aside' });

  expect((await readFile(filePath)).equals(content)).toBe(true);
  expect(ranges()).toEqual(['whole']);
});

test('leaves nothing of the repair behind', async () => {
  const { start, library } = await createDamaged({ leavesOf }, [leafBytes + 5]);

  await start({ edited: 'aside' });

  const names = await listFiles(library);
  expect(names.filter((name) => /\.(?:part|leaves|whole)$/.test(name))).toEqual([]);
});

test('asks before it repairs what may be the work of a person', async () => {
  const { start, filePath } = await createDamaged({ leavesOf }, []);
  await writeFile(filePath, 'mine');

  await expect(start()).rejects.toMatchObject({ code: 'FILE_EDITED' });

  expect(await readFile(filePath, 'utf8')).toBe('mine');
});
