import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { renamePatiently } from '../../storage/rename-patiently.ts';
import { onDisk } from '../disk.ts';
import { writeAll } from '../part-content.ts';
import type { StagedFile } from '../part-file.ts';
import type { PartPlace } from '../part-place.ts';
import type { PlannedFile } from '../plan.ts';

const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW } = constants;
/** Links are not followed. */
const anew = O_CREAT | O_TRUNC | O_WRONLY | (O_NOFOLLOW ?? 0);

async function using<T>(opening: Promise<FileHandle>, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await opening;
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/**
 * What was sent is not yet what is stored: another program, or a share, may have changed or lost some of it. Reads it over
 * what was sent, so that no other memory is needed.
 */
const isOnDisk = (file: string, content: Buffer<ArrayBuffer>, sha256: string) =>
  using(open(file, 'r'), async (handle) => {
    const found = Buffer.from(content.buffer, content.byteOffset, content.length + 1);
    const { bytesRead } = await handle.read(found, 0, found.length, 0);
    return bytesRead === content.length && hash('sha256', content) === sha256;
  });

/** Puts a small file into staging, complete and on the disk; null, and nothing stays, if its content is not the planned one. */
export async function storeSmall(
  target: string,
  place: PartPlace,
  file: PlannedFile,
  content: Buffer<ArrayBuffer>,
): Promise<StagedFile | null> {
  if (hash('sha256', content) !== file.sha256) return null;
  const bytes = content.length;
  return onDisk(target, async () => {
    await using(open(place.file, anew, 0o666), async (handle) => {
      await writeAll(handle, [content], 0);
      await handle.sync();
    });
    if (!(await isOnDisk(place.file, content, file.sha256))) {
      await rm(place.file, { force: true });
      return null;
    }
    await renamePatiently(place.file, place.whole);
    return {
      keptBytes: 0,
      receivedBytes: () => bytes, // the content is used again
      keep: async () => undefined,
      discard: () => rm(place.whole, { force: true }),
    };
  });
}
