import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { renamePatiently } from '../../platform/storage/files.ts';

/** The contents of `dcc.json`, where plugins find the app's address. */
export const LoopbackNote = z.object({
  version: z.literal(1),
  port: z.number().int(),
  secret: z.string(),
  assets: z.string().describe('Address of the plugins, their feeds and guides; needs no secret'),
});
export type LoopbackNote = z.infer<typeof LoopbackNote>;

/** Writes the note atomically, readable only by this user. */
export async function writeLoopbackNote(file: string, note: LoopbackNote): Promise<void> {
  const part = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(note, null, 2)}\n`);
  } finally {
    await handle.close();
  }
  await renamePatiently(part, file);
}

/** Removes the note, unless another run of the app has replaced it. */
export async function removeLoopbackNote(file: string, { secret }: LoopbackNote): Promise<void> {
  try {
    const found = LoopbackNote.parse(JSON.parse(await readFile(file, 'utf8')));
    if (found.secret === secret) await rm(file, { force: true });
  } catch {}
}
