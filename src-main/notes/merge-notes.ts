import { z } from 'zod';
import type { OwnNotes } from '../ipc/notes-contract.ts';

const Clock = z.number().int().nonnegative();

/** Clocks by computer. */
const Seen = z.record(z.string(), Clock);
type Seen = z.infer<typeof Seen>;

/** Fields that this version does not know are kept. */
const Tag = z.looseObject({
  name: z.string(),
  has: z.boolean().describe('False when it was taken away'),
  clock: Clock.describe('Greater than that of every change of this tag that was known'),
});
type Tag = z.infer<typeof Tag>;
const Note = z.looseObject({
  text: z.string(),
  clock: Clock,
  seen: Seen.describe('The notes that it replaces: the clock of each computer’s'),
});
const NotedModel = z.looseObject({ guid: z.string(), tags: z.array(Tag), note: Note.nullable() });
type NotedModel = z.infer<typeof NotedModel>;

/** What the people of one computer have written. No other computer writes it, so that none can lose what another wrote. */
export const NotesFile = z.looseObject({ version: z.literal(1), models: z.array(NotedModel) });
export type NotesFile = z.infer<typeof NotesFile>;

/** The files of all computers that use a library, by computer. */
export type AllNotes = ReadonlyMap<string, NotesFile>;

/** Equal for spellings that people take for the same tag. */
const keyOf = (tag: string) => tag.normalize('NFC').toLowerCase();

/** Of two changes that did not know of each other, the one that keeps a tag counts. */
const isLater = (a: Tag, b: Tag) => (a.clock === b.clock ? a.has && !b.has : a.clock > b.clock);

type Entry = { readonly machine: string; readonly model: NotedModel };

function groupByModel(all: AllNotes): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [machine, { models }] of [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    for (const model of models) {
      const group = groups.get(model.guid);
      if (group) group.push({ machine, model });
      else groups.set(model.guid, [{ machine, model }]);
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

const byName = new Intl.Collator('en', { numeric: true }).compare;

function toOwnNotes(guid: string, entries: readonly Entry[]): OwnNotes {
  const notes = entries.flatMap(({ machine, model }) => (model.note ? [{ machine, ...model.note }] : []));
  const standing = notes.filter(
    ({ machine, clock }) =>
      !notes.some((other) => other.machine !== machine && (other.seen[machine] ?? -1) >= clock),
  );
  const texts = new Set(standing.map(({ text }) => text.trim()).filter((text) => text !== ''));
  const seen: Seen = Object.fromEntries(notes.map(({ machine, clock }) => [machine, clock]));
  return {
    guid,
    tags: [...latestTags(entries).values()]
      .filter(({ has }) => has)
      .map(({ name }) => name)
      .toSorted(byName),
    // Notes that did not know of each other are shown one below the other, until a person has made one of them.
    note: [...texts].join('\n\n'),
    seen: notes.length === 0 ? '' : JSON.stringify(seen),
  };
}

/** What all computers together have written: nothing that one of them did not know of is lost. */
export function mergeNotes(all: AllNotes, wanted?: readonly string[]): OwnNotes[] {
  const groups = groupByModel(all);
  const guids = wanted ?? [...groups.keys()];
  return guids.map((guid) => toOwnNotes(guid, groups.get(guid) ?? []));
}

const empty: NotesFile = { version: 1, models: [] };

export type TagChange = {
  readonly guids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
};

/** The file of `machine` after tags were given or taken away; the same object when nothing is different. */
export function changeTags(all: AllNotes, machine: string, { guids, add, remove }: TagChange): NotesFile {
  const groups = groupByModel(all);
  const wishes = [
    ...remove.map((name) => ({ name, has: false })),
    ...add.map((name) => ({ name, has: true })),
  ];
  const file = all.get(machine) ?? empty;
  const models = new Map(file.models.map((model) => [model.guid, model]));
  let isChanged = false;
  for (const guid of guids) {
    const latest = latestTags(groups.get(guid) ?? []);
    const changes = wishes.flatMap(({ name, has }) => {
      const known = latest.get(keyOf(name));
      return (known?.has ?? false) === has ? [] : [{ name, has, clock: (known?.clock ?? 0) + 1 }];
    });
    if (changes.length === 0) continue;
    isChanged = true;
    const keys = new Set(changes.map(({ name }) => keyOf(name)));
    const model = models.get(guid) ?? { guid, tags: [], note: null };
    const others = model.tags.filter(({ name }) => !keys.has(keyOf(name)));
    models.set(guid, { ...model, tags: [...others, ...changes] });
  }
  return isChanged ? { ...file, models: [...models.values()] } : file;
}

function readSeen(text: string): Seen {
  try {
    return Seen.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export type NoteChange = { readonly guid: string; readonly note: string; readonly seen: string };

/**
 * The file of `machine` after a note was written: it replaces those that the person has seen. What another computer wrote
 * meanwhile stays beside it.
 */
export function changeNote(all: AllNotes, machine: string, { guid, note, seen }: NoteChange): NotesFile {
  const file = all.get(machine) ?? empty;
  const models = new Map(file.models.map((model) => [model.guid, model]));
  const model = models.get(guid) ?? { guid, tags: [], note: null };
  const seenThen = readSeen(seen);
  const clock = Math.max(0, model.note?.clock ?? 0, ...Object.values(seenThen)) + 1;
  models.set(guid, { ...model, note: { ...model.note, text: note, clock, seen: seenThen } });
  return { ...file, models: [...models.values()] };
}
