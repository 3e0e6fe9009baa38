import type { OwnNotes } from '../../../../src-main/platform/ipc/contract.ts';

export type TagCount = { readonly name: string; readonly count: number };
type Notes = ReadonlyMap<string, OwnNotes>;

/** Returns a key that treats two spellings of a tag, as from two computers, as one. */
export const toTagKey = (tag: string) => tag.normalize('NFC').toLowerCase();

/** Returns the tags of these models in alphabetical order, with the number of models. */
export function countTags(models: readonly { readonly guid: string }[], notes: Notes): readonly TagCount[] {
  const counts = new Map<string, TagCount>();
  for (const { guid } of models)
    for (const tag of notes.get(guid)?.tags ?? []) {
      const { name, count } = counts.get(toTagKey(tag)) ?? { name: tag, count: 0 };
      counts.set(toTagKey(tag), { name, count: count + 1 });
    }
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return [...counts.values()].toSorted((a, b) => compare(a.name, b.name));
}

/** Parses one or several tags, separated by commas. */
export function readTags(text: string, longest: number): readonly string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' ').slice(0, longest).trim());
  return [...new Map(names.filter(Boolean).map((name) => [toTagKey(name), name])).values()];
}
