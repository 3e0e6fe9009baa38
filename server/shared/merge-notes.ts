import {
  type Note,
  type NotedModel,
  type NotesFile,
  Seen,
  type Tag,
} from '../contract/accounts/notes-file.ts';

export type AllNotes = ReadonlyMap<string, NotesFile>;

/** A person's tags and note about a model, merged. The next note sends `seen` back, and replaces only those entries. */
type OwnNotes = {
  readonly guid: string;
  readonly tags: string[];
  readonly note: string;
  readonly seen: string;
};

/** Equal for spellings that people consider the same tag. */
const keyOf = (tag: string) => tag.normalize('NFC').toLowerCase();

/** If two changes are concurrent, the one that keeps the tag wins. */
const isLater = (a: Tag, b: Tag) => (a.clock === b.clock ? a.has && !b.has : a.clock > b.clock);

type Entry = { readonly writer: string; readonly model: NotedModel };

function groupByModel(all: AllNotes): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [writer, { models }] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const model of models) {
      const group = groups.get(model.guid);
      if (group) group.push({ writer, model });
      else groups.set(model.guid, [{ writer, model }]);
    }
  return groups;
}

function latestTags(entries: readonly Entry[]): Map<string, Tag> {
  const latest = new Map<string, Tag>();
  for (const { model } of entries)
    for (const tag of model.tags) {
      const known = latest.get(keyOf(tag.name));
      if (known === undefined || isLater(tag, known)) latest.set(keyOf(tag.name), tag);
    }
  return latest;
}

/** True if another writer has replaced the note of `writer`. */
const isReplaced = (entries: readonly Entry[], writer: string, clock: number) =>
  entries.some((other) => other.writer !== writer && (other.model.note?.seen[writer] ?? -1) >= clock);

/** Joins concurrent texts one below the other, dropping duplicates. */
const joinTexts = (texts: readonly string[]) =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].join('\n\n');

const byName = new Intl.Collator('en', { numeric: true }).compare;

function toOwnNotes(guid: string, entries: readonly Entry[]): OwnNotes {
  const notes = entries.flatMap(({ writer, model }) => (model.note ? [{ writer, ...model.note }] : []));
  const standing = notes.filter(({ writer, clock }) => !isReplaced(entries, writer, clock));
  const seen: Seen = Object.fromEntries(notes.map(({ writer, clock }) => [writer, clock]));
  return {
    guid,
    tags: [...latestTags(entries).values()]
      .filter(({ has }) => has)
      .map(({ name }) => name)
      .toSorted(byName),
    // They stay joined until a person merges them.
    note: joinTexts(standing.map(({ text }) => text)),
    seen: notes.length === 0 ? '' : JSON.stringify(seen),
  };
}

/** Merges the entries of all writers, so that no writer's unseen change is lost. */
export function mergeNotes(all: AllNotes, wanted?: readonly string[]): OwnNotes[] {
  const groups = groupByModel(all);
  const guids = wanted ?? [...groups.keys()];
  return guids.map((guid) => toOwnNotes(guid, groups.get(guid) ?? []));
}

function laterNote(one: Note | null, other: Note | null): Note | null {
  if (one === null || other === null) return one ?? other;
  if (one.clock !== other.clock) return one.clock > other.clock ? one : other;
  if (one.text === other.text) return one;
  // The writer was copied, or lost its entries and wrote new ones.
  const text = joinTexts([one.text, other.text].toSorted());
  return { ...one, text, clock: one.clock + 1, seen: { ...one.seen, ...other.seen } };
}

/** Merges two copies of one writer's entry: the later tags and note win; different notes of the same age are joined. */
export function joinEntries(one: NotedModel, other: NotedModel): NotedModel {
  const tags = latestTags([one, other].map((model) => ({ writer: '', model })));
  return { ...one, tags: [...tags.values()], note: laterNote(one.note, other.note) };
}

/** True if one copy of a writer's entry has anything that the other lacks. */
export function hasMore(entry: NotedModel, known: NotedModel | undefined): boolean {
  if (known === undefined) return entry.tags.length > 0 || entry.note !== null;
  const latest = latestTags([{ writer: '', model: known }]);
  const isNew = (tag: Tag) => {
    const other = latest.get(keyOf(tag.name));
    return other === undefined || isLater(tag, other);
  };
  return entry.tags.some(isNew) || laterNote(known.note, entry.note) !== known.note;
}

const empty: NotesFile = { version: 1, models: [] };

/** A writer, and the file to change; its entries can also be in other files. */
export type Writer = { readonly name: string; readonly file: NotesFile | undefined };

const entryOf = (all: AllNotes, writer: string, guid: string): NotedModel =>
  all.get(writer)?.models.find((model) => model.guid === guid) ?? { guid, tags: [], note: null };

