import type { OwnNotes } from '../../../../src-main/platform/ipc/contract.ts';

export type TagCount = { readonly name: string; readonly count: number };
type Notes = ReadonlyMap<string, OwnNotes>;

/** Two spellings of one tag, as two computers may have it, count as one. */
export const toTagKey = (tag: string) => tag.normalize('NFC').toLowerCase();

/** The tags of these models in alphabetical order, with how many of them have each. */
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

/** One or several tags in a person's text, separated by commas. */
export function readTags(text: string, longest: number): readonly string[] {
  const names = text.split(',').map((name) => name.trim().replace(/\s+/g, ' ').slice(0, longest).trim());
  return [...new Map(names.filter(Boolean).map((name) => [toTagKey(name), name])).values()];
}
