import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { NotesFile } from '../../server/contract/accounts/notes-file.ts';
import type { AllNotes } from '../../server/shared/merge-notes.ts';
import { stateFolder } from '../library/place.ts';
import type { LibraryRoots } from '../library/roots.ts';
import { isMissing, onDisk } from '../platform/storage/disk-errors.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';

export type NoteAccount = { readonly server: string; readonly id: string };

export type NoteFilesOptions = {
  readonly libraries: () => readonly string[];
  readonly roots: Pick<LibraryRoots, 'findAbsence' | 'open'>;
  readonly machine: () => Promise<string>;
  readonly log: Log;
  readonly onBroken: (aside: string) => void;
};

/** Builds the next file of a writer from the files of all; null changes nothing. */
type MakeFile = (all: AllNotes) => NotesFile | null;

const extension = '.json';
const ownName = /^[0-9a-f]{16}\.json$/;
const folderOf = (library: string) => path.join(library, stateFolder, 'notes');

export const isSameAccount = (a: NoteAccount | undefined, b: NoteAccount) =>
  a?.server === b.server && a.id === b.id;

export type NoteFiles = ReturnType<typeof createNoteFiles>;

/** Stores notes in the libraries: one file per computer and account, so that people who share a computer stay apart. */
export function createNoteFiles({ libraries, roots, machine, log, onBroken }: NoteFilesOptions) {
  /** Returns null for a file that this version cannot read; the file stays. */
  async function readOne(file: string): Promise<NotesFile | null> {
    try {
      return NotesFile.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (!isMissing(error)) log.warn('notes.not-read', { file, error });
      return null;
    }
  }

  async function readFolder(folder: string): Promise<AllNotes> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const all = new Map<string, NotesFile>();
    for (const name of names.filter((one) => ownName.test(one))) {
      const notes = await readOne(path.join(folder, name));
      if (notes !== null) all.set(name.slice(0, -extension.length), notes);
    }
    return all;
  }

  const openFile = (library: string, writer: string) =>
    createJsonFile({
      ...{ file: path.join(folderOf(library), writer + extension), below: library },
      ...{ schema: NotesFile, log, onBroken },
    });

  return {
    /** Returns the writer's name on this computer; `account` is null when signed out. */
    async writerOf(account: NoteAccount | null): Promise<string> {
      const own = await machine();
      if (account === null) return own;
      const { server, id } = account;
      return createHash('sha256').update(`${own}\n${server}\n${id}`).digest('hex').slice(0, own.length);
    },
    /** Null if the library is away. */
    async readAll(library: string): Promise<AllNotes | null> {
      if ((await roots.findAbsence(library)) !== null) return null;
      return onDisk(folderOf(library), () => readFolder(folderOf(library)));
    },
    async readEach(): Promise<ReadonlyMap<string, AllNotes>> {
      const each = new Map<string, AllNotes>();
      for (const library of libraries()) {
        const all = await this.readAll(library);
        if (all !== null) each.set(library, all);
      }
      return each;
    },
    /** Writes the file that `make` returns, and returns the notes of all writers. */
    async change(library: string, writer: string, make: MakeFile): Promise<AllNotes> {
      return onDisk(folderOf(library), async () => {
        await roots.open(library); // a new library may have no folder yet
        const file = openFile(library, writer);
        await file.read(); // renames a damaged file before it would be replaced
        const all = await readFolder(folderOf(library));
        const next = make(all);
        if (next === null) return all;
        await file.write(next);
        return new Map(all).set(writer, next);
      });
    },
  };
}
