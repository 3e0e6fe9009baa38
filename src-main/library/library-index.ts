import { isDeepStrictEqual } from 'node:util';
import type { Library, LibraryChange, SeenLibrary } from '../platform/ipc/contract.ts';
import { inFolder } from '../platform/storage/files.ts';
import type { CheckedFiles } from './checked-files.ts';
import type { LibraryContent } from './folder-content.ts';
import type { IndexFile } from './index-file.ts';
import { findLibraryOf, type NamedFolder } from './libraries.ts';
import { createOneLibrary, type OneLibrary } from './one-library.ts';
import type { LibraryRoots } from './roots.ts';

type Options = {
  /** The first is the one for downloads. */
  readonly libraries: () => readonly NamedFolder[];
  readonly roots: Pick<LibraryRoots, 'findAbsence' | 'attend'>;
  readonly checked: CheckedFiles;
  readonly file: Pick<IndexFile, 'read' | 'write' | 'close'>;
  /** Called with each difference from the last answer of `read`. */
  readonly onChange: (change: LibraryChange) => void;
};

export type LibraryIndex = ReturnType<typeof createLibraryIndex>;

type Contents = {
  readonly of: SeenLibrary;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: ReadonlyMap<string, readonly string[]>;
};
const contentsInterval = 60_000;

const contentKey = (library: string | null, sha256: string) => `${sha256} ${library}`;

function listContents({ models, places: libraries }: Library): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { folder, files } of models) {
    const library = findLibraryOf(libraries, folder);
    for (const { sha256, relativePath, isPresent, isEdited } of files) {
      if (!isPresent || isEdited) continue;
      const place = inFolder(folder, relativePath);
      const key = contentKey(library, sha256);
      const known = places.get(key);
      if (known) known.push(place);
      else places.set(key, [place]);
    }
  }
  return places;
}

const unknown: Library = { folder: '', absence: null, places: [], models: [], problems: [] };

function toChange(before: Library, after: SeenLibrary): LibraryChange | null {
  const { folder, absence, places, problems, revision } = after;
  const facts = { folder, absence, places, problems, revision };
  if (before.folder !== folder || !isDeepStrictEqual(before.absence, absence))
    return { ...facts, isWhole: true, models: after.models, removed: [] };
  const old = new Map(before.models.map((model) => [model.guid, model]));
  const models = after.models.filter((model) => old.get(model.guid) !== model);
  for (const { guid } of after.models) old.delete(guid);
  const isSame =
    models.length + old.size === 0 &&
    JSON.stringify([before.problems, before.places]) === JSON.stringify([problems, places]);
  return isSame ? null : { ...facts, isWhole: false, models, removed: [...old.keys()] };
}

/** Combines all libraries. A model in several of them appears once. */
function combine(libraries: readonly NamedFolder[], contents: ReadonlyMap<string, LibraryContent>): Library {
  const models = new Map<string, Library['models'][number]>();
  for (const { folder } of libraries)
    for (const model of contents.get(folder)?.models ?? [])
      if (!models.has(model.guid)) models.set(model.guid, model);
  const places = libraries.map(({ folder, name }) => ({
    ...{ folder, name },
    absence: contents.get(folder)?.absence ?? null,
  }));
  return {
    ...{ folder: places[0]?.folder ?? '', absence: places[0]?.absence ?? null, places },
    models: [...models.values()],
    problems: libraries.flatMap(({ folder }) => contents.get(folder)?.problems ?? []),
  };
}

/** The models in all libraries, cached in memory and a file: the window gets them at once, then only changes. */
export function createLibraryIndex(options: Options) {
  const { libraries, roots, checked, file, onChange } = options;
  const ones = new Map<string, OneLibrary>();
  const contents = new Map<string, LibraryContent>();
  let seen: SeenLibrary | null = null;
  let isAsked = false;

  function open(library: string): OneLibrary {
    const known = ones.get(library);
    if (known !== undefined) return known;
    const one = createOneLibrary({
      ...{ library, roots, checked, file },
      onAnswer: () => void refresh(),
    });
    ones.set(library, one);
    return one;
  }

  const folders = () => libraries().map(({ folder }) => folder);
  const isKnown = () => seen !== null && folders().every((folder) => contents.has(folder));

  function show(): SeenLibrary {
    const next = { ...combine(libraries(), contents), revision: (seen?.revision ?? 0) + 1 };
    // The first caller gets this change as its answer.
    const before = seen ?? (isAsked ? next : unknown);
    const change = toChange(before, next);
    if (seen !== null && change === null) return seen;
    seen = next;
    if (change !== null) onChange(change);
    return next;
  }

  async function refresh(): Promise<SeenLibrary> {
    const looked = folders().map(async (folder) => {
      contents.set(folder, await open(folder).look());
      if (seen !== null) show();
    });
    await Promise.all(looked);
    return show();
  }

  const listGuids = () => seen?.models.map(({ guid }) => guid) ?? [];
  let holders: { readonly of: SeenLibrary | null; readonly places: ReadonlyMap<string, string> } | null =
    null;
  function listHolders(): ReadonlyMap<string, string> {
    if (holders?.of !== seen)
      holders = { of: seen, places: new Map(seen?.models.map(({ guid, folder }) => [guid, folder])) };
    return holders?.places ?? new Map();
  }

  /** Rebuilt at most once a minute, as every download changes the library. Callers verify the result. */
  let found: Contents | null = null;
  /** Returns absolute paths of files in that library with this content. */
  function findContent(library: string, sha256: string): readonly string[] {
    const place = seen?.places.find(({ folder }) => folder === library);
    if (seen === null || place === undefined || place.absence !== null) return [];
    const isOld = found?.of !== seen && Date.now() - (found?.at ?? 0) > contentsInterval;
    const isSame = JSON.stringify(found?.of.places) === JSON.stringify(seen.places);
    if (found === null || isOld || !isSame) found = { of: seen, at: Date.now(), files: listContents(seen) };
    return found.files.get(contentKey(library, sha256)) ?? [];
  }

  return {
    refresh,
    /** Returns the libraries as last seen, without checking them; reads only new ones. */
    show: async (): Promise<SeenLibrary> => (seen !== null && isKnown() ? seen : refresh()),
    listGuids,
    findContent,
    has: (guid: string) => listHolders().has(guid),
    /** Returns the library that contains a model, as last seen; null if none does. */
    findLibrary(guid: string): string | null {
      const folder = listHolders().get(guid);
      return folder === undefined ? null : findLibraryOf(libraries(), folder);
    },
    /** Returns the libraries as last seen, at once, and publishes differences afterwards. Reads new ones first. */
    async read(): Promise<SeenLibrary> {
      isAsked = true;
      if (!isKnown()) {
        const kept = await Promise.all(
          folders().map(async (folder) => [folder, await open(folder).recall()] as const),
        );
        for (const [folder, content] of kept)
          if (content !== null && !contents.has(folder)) contents.set(folder, content);
        if (!contents.has(folders()[0] ?? '')) return refresh();
        show();
      }
      void refresh();
      return show();
    },
    async refreshFolder(folder: string): Promise<void> {
      const library = findLibraryOf(libraries(), folder);
      if (library === null) return;
      contents.set(library, await open(library).lookAt(folder));
      show();
    },
    async close(): Promise<void> {
      await Promise.all([...ones.values()].map((one) => one.idle()));
      file.close();
    },
  };
}
