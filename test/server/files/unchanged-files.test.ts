import { createHash } from 'node:crypto';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { markOf } from '../../../server/base/storage/file-mark.ts';
import { createUnchangedFiles } from '../../../server/files/unchanged-files.ts';
import { type LibraryFolder, makeLibraryFolder } from '../../helpers/library-folder.ts';

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const model = { folder: 'm' };
const expected = { relativePath: '1k/a.obj', sizeBytes: 5, sha256: sha256Of('first') };

let library: LibraryFolder | null = null;

/** A file that was read, on a disk that gives it the same mark whatever is written. */
function open(isTelling: boolean) {
  library = makeLibraryFolder({ 'm/1k/a.obj': 'first' });
  const disk = path.join(library.folder, 'm/1k/a.obj');
  const mark = markOf(statSync(disk, { bigint: true }), disk);
  const stamps = { find: () => ({ ...expected, mark }), findPlace: () => null };
  const distrust = vi.fn();
  const unchanged = createUnchangedFiles({ stamps, distrust, isTelling: () => isTelling });
  async function look() {
    await using handle = await openFile(disk, 'r');
    const opened = { handle, disk, found: await handle.stat({ bigint: true }) };
    if (unchanged.isTold(model, expected, opened)) return 'told';
    await unchanged.confirm(model, expected, opened);
    return 'read';
  }
  return { disk, distrust, look };
}

test('reads nothing where the mark tells', async () => {
  const { look } = open(true);

  expect(await look()).toBe('told');
});

test('reads once where the disk keeps no good marks', async () => {
  const { look } = open(false);

  expect([await look(), await look()]).toEqual(['read', 'told']);
});

test('lets the content decide after a touch', async () => {
  const { disk, distrust, look } = open(true);
  utimesSync(disk, 1, 1);

  expect(await look()).toBe('read');
  expect(distrust).not.toHaveBeenCalled();
});

test('reports other bytes of the same size once', async () => {
  const { disk, distrust, look } = open(true);
  writeFileSync(disk, 'other');

  await expect(look()).rejects.toThrow('another SHA-256');
  await expect(look()).rejects.toThrow('another SHA-256');

  expect(distrust.mock.calls).toEqual([['m/1k/a.obj', 'm']]);
});
