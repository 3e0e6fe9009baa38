import { toServerAddress } from '../../../../server/contract/server-address.ts';
import type { OwnNotes } from '../../../../src-main/platform/ipc/contract.ts';
import { toTagKey } from '../notes/count-tags.ts';
import { isIn, type LibraryModel } from './find-in-library.ts';

export const libraryFilters = ['all', 'whole', 'outdated', 'edited', 'missing'] as const;
export type LibraryFilter = (typeof libraryFilters)[number];

export type LibraryView = 'grid' | 'list';

export const librarySorts = ['title', 'downloaded', 'size', 'licence', 'version'] as const;
export type LibrarySort = (typeof librarySorts)[number];

/** Facts of a model's cell in the grid, computed once per state of the model. */
type ModelFacts = {
  /** Lower case: title, licence, formats and topologies. */
  readonly words: string;
  /** Formats of the scene files, without duplicates. */
  readonly formats: readonly string[];
  readonly lods: readonly string[];
  /** Number of files. */
  readonly missing: number;
  readonly edited: number;
};

const known = new WeakMap<LibraryModel, ModelFacts>();

function findFacts({ title, license, files }: LibraryModel): ModelFacts {
  const scenes = files.filter(({ role }) => role === 'scene');
  const formats = [...new Set(scenes.map(({ format }) => format))];
  const lods = [...new Set(scenes.map(({ lod }) => lod))];
  return {
    ...{ formats, lods, words: [title, license, ...formats, ...lods].join(' ').toLowerCase() },
    missing: files.filter(({ isPresent }) => !isPresent).length,
    edited: files.filter(({ isEdited }) => isEdited).length,
  };
}

export function factsOf(model: LibraryModel): ModelFacts {
  const found = known.get(model);
  if (found !== undefined) return found;
  const facts = findFacts(model);
  known.set(model, facts);
  return facts;
}

type Outdated = ReadonlySet<string>;
type Notes = ReadonlyMap<string, OwnNotes>;

type NoteFacts = { readonly words: string; readonly tags: ReadonlySet<string> };
const knownNotes = new WeakMap<OwnNotes, NoteFacts>();
const noNotes: NoteFacts = { words: '', tags: new Set() };

/** Returns the searchable text of a user's tags and note, computed once per state. */
function factsOfNotes(notes: OwnNotes | undefined): NoteFacts {
  if (notes === undefined) return noNotes;
  const found = knownNotes.get(notes);
  if (found !== undefined) return found;
  const { tags, note } = notes;
  const facts = { words: [...tags, note].join('\n').toLowerCase(), tags: new Set(tags.map(toTagKey)) };
  knownNotes.set(notes, facts);
  return facts;
}

const passes: Readonly<Record<LibraryFilter, (model: LibraryModel, outdated: Outdated) => boolean>> = {
  all: () => true,
  whole: (model) => factsOf(model).missing + factsOf(model).edited === 0,
  outdated: ({ guid }, outdated) => outdated.has(guid),
  edited: (model) => factsOf(model).edited > 0,
  missing: (model) => factsOf(model).missing > 0,
};

export function countByFilter(
  models: readonly LibraryModel[],
  outdated: Outdated,
): Readonly<Record<LibraryFilter, number>> {
  const count = (filter: LibraryFilter) => models.filter((model) => passes[filter](model, outdated)).length;
  return {
    all: models.length,
    ...{ whole: count('whole'), outdated: count('outdated') },
    ...{ edited: count('edited'), missing: count('missing') },
  };
}

const compareTexts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare;

const orders: Readonly<Record<LibrarySort, (a: LibraryModel, b: LibraryModel) => number>> = {
  title: (a, b) => compareTexts(a.title, b.title),
  downloaded: (a, b) => (a.downloadedAt < b.downloadedAt ? -1 : a.downloadedAt > b.downloadedAt ? 1 : 0),
  size: (a, b) => a.sizeBytes - b.sizeBytes,
  licence: (a, b) => compareTexts(a.license, b.license),
  version: (a, b) => a.version - b.version,
};

export type LibraryOrder = { readonly sort: LibrarySort; readonly isDescending: boolean };

/** The default direction of each order. */
export const startsDescending = (sort: LibrarySort) => sort === 'downloaded' || sort === 'size';

export type LibraryChoice = LibraryOrder & {
  readonly text: string;
  readonly filter: LibraryFilter;
  /** One of the user's own tags; null for models with any or none. */
  readonly tag: string | null;
  /** Folder of a library; null for all. */
  readonly place: string | null;
};

/** Facts about models from outside the library. */
type Known = { readonly outdated: Outdated; readonly notes: Notes };

/** Returns the models that contain every word and pass the filters, in the selected order. */
export function selectModels(
  models: readonly LibraryModel[],
  { text, filter, tag, place, sort, isDescending }: LibraryChoice,
  { outdated, notes }: Known,
): readonly LibraryModel[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const key = tag === null ? null : toTagKey(tag);
  const found = models.filter((model) => {
    if (!passes[filter](model, outdated)) return false;
    if (place !== null && !isIn(place, model)) return false;
    const own = factsOfNotes(notes.get(model.guid));
    if (key !== null && !own.tags.has(key)) return false;
    return words.every((word) => factsOf(model).words.includes(word) || own.words.includes(word));
  });
  const order = orders[sort];
  const compare = (a: LibraryModel, b: LibraryModel) => order(a, b) || compareTexts(a.title, b.title);
  return found.toSorted(isDescending ? (a, b) => compare(b, a) : compare);
}

/** Returns each model's state by guid: the one that needs attention most, and its version if it is from this server. */
export function markModels(models: readonly LibraryModel[], serverUrl: string | null) {
  const server = serverUrl === null ? null : toServerAddress(serverUrl);
  return new Map(
    models.map((model) => {
      const { missing, edited } = factsOf(model);
      const mark = missing > 0 ? 'missing' : edited > 0 ? 'edited' : 'whole';
      const version = toServerAddress(model.serverUrl) === server ? model.version : null;
      return [model.guid, { mark, version }] as const;
    }),
  );
}
