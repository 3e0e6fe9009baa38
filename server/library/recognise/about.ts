import type { Note } from './notes.ts';
import { type Placed, readPlace } from './title.ts';

type About = Readonly<Record<string, unknown>>;

/** Returns a field from the first note that has it; notes are ordered from most to least trusted. */
function firstOf<K extends keyof Note>(notes: readonly Note[], field: K): Note[K] | undefined {
  return notes.find((note) => note[field] !== undefined)?.[field];
}

const capitalise = (words: string | undefined) =>
  words === undefined ? undefined : words.charAt(0).toUpperCase() + words.slice(1);

function writeAttribution(
  title: string,
  author: string | undefined,
  source: string | undefined,
): string | undefined {
  if (author === undefined) return source;
  return [`${title} by ${author}`, ...(source === undefined ? [] : [source])].join(', ');
}

/** Derives facts from a model's path, its name and the notes beside it. */
export function describePlace(placed: Placed, notes: readonly Note[]): About {
  const named = firstOf(notes, 'title');
  const place = readPlace(placed, named);
  const title = named ?? place.title;
  const told = firstOf(notes, 'category');
  const shelf =
    told === undefined
      ? { category: place.category ?? undefined, subcategory: place.subcategory ?? undefined }
      : { category: capitalise(told), subcategory: capitalise(firstOf(notes, 'subcategory')) };
  const tags = [...(firstOf(notes, 'tags') ?? []), ...place.tags];
  const licensed = notes.find(({ license }) => license !== undefined);
  const fields = {
    title,
    description: firstOf(notes, 'description'),
    ...shelf,
    tags: tags.length === 0 ? undefined : [...new Set(tags)],
    license: licensed?.license,
    licenseFrom: licensed?.licenseFrom,
    attribution: writeAttribution(title, firstOf(notes, 'author'), firstOf(notes, 'source')),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
