import { fillIn, type Sentence } from '../../server/contract/sentence.ts';

export type Said = Readonly<Record<string, string>>;
export type Translator = (text: string | Sentence) => string;

export const sentenceEnd = /(?<=[.!?…]["”)]?) /;

/** Servers format numbers in English. */
const translateNumber = (text: string, language: string) =>
  /^\d{1,3}(?:,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')).toLocaleString(language) : text;

/** Looks up each sentence of a text, or a key, in a table. Missing ones stay unchanged. */
export function createTranslator(said: Said, language: string): Translator {
  const find = (one: string) => (Object.hasOwn(said, one) ? said[one] : undefined);
  const lookUp = (text: string): string =>
    find(text) ??
    text
      .split(sentenceEnd)
      .map((one) => find(one) ?? translateNumber(one, language))
      .join(' ');
  return function translate(text): string {
    if (typeof text === 'string') return lookUp(text);
    return fillIn(lookUp(text.key), text.values, (value) =>
      typeof value === 'number' ? String(value) : translate(value),
    );
  };
}
