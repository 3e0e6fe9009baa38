import path from 'node:path';
import pMap from 'p-map';
import type { Library, LibraryChange, SeenLibrary } from '../ipc/contract.ts';
import type { CheckedFiles } from './check-model.ts';
import { type FolderContent, lookAgain, readFolder, toLibrary, toUnread } from './folder-content.ts';
import type { IndexFile } from './index-file.ts';
import { readModelFolders } from './model-folders.ts';
import { readUnlessKnown } from './receipt.ts';
import type { LibraryRoots } from './roots.ts';

type Options = {
  readonly libraryFolder: () => string;
  readonly roots: Pick<LibraryRoots, 'findAbsence'>;
  readonly checked: CheckedFiles;
  readonly file: IndexFile;
  /** Told of each difference to what `read` answered before. */
  readonly onChange: (change: LibraryChange) => void;
};

export type LibraryIndex = {
  /** The library as it was seen last, at once; what differs by now follows as a change. Reads it where it is new. */
  readonly read: () => Promise<SeenLibrary>;
  /** As it was seen last, without looking again; reads it where it is new. */
  readonly show: () => Promise<SeenLibrary>;
  /** Looks at every file of it. Receipts that are as they were are not read again. */
  readonly refresh: () => Promise<SeenLibrary>;
  /** Looks at one folder only. */
  readonly refreshFolder: (folder: string) => Promise<void>;
  readonly has: (guid: string) => boolean;
  readonly listGuids: () => string[];
  /** Files of that library with this content, as they were seen within the last minute or so: absolute paths. */
  readonly findContent: (library: string, sha256: string) => readonly string[];
  readonly close: () => Promise<void>;
};

/** `stamp` is null for what has to be read again each time. */
type Entry = { readonly stamp: string | null; readonly content: FolderContent };
type Entries = Map<string, Entry>;
type Found = Awaited<ReturnType<typeof readUnlessKnown<Entry>>>;

/** Folders in the order in which they are walked: a folder before those that only begin with its name. */
const byPlace = (a: string, b: string) => {
  const [one, other] = [a, b].map((folder) => folder.replaceAll(path.sep, '\0'));
  return one === other ? 0 : (one ?? '') < (other ?? '') ? -1 : 1;
};

type Contents = {
  readonly of: SeenLibrary;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: ReadonlyMap<string, readonly string[]>;
};
const contentsInterval = 60_000;

/** Where each content lies, by SHA-256. */
function listContents({ models }: Library): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { folder, files } of models)
    for (const { sha256, relativePath, isPresent, isEdited } of files) {
      if (!isPresent || isEdited) continue;
      const place = path.join(folder, ...relativePath.split('/'));
      const known = places.get(sha256);
      if (known) known.push(place);
      else places.set(sha256, [place]);
    }
  return places;
}

const unknown: Library = { folder: '', absence: null, models: [], problems: [] };

function toChange(before: Library, after: SeenLibrary): LibraryChange | null {
  const { folder, absence, problems, revision } = after;
  const facts = { folder, absence, problems, revision };
  if (before.folder !== folder || before.absence !== absence)
    return { ...facts, isWhole: true, models: after.models, removed: [] };
  const old = new Map(before.models.map((model) => [model.guid, model]));
  const models = after.models.filter((model) => old.get(model.guid) !== model);
  for (const { guid } of after.models) old.delete(guid);
  const isSame =
    models.length + old.size === 0 && JSON.stringify(before.problems) === JSON.stringify(problems);
  return isSame ? null : { ...facts, isWhole: false, models, removed: [...old.keys()] };
}

/**
 * What is in the library, kept in memory and in a file: the window sees it at once, and hears of what changes, however
 * many files there are.
 */
