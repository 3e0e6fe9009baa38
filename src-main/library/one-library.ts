import path from 'node:path';
import pMap from 'p-map';
import { createTurns } from '../ipc/pacing.ts';
import type { CheckedFiles } from './check-model.ts';
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
  readonly file: IndexFile;
  /** It answers again after all. */
  readonly onAnswer: () => void;
};

/** What is known of one library. */
export type OneLibrary = {
  /** What was seen of it before this start; null where nothing is kept of it. */
  readonly recall: () => Promise<LibraryContent | null>;
  /** Looks at every file of it. Receipts that are as they were are not read again. */
  readonly look: () => Promise<LibraryContent>;
  /** Looks at one folder only. */
  readonly lookAt: (folder: string) => Promise<LibraryContent>;
  /** Resolves when nothing looks any more. */
  readonly idle: () => Promise<void>;
};

/** `stamp` is null for what has to be read again each time. */
type Entry = { readonly stamp: string | null; readonly content: FolderContent };
type Entries = Map<string, Entry>;
type Found = Awaited<ReturnType<typeof readUnlessKnown<Entry>>>;

/** Orders folders as they are walked: one before those that only begin with its name. */
const toPlace = (folder: string) => folder.replaceAll(path.sep, '\0');

export function createOneLibrary({ library, roots, checked, file, onAnswer }: Options): OneLibrary {
  let entries: Entries = new Map();
  let last: LibraryContent | null = null;
  let waiting: Promise<LibraryContent> | null = null;

  /** One after another, as each continues from what the one before saw. */
  const inTurn = createTurns();

  const findAbsence = () => roots.findAbsence(library, onAnswer);
  const inOrder = () =>
    [...entries]
      .map(([folder, { content }]) => ({ place: toPlace(folder), content }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ content }) => content);
  const away = (absence: string) => ({ folder: library, absence, models: [], problems: [] });

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
    recall: () =>
      inTurn(async () => {
        if (last !== null) return last;
        if (!take()) return null;
        const absence = await findAbsence();
        return noting(async () => (absence === null ? toLibrary(library, inOrder()) : away(absence)));
      }),
    look() {
      // Those who ask while another look waits for its turn share it.
      waiting ??= inTurn(() => {
        waiting = null;
        return noting(lookNow);
      });
      return waiting;
    },
    lookAt: (folder) =>
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
    idle: () => inTurn(async () => undefined),
  };
}
