import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { onDisk } from '../downloads/disk.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { OwnNotes } from '../ipc/notes-contract.ts';
import type { LibraryRoots } from '../library/roots.ts';
import { stateFolder } from '../library/state-folder.ts';
import type { Log } from '../log.ts';
import { createJsonFile } from '../storage/json-file.ts';
import { type AllNotes, changeNote, changeTags, mergeNotes, NotesFile } from './merge-notes.ts';

type NotesOptions = {
  readonly libraries: () => readonly string[];
  /** The library that holds a model; null when none does. */
  readonly findLibrary: (guid: string) => string | null;
  readonly roots: Pick<LibraryRoots, 'findAbsence'>;
  readonly machine: () => Promise<string>;
  readonly log: Log;
  readonly onBroken: (aside: string) => void;
};

const extension = '.json';
const ownName = /^[0-9a-f]{16}\.json$/;
const folderOf = (library: string) => path.join(library, stateFolder, 'notes');

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Tags and notes of the libraries’ models: a file for each computer that uses a library, in the library itself. */
export function createNotes({ libraries, findLibrary, roots, machine, log, onBroken }: NotesOptions) {
  let turn: Promise<unknown> = Promise.resolve();

  /** One after another, as each change goes on from the file that the one before wrote. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  /** Null for a file that this version cannot read; it is left as it is. */
  async function readOne(file: string): Promise<NotesFile | null> {
    try {
      return NotesFile.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (!isMissing(error)) log.warn('notes.not-read', { file, error });
      return null;
    }
  }

  async function readAll(library: string): Promise<AllNotes> {
    const folder = folderOf(library);
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

  const openOwn = (library: string, own: string) =>
    createJsonFile({
      ...{ file: path.join(folderOf(library), own + extension), below: library },
      ...{ schema: NotesFile, log, onBroken },
    });

  async function change(library: string, make: (all: AllNotes, own: string) => NotesFile): Promise<AllNotes> {
    const absence = await roots.findAbsence(library);
    if (absence !== null) throw new AppError('UNAVAILABLE', absence);
    const own = await machine();
    return onDisk(folderOf(library), async () => {
      const file = openOwn(library, own);
      await file.read(); // sets a damaged one aside before it would be replaced
      const all = await readAll(library);
      const next = make(all, own);
      if (next !== all.get(own)) await file.write(next);
      return new Map(all).set(own, next);
    });
  }

  /** What is written of a model lies where the model does. */
  const holderOf = (guid: string) => findLibrary(guid) ?? libraries()[0] ?? '';

  const handlers: FeatureHandlers<'notes'> = {
    'notes.read': () =>
      inTurn(async () => {
        const found = new Map<string, OwnNotes>();
        for (const library of libraries()) {
          if ((await roots.findAbsence(library)) !== null) continue;
          for (const one of mergeNotes(await onDisk(folderOf(library), () => readAll(library))))
            if (holderOf(one.guid) === library) found.set(one.guid, one);
        }
        return [...found.values()].filter(({ tags, note }) => tags.length > 0 || note !== '');
      }),
    'notes.tag': (wish) =>
      inTurn(async () => {
        const written: OwnNotes[] = [];
        for (const [library, guids] of Map.groupBy(wish.guids, holderOf)) {
          const own = { ...wish, guids };
          written.push(...mergeNotes(await change(library, (all, by) => changeTags(all, by, own)), guids));
        }
        return written;
      }),
    'notes.write': (wish) =>
      inTurn(async () => {
        const [written] = mergeNotes(
          await change(holderOf(wish.guid), (all, own) => changeNote(all, own, wish)),
          [wish.guid],
        );
        if (written === undefined) throw new AppError('INTERNAL', 'The note was not found again.');
        return written;
      }),
  };
  return { handlers };
}
