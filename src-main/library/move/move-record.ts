import { appendFile, readFile, rm } from 'node:fs/promises';
import { z } from 'zod';

/** A running move, recorded before its first step; null if there is none. */
export const MoveRecord = z
  .object({
    version: z.literal(1),
    id: z.uuid().describe('Of the library'),
    from: z.string(),
    to: z.string(),
    phase: z.enum(['moving', 'switched']).describe('`switched`: the new place is the library'),
    isPaused: z.boolean(),
  })
  .nullable();
export type MoveRecord = NonNullable<z.infer<typeof MoveRecord>>;

const Copied = z.object({
  path: z.string().describe('Relative, with slashes'),
  size: z.number(),
  mtimeMs: z.number(),
  sha256: z.string().nullable().describe('Null when the copy was removed again'),
});
type Copied = z.infer<typeof Copied>;

/** Files at the target that were read back and equal the originals. */
export type Journal = Awaited<ReturnType<typeof openJournal>>;

function parseLine(line: string): Copied[] {
  try {
    return [Copied.parse(JSON.parse(line))];
  } catch {
    return []; // a line that a crash cut off; its file is compared again
  }
}

/** Writes one line per file. A lost line costs a comparison, never a file. */
export async function openJournal(file: string) {
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = new Map<string, Copied>();
  const take = (entry: Copied) =>
    void (entry.sha256 === null ? known.delete(entry.path) : known.set(entry.path, entry));
  for (const entry of text.split('\n').flatMap(parseLine)) take(entry);
  const write = async (entry: Copied) => {
    await appendFile(file, `\n${JSON.stringify(entry)}`);
    take(entry);
  };
  return {
    entries: () => [...known.values()],
    find: (path: string) => known.get(path),
    add: write,
    remove: (path: string) => write({ path, size: 0, mtimeMs: 0, sha256: null }),
    async drop() {
      known.clear();
      await rm(file, { force: true });
    },
  };
}
