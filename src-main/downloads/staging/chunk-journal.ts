import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { Sha256 } from '../../../server/contract/common.ts';
import { limits } from '../../../server/contract/limits.ts';

export const chunkBytes = limits.leafBytes;

/** Returns the SHA-256, in hex, of the concatenated 32-byte SHA-256 values of a file's chunks. */
export function digestChunks(hashes: readonly string[]): string {
  return createHash('sha256').update(hashes.join(''), 'hex').digest('hex');
}

export type Wanted = { readonly sha256: string; readonly sizeBytes: number };

const Head = z.object({
  version: z.literal(1),
  sha256: Sha256,
  sizeBytes: z.number().int(),
  leafBytes: z.literal(chunkBytes),
});

/** Returns how many leading chunks a journal confirms; 0 if it is missing, damaged or for other content. */
export async function readChunkJournal(file: string, wanted: Wanted): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first = '', ...lines] = text.split('\n');
  try {
    const { sha256, sizeBytes } = Head.parse(JSON.parse(first));
    if (sha256 !== wanted.sha256 || sizeBytes !== wanted.sizeBytes) return 0;
  } catch {
    return 0;
  }
  // The last line is empty or truncated.
  const noted = new Set(lines.slice(0, -1).map(Number));
  let count = 0;
  while (noted.has(count)) count += 1;
  return count;
}

/** Writes one line per chunk on the disk; the first line creates the file. */
export function createChunkJournal(file: string, { sha256, sizeBytes }: Wanted) {
  const head = JSON.stringify({ version: 1, sha256, sizeBytes, leafBytes: chunkBytes });
  let opening: ReturnType<typeof open> | null = null;

  async function openFile() {
    const handle = await open(file, 'a');
    if ((await handle.stat()).size === 0) await handle.appendFile(`${head}\n`);
    return handle;
  }

  async function close(): Promise<void> {
    const handle = await opening?.catch(() => null);
    opening = null;
    await handle?.close();
  }

  return {
    async note(chunk: number): Promise<void> {
      opening ??= openFile();
      await (await opening).appendFile(`${chunk}\n`);
    },
    close,
    async remove(): Promise<void> {
      await close();
      await rm(file, { force: true });
    },
  };
}
