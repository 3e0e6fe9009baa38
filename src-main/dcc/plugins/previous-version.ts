import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { inFolder, renamePatiently } from '../../platform/storage/files.ts';
import { hashOf } from './bundled-plugin.ts';
import { FileHashes, InstallRecord } from './install-record.ts';

const PreviousNote = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]{0,64}$/),
  isChanged: z.boolean().describe('Whether it had been edited by hand'),
  files: FileHashes,
  record: InstallRecord.nullable().describe('The install record of that place at the time'),
});
type PreviousNote = z.infer<typeof PreviousNote>;

const noteOf = (folder: string) => path.join(folder, 'previous.json');
const fileOf = (folder: string, name: string) => inFolder(path.join(folder, 'files'), name);

/** Reads the note about the kept version; null if there is none or it is unreadable. */
export async function readPreviousNote(folder: string): Promise<PreviousNote | null> {
  try {
    return PreviousNote.parse(JSON.parse(await readFile(noteOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Reads the kept files and checks them by their note. Throws the end of a sentence if one is missing or damaged. */
export async function readPreviousFiles(folder: string, note: PreviousNote): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const [name, sha256] of Object.entries(note.files)) {
    const file = fileOf(folder, name);
    const isFile = await lstat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) throw new Error(`${name} is missing`);
    const content = await readFile(file);
    if (hashOf(content) !== sha256) throw new Error(`${name} is damaged`);
    files.set(name, content);
  }
  return files;
}

type Kept = Omit<PreviousNote, 'files'> & { readonly files: ReadonlyMap<string, Buffer> };
export type PreviousKeeper = Awaited<ReturnType<typeof keepPrevious>>;

/** Writes the version to keep next to the currently kept one, which only `commit` replaces. */
export async function keepPrevious(folder: string, { files, ...kept }: Kept) {
  const fresh = `${folder}.new`;
  const drop = () => rm(fresh, { recursive: true, force: true });
  await drop();
  const hashes: Record<string, string> = {};
  for (const [name, content] of files) {
    hashes[name] = hashOf(content);
    await mkdir(path.dirname(fileOf(fresh, name)), { recursive: true });
    await writeFile(fileOf(fresh, name), content);
  }
  const note: PreviousNote = { ...kept, files: hashes };
  await writeFile(noteOf(fresh), `${JSON.stringify(note, null, 2)}\n`);
  return {
    /** Where the files are before `commit`. */
    files: path.join(fresh, 'files'),
    drop,
    async commit() {
      await rm(folder, { recursive: true, force: true });
      await renamePatiently(fresh, folder);
    },
  };
}
