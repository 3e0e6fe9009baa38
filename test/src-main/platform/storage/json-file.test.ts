import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createJsonFile } from '../../../../src-main/platform/storage/json-file.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';

const schema = z.object({ count: z.number() });

async function createFile() {
  const folder = await createScratch();
  const target = path.join(folder, 'deep/state.json');
  const { log, lines } = createMemoryLog();
  return {
    file: createJsonFile({ file: target, schema, log }),
    path: target,
    folder: path.dirname(target),
    lines,
  };
}

test('reads nothing where nothing was written', async () => {
  const { file } = await createFile();

  expect(await file.read()).toBeNull();
});

test('reads back what was written', async () => {
  const { file } = await createFile();

  await file.write({ count: 1 });

  expect(await file.read()).toEqual({ count: 1 });
});

test('reads what is still being written', async () => {
  const { file } = await createFile();

  const writing = file.write({ count: 1 });

  expect(await file.read()).toEqual({ count: 1 });
  await writing;
});

test('the last of many writes stays', async () => {
  const { file, path: name, folder } = await createFile();

  await Promise.all(Array.from({ length: 50 }, (_, count) => file.write({ count })));

  expect(JSON.parse(await readFile(name, 'utf8'))).toEqual({ count: 49 });
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('keeps a broken file under another name', async () => {
  const { file, path: name, folder, lines } = await createFile();
  await mkdir(folder);
  await writeFile(name, '{"count":');

  expect(await file.read()).toBeNull();

  expect(await readdir(folder)).toEqual([expect.stringMatching(/^state\.broken-.*\.json$/)]);
  expect(lines.join()).toContain('file.broken');
});

test.skipIf(process.getuid?.() === 0)('rejects when the folder refuses (not as root)', async () => {
  const { file, folder, lines } = await createFile();
  await mkdir(folder);
  await chmod(folder, 0o500);

  await expect(file.write({ count: 1 })).rejects.toThrow('EACCES');

  expect(lines.join()).toContain('file.not-written');
});

test('works again after a write that failed', async () => {
  const { file, path: name, folder } = await createFile();
  await writeFile(path.dirname(name), 'a file where the folder should be');
  await expect(file.write({ count: 1 })).rejects.toThrow();

  await rm(folder);
  await file.write({ count: 2 });

  expect(await file.read()).toEqual({ count: 2 });
});
