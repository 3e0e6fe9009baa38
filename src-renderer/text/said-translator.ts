import { fillIn, type Sentence } from '../../server/contract/sentence.ts';

export type Said = Readonly<Record<string, string>>;
/** A sentence with a value between any two of its parts. */
type Pattern = {
  readonly parts: readonly string[];
  readonly names: readonly string[];
  readonly translation: string;
};
export type Translator = (text: string | Sentence) => string;

const hole = /\{(\w+)\}/g;
export const sentenceEnd = /(?<=[.!?…]["”)]?) /;
const most = 500;

const toPattern = ([english, translation]: [string, string]): Pattern => ({
  parts: english.split(/\{\w+\}/),
  names: [...english.matchAll(hole)].map(([, name = '']) => name),
  translation,
});

/** The values of a text in the holes of a pattern, each as short as can be; null where it is another sentence. Linear in time. */
function match(text: string, parts: readonly string[]): readonly string[] | null {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first ? [] : null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const end = text.length - last.length;
  const values: string[] = [];
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from + 1);
    if (at === -1) return null;
    values.push(text.slice(from, at));
    from = at + part.length;
  }
  return from < end ? [...values, text.slice(from, end)] : null;
}

const lengthOf = (english: string) => english.replaceAll(hole, '').length;

/** Servers write numbers as in English. */
const translateNumber = (text: string, language: string) =>
  /^\d{1,3}(?:,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')).toLocaleString(language) : text;

/** Recognises the sentences of a table with any values in their holes. Unknown sentences stay as they are. */
export function createTranslator(said: Said, language: string): Translator {
  // Those with the most words first: they say most exactly what is meant.
  const patterns = Object.entries(said)
    .toSorted(([a], [b]) => lengthOf(b) - lengthOf(a))
    .map(toPattern);
  const known = new Map<string, string | null>();

  /** null for what is not a sentence, nor a part of one, that is known. */
  function find(text: string): string | null {
    for (const { parts, names, translation } of patterns) {
      const found = match(text, parts);
      if (found === null) continue;
      const values = new Map(names.map((name, index) => [name, found[index] ?? '']));
      return translation.replaceAll(hole, (_, name: string) => translate(values.get(name) ?? ''));
    }
    return null;
  }
  function recall(text: string): string | null {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = find(text);
    known.set(text, found);
    return found;
  }
  /** Each sentence of its key has a row of its own. */
  const lookUp = (key: string) =>
    key
      .split(sentenceEnd)
      .map((one) => (Object.hasOwn(said, one) ? said[one] : one))
      .join(' ');
  function translate(text: string | Sentence): string {
    if (typeof text === 'object')
      return fillIn(lookUp(text.key), text.values, (value) =>
        typeof value === 'number' ? String(value) : translate(value),
      );
    const parts = text.split(sentenceEnd);
    const translated: string[] = [];
    for (let at = 0; at < parts.length; ) {
      const ends = parts.map((_, index) => index + 1).slice(at, at + longestName);
      // Names of files may look like the end of a sentence.
      const end = ends.find((one) => recall(parts.slice(at, one).join(' ')) !== null) ?? at + 1;
      const part = parts.slice(at, end).join(' ');
      translated.push(recall(part) ?? translateNumber(part, language));
      at = end;
    }
    return translated.join(' ');
  }
  return translate;
}

/** In parts that look like sentences. */
const longestName = 5;