export function createLibraryIndex({ libraryFolder, roots, checked, file, onChange }: Options): LibraryIndex {
  let entries: Entries = new Map();
  let seen: SeenLibrary | null = null;
  let isAsked = false;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting: Promise<SeenLibrary> | null = null;

  /** One after another, as each goes on from what the one before saw. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  function show(library: Library): SeenLibrary {
    const next = { ...library, revision: (seen?.revision ?? 0) + 1 };
    // Whoever asked for it first gets it as the answer.
    const before = seen ?? (isAsked ? next : unknown);
    const change = toChange(before, next);
    if (seen !== null && change === null) return seen;
    seen = next;
    if (change !== null) onChange(change);
    return next;
  }

  const inOrder = () => [...entries].sort(([a], [b]) => byPlace(a, b)).map(([, { content }]) => content);

  /** Takes what is kept of a library that was not looked at since the start. */
  function take(library: string): boolean {
    const kept = file.read(library);
    entries = new Map(kept.map(({ folder, ...entry }) => [folder, entry]));
    return kept.length > 0;
  }

  function keep(library: string, before: Entries): void {
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

  async function look(): Promise<SeenLibrary> {
    const library = libraryFolder();
    if (seen?.folder !== library) take(library);
    const absence = await roots.findAbsence(library);
    if (absence !== null) return show({ folder: library, absence, models: [], problems: [] });
    const before = entries;
    try {
      const folders = await readModelFolders(library, readStamped);
      const found = await pMap(
        folders,
        async ({ folder, reading }) => [folder, await toEntry(folder, reading)] as const,
        { concurrency: 32 },
      );
      entries = new Map(found);
    } catch (error) {
      return show(toUnread(library, error));
    }
    keep(library, before);
    return show(toLibrary(library, inOrder()));
  }

  /** Those who ask while another look waits for its turn share it. */
  function refresh(): Promise<SeenLibrary> {
    waiting ??= inTurn(() => {
      waiting = null;
      return look();
    });
    return waiting;
  }

  const listGuids = () => seen?.models.map(({ guid }) => guid) ?? [];
  /** Made anew with each change, once it is asked for. */
  let guids: { readonly of: SeenLibrary | null; readonly set: ReadonlySet<string> } | null = null;

  /** Made anew at most once a minute: every download that ends changes the library, and what is found is verified. */
  let contents: Contents | null = null;
  function findContent(library: string, sha256: string): readonly string[] {
    if (seen === null || seen.folder !== library || seen.absence !== null) return [];
    const isOld = contents?.of !== seen && Date.now() - (contents?.at ?? 0) > contentsInterval;
    if (contents === null || isOld || contents.of.folder !== library)
      contents = { of: seen, at: Date.now(), files: listContents(seen) };
    return contents.files.get(sha256) ?? [];
  }

  const showLast = async () => (seen?.folder === libraryFolder() ? seen : refresh());

  return {
    refresh,
    show: showLast,
    listGuids,
    findContent,
    has(guid) {
      if (guids?.of !== seen) guids = { of: seen, set: new Set(listGuids()) };
      return guids?.set.has(guid) ?? false;
    },
    async read() {
      isAsked = true;
      const library = libraryFolder();
      if (seen?.folder !== library) {
        const kept = await inTurn(async () => {
          if (seen?.folder === library || !take(library)) return null;
          const absence = await roots.findAbsence(library);
          return absence === null ? show(toLibrary(library, inOrder())) : null;
        });
        if (kept === null) return refresh();
      }
      void refresh();
      return seen ?? refresh();
    },
    refreshFolder: (folder) =>
      inTurn(async () => {
        const library = libraryFolder();
        if (seen?.folder !== library || seen.absence !== null) return void (await look());
        const before = entries;
        const found = await readStamped(folder);
        entries = new Map(before);
        if (found.kind === 'none') entries.delete(folder);
        else entries.set(folder, await toEntry(folder, found));
        keep(library, before);
        show(toLibrary(library, inOrder()));
      }),
    close: () => inTurn(async () => file.close()),
  };
}
