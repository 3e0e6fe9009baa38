import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** What `dcc.json` tells plugins. */
export const DoorNote = z.object({
  version: z.literal(1),
  port: z.number().int(),
  secret: z.string(),
  assets: z.string().describe('Address of the starters, their feeds and guides, which need no secret'),
});
export type DoorNote = z.infer<typeof DoorNote>;

/** Writes the note for this user's eyes only; it appears whole. */
export async function writeDoorNote(file: string, note: DoorNote): Promise<void> {
  const part = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(note, null, 2)}\n`);
  } finally {
    await handle.close();
  }
  await rename(part, file);
}

/** Removes the note, unless another run of the app has written its own. */
export async function removeDoorNote(file: string, { secret }: DoorNote): Promise<void> {
  try {
    const found = DoorNote.parse(JSON.parse(await readFile(file, 'utf8')));
    if (found.secret === secret) await rm(file, { force: true });
  } catch {
    // It is gone already, or is not ours.
  }
}
