import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import { listFiles } from '../list-files.ts';
import { createScratch } from '../scratch.ts';
import { createCatalogue, describeScene, scenePath } from './catalogue.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of one megabyte; null where this computer does not allow one. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await createScratch();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

test.skipIf(!isRoot)('a disk that runs full leaves nothing (needs root)', async ({ skip }) => {
  const library = await mountSmallDisk();
  if (!library) return skip('this computer does not let a test mount a disk');
  const { start } = await createCatalogue({
    library,
    files: { [scenePath]: Buffer.alloc(2_000_000, 1) },
    alterDirect: (answer) => ({ ...answer, supportFiles: [], sizeBytes: 900_000 }),
    answer: (_request, response, content) => {
      execFileSync('dd', ['if=/dev/zero', `of=${library}/other-program`, 'bs=1k', 'count=500'], {
        stdio: 'ignore',
      });
      response.writeHead(200).end(content.subarray(0, 900_000));
    },
  });

  await expect(start()).rejects.toMatchObject({
    code: 'INSUFFICIENT_STORAGE',
    message: expect.stringContaining('The disk is full'),
  });

  expect(await listFiles(library)).toEqual(['other-program']);
});

test.skipIf(!isRoot)('asks the disk before anything is charged (needs root)', async ({ skip }) => {
  const library = await mountSmallDisk();
  if (!library) return skip('this computer does not let a test mount a disk');
  const files = { [scenePath]: Buffer.alloc(1_500_000, 1), 'knight_1k/colour.png': Buffer.alloc(500_000, 2) };
  const { start, directBodies } = await createCatalogue({
    ...{ library, files },
    inventory: [describeScene(files)],
  });

  await expect(start()).rejects.toMatchObject({
    code: 'INSUFFICIENT_STORAGE',
    message: expect.stringMatching(/needs 2\.0 MB, but the disk with .* has only 1\.0 MB free/),
    details: { neededBytes: 2_000_000 },
  });

  expect(directBodies).toEqual([]);
  expect(await listFiles(library)).toEqual([]);
});

test.skipIf(!isRoot)('charges nothing for a disk without write access (needs root)', async ({ skip }) => {
  const library = await mountSmallDisk();
  if (!library) return skip('this computer does not let a test mount a disk');
  const { start, directBodies, roots } = await createCatalogue({
    library,
    files: { [scenePath]: Buffer.from('the scene') },
  });
  await roots.open(library);
  execFileSync('mount', ['-o', 'remount,ro', library]);

  await expect(start()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('another library folder'),
  });

  expect(directBodies).toEqual([]);
});

test.skipIf(!isRoot)('two downloads never count on the same bytes (needs root)', async ({ skip }) => {
  const library = await mountSmallDisk();
  if (!library) return skip('this computer does not let a test mount a disk');
  const space = createDiskSpace();
  const [first, second] = [space.open(library), space.open(library)];
  await first.claim(700_000, 'First');

  await expect(second.claim(700_000, 'Second')).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });

  first.release();
  await second.claim(700_000, 'Second');
});
