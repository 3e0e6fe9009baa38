import path from 'node:path';
import pMap from 'p-map';
import type { Words } from '../../server/contract/sentence.ts';
import { createTurns } from '../platform/ipc/pacing.ts';
import type { CheckedFiles } from './checked-files.ts';
import {
  type FolderContent,
  type LibraryContent,
  lookAgain,
  readFolder,
  toLibrary,
  toUnread,
} from './folder-content.ts';
import type { IndexFile } from './index-file.ts';
import { readModelFolders } from './model-folders.ts';
import { readUnlessKnown } from './receipt.ts';
import { type LibraryRoots, silent } from './roots.ts';

type Options = {
  readonly library: string;
  readonly roots: Pick<LibraryRoots, 'findAbsence' | 'attend'>;
  readonly checked: CheckedFiles;
  readonly file: Pick<IndexFile, 'read' | 'write' | 'close'>;
  /** Called when a library responds after a timeout. */
  readonly onAnswer: () => void;
};

export type OneLibrary = ReturnType<typeof createOneLibrary>;

/** `stamp` is null if the folder must be read again each time. */
type Entry = { readonly stamp: string | null; readonly content: FolderContent };
type Entries = Map<string, Entry>;
type Found = Awaited<ReturnType<typeof readUnlessKnown<Entry>>>;

/** Sorts folders in the order of the walk: a folder before longer names that start with its name. */
const toPlace = (folder: string) => folder.replaceAll(path.sep, '\0');

export function createOneLibrary({ library, roots, checked, file, onAnswer }: Options) {
  let entries: Entries = new Map();
  let last: LibraryContent | null = null;
  let waiting: Promise<LibraryContent> | null = null;

  /** Runs tasks one at a time, as each continues from the previous result. */
  const inTurn = createTurns();

  const findAbsence = () => roots.findAbsence(library, onAnswer);
  const inOrder = () =>
    [...entries]
      .map(([folder, { content }]) => ({ place: toPlace(folder), content }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ content }) => content);
  const away = (absence: Words) => ({ folder: library, absence, models: [], problems: [] });

  function take(): boolean {
    const kept = file.read(library);
    entries = new Map(kept.map(({ folder, ...entry }) => [folder, entry]));
    return kept.length > 0;
  }

  function keep(before: Entries): void {
    const changed = [...entries].flatMap(([folder, { stamp, content }]) =>
      stamp === null || before.get(folder)?.content === content ? [] : [{ folder, stamp, content }],
    );
    const removed = [...before.keys()].filter((folder) => !entries.get(folder)?.stamp);
    if (changed.length + removed.length > 0) file.write(library, changed, removed);
  }

  const readStamped = (folder: string) => readUnlessKnown(folder, entries.get(folder));

  async function toEntry(folder: string, found: Found): Promise<Entry> {
    if (found.kind !== 'known')
      return { stamp: found.stamp, content: await readFolder(folder, found.reading, checked) };
    const entry = found.known;
    const { model } = entry.content;
    const again = model && (await lookAgain(model, checked));
    return again === model ? entry : { ...entry, content: { ...entry.content, model: again } };
  }

  const attend = <T>(work: (alive: () => void) => Promise<T>) => roots.attend(library, work, onAnswer);

  async function walk(alive: () => void) {
    const told = async <T>(step: Promise<T>): Promise<T> => {
      const answer = await step;
      alive();
      return answer;
    };
    const folders = await readModelFolders(library, (folder) => told(readStamped(folder)));
    return pMap(
      folders,
      async ({ folder, reading }) => [folder, await told(toEntry(folder, reading))] as const,
      { concurrency: 32 },
    );
  }

  async function lookNow(): Promise<LibraryContent> {
    if (last === null) take();
    const absence = await findAbsence();
    if (absence !== null) return away(absence);
    const before = entries;
    try {
      const found = await attend(walk);
      if (found === null) return away(silent(library));
      entries = new Map(found);
    } catch (error) {
      return toUnread(library, error);
    }
    keep(before);
    return toLibrary(library, inOrder());
  }

  const noting = async (work: () => Promise<LibraryContent>) => {
    last = await work();
    return last;
  };

  return {
    /** Returns the library as stored by the last run; null if nothing is stored. */
    recall: (): Promise<LibraryContent | null> =>
      inTurn(async () => {
        if (last !== null) return last;
        if (!take()) return null;
        const absence = await findAbsence();
        return noting(async () => (absence === null ? toLibrary(library, inOrder()) : away(absence)));
      }),
    look(): Promise<LibraryContent> {
      // Callers share a check that has not started.
      waiting ??= inTurn(() => {
        waiting = null;
        return noting(lookNow);
      });
      return waiting;
    },
    lookAt: (folder: string): Promise<LibraryContent> =>
      inTurn(() =>
        noting(async () => {
          if (last === null || last.absence !== null) return lookNow();
          const before = entries;
          const entry = await attend(async () => {
            const found = await readStamped(folder);
            return { is: found.kind === 'none' ? null : await toEntry(folder, found) };
          });
          if (entry === null) return away(silent(library));
          entries = new Map(before);
          if (entry.is === null) entries.delete(folder);
          else entries.set(folder, entry.is);
          keep(before);
          return toLibrary(library, inOrder());
        }),
      ),
    idle: (): Promise<void> => inTurn(async () => undefined),
  };
}
