import { createTranslator, type Said, type Translator } from '../text/said-translator.ts';
import { texts } from '../text/text.ts';

const translators = new WeakMap<Said, Translator>();

/** A sentence of a server or the app, in the language of the page. Unknown sentences stay as they are. */
export function translateSentence(text: string): string {
  const said: Said | undefined = texts.getResourceBundle(texts.language, 'said');
  if (said === undefined) return text;
  const translator = translators.get(said) ?? createTranslator(said, texts.language);
  translators.set(said, translator);
  return translator(text);
}
