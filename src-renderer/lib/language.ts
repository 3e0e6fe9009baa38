import { readStored, writeStored } from '../data/stored-value.ts';
import { type Language, languages, showLanguage } from '../text/text.ts';

/** A language, or the first system language that has texts. */
export type LanguageChoice = 'system' | Language;

const key = 'lodestock.language';

export const readLanguage = (): LanguageChoice => readStored<LanguageChoice>(key, languages, 'system');

/** `wanted` are BCP 47 tags, best first, as in `navigator.languages`. */
export function findLanguage(choice: LanguageChoice, wanted: readonly string[]): Language {
  if (choice !== 'system') return choice;
  const spoken = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return spoken.flatMap((name) => languages.filter((language) => language === name))[0] ?? 'en';
}

/** Stores the choice on this device and shows it; keeps the current language if the texts cannot be loaded. */
export async function applyLanguage(choice: LanguageChoice): Promise<void> {
  writeStored(key, choice);
  await showLanguage(findLanguage(choice, navigator.languages)).catch(() => {});
}
