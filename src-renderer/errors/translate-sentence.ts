import { type Told, wordsOf } from '../../server/contract/errors.ts';
import { textOf, type Words } from '../../server/contract/sentence.ts';
import { createTranslator, type Said, type Translator } from '../text/said-translator.ts';
import { findSaid, findShown } from '../text/text.ts';

const translators = new WeakMap<Said, Translator>();

/** Translates a sentence from a server or the app into the language of the page. Unknown sentences stay unchanged. */
export function translateSentence(words: Words | Told): string {
  const text = typeof words === 'object' && 'message' in words ? wordsOf(words) : words;
  const said = findSaid();
  if (said === null) return textOf(text);
  const translator = translators.get(said) ?? createTranslator(said, findShown());
  translators.set(said, translator);
  return translator(text);
}