function replace({ file = empty }: Writer, changed: ReadonlyMap<string, NotedModel>): NotesFile {
  const models = new Map(file.models.map((model) => [model.guid, model]));
  return { ...file, models: [...new Map([...models, ...changed]).values()] };
}

type TagChange = {
  readonly guids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
};

/** Returns a writer's file after tags were added or removed; null if nothing changed. */
export function changeTags(all: AllNotes, writer: Writer, { guids, add, remove }: TagChange) {
  const groups = groupByModel(all);
  const wishes = [
    ...remove.map((name) => ({ name, has: false })),
    ...add.map((name) => ({ name, has: true })),
  ];
  const own = new Map(all.get(writer.name)?.models.map((model) => [model.guid, model]));
  const changed = new Map<string, NotedModel>();
  for (const guid of guids) {
    const latest = latestTags(groups.get(guid) ?? []);
    const changes = wishes.flatMap(({ name, has }) => {
      const known = latest.get(keyOf(name));
      return (known?.has ?? false) === has ? [] : [{ name, has, clock: (known?.clock ?? 0) + 1 }];
    });
    if (changes.length === 0) continue;
    const keys = new Set(changes.map(({ name }) => keyOf(name)));
    const model = own.get(guid) ?? { guid, tags: [], note: null };
    const others = model.tags.filter(({ name }) => !keys.has(keyOf(name)));
    changed.set(guid, { ...model, tags: [...others, ...changes] });
  }
  return changed.size === 0 ? null : replace(writer, changed);
}

function readSeen(text: string): Seen {
  try {
    return Seen.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

type NoteChange = { readonly guid: string; readonly note: string; readonly seen: string };

/**
 * Returns a writer's file after a note was written. The note replaces the notes that the person has seen; concurrent
 * notes of other writers stay.
 */
export function changeNote(all: AllNotes, writer: Writer, { guid, note, seen }: NoteChange): NotesFile {
  const model = entryOf(all, writer.name, guid);
  const seenThen = readSeen(seen);
  const entries = groupByModel(all).get(guid) ?? [];
  // A writer that lost its file continues after the last clock that others have seen of it.
  const seenByOthers = entries.map((entry) => entry.model.note?.seen[writer.name] ?? 0);
  const clock = Math.max(0, model.note?.clock ?? 0, ...Object.values(seenThen), ...seenByOthers) + 1;
  return replace(
    writer,
    new Map([[guid, { ...model, note: { ...model.note, text: note, clock, seen: seenThen } }]]),
  );
}

type Adoption = {
  /** The writer used while signed out. */
  readonly from: string;
  readonly to: Writer;
  /** Writers that belong to other people's accounts. */
  readonly foreign: ReadonlySet<string>;
};

function toAdoptedNote(entries: readonly Entry[], { from, to, foreign }: Adoption, given: Note | null) {
  const known = entries.find(({ writer }) => writer === to.name)?.model.note ?? null;
  if (given === null || isReplaced(entries, from, given.clock)) return null;
  if (given.text === '' && known === null) return null;
  if (Object.keys(given.seen).some((writer) => foreign.has(writer))) return null;
  const hasSeenIt = known === null || (given.seen[to.name] ?? -1) >= known.clock;
  const text = hasSeenIt ? given.text : joinTexts([known.text, given.text]);
  const { [to.name]: _, ...others } = given.seen;
  const seen = { ...known?.seen, ...others, [from]: given.clock };
  const seenByOthers = entries.map((entry) => entry.model.note?.seen[to.name] ?? 0);
  return { ...given, text, seen, clock: Math.max(known?.clock ?? 0, ...seenByOthers) + 1 };
}

/**
 * Returns an account's file after it adopted what was written on its computer while signed out, except changes to other
 * people's notes. Null if there is nothing to adopt.
 */
export function adoptNotes(all: AllNotes, adoption: Adoption): NotesFile | null {
  const { from, to, foreign } = adoption;
  const groups = groupByModel(all);
  const changed = new Map<string, NotedModel>();
  for (const given of all.get(from)?.models ?? []) {
    const entries = groups.get(given.guid) ?? [];
    const others = latestTags(entries.filter(({ writer }) => foreign.has(writer)));
    const tags = given.tags.filter(({ name }) => !others.has(keyOf(name)));
    const note = toAdoptedNote(entries, adoption, given.note);
    const known = entries.find(({ writer }) => writer === to.name)?.model;
    const adopted = { guid: given.guid, tags, note };
    if (hasMore(adopted, known)) changed.set(given.guid, known ? joinEntries(known, adopted) : adopted);
  }
  return changed.size === 0 ? null : replace(to, changed);
}
