import { open, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { Sha256 } from '../../server/contract/common.ts';
import { limits } from '../../server/contract/limits.ts';

export type Wanted = { readonly sha256: string; readonly sizeBytes: number };

type LeafJournal = {
  /** Records that a leaf is on the disk. */
  readonly note: (leaf: number) => Promise<void>;
  readonly remove: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const Head = z.object({
  version: z.literal(1),
  sha256: Sha256,
  sizeBytes: z.number().int(),
  leafBytes: z.literal(limits.leafBytes),
});

/** How many leaves, counted from the first, a journal confirms; 0 if it is missing, damaged or for other content. */
export async function readLeafJournal(file: string, wanted: Wanted): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first = '', ...lines] = text.split('\n');
  try {
    const { sha256, sizeBytes } = Head.parse(JSON.parse(first));
    if (sha256 !== wanted.sha256 || sizeBytes !== wanted.sizeBytes) return 0;
  } catch {
    return 0;
  }
  // The last line has no line end: it was cut off, or is empty.
  const noted = new Set(lines.slice(0, -1).map(Number));
  let count = 0;
  while (noted.has(count)) count += 1;
  return count;
}

/** One line for each finished leaf of a download; the file is created with the first. */
export function createLeafJournal(file: string, { sha256, sizeBytes }: Wanted): LeafJournal {
  const head = JSON.stringify({ version: 1, sha256, sizeBytes, leafBytes: limits.leafBytes });
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
    async note(leaf) {
      opening ??= openFile();
      await (await opening).appendFile(`${leaf}\n`);
    },
    close,
    async remove() {
      await close();
      await rm(file, { force: true });
    },
  };
}
