import { createInstance } from 'i18next';
import type { english } from './en/english.ts';
import { writeNumber } from './write-number.ts';

/** Every text that a person reads, by its key in `en/`. */
export const texts = createInstance();

void texts.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: {} } },
  initAsync: false,
  nsSeparator: false, // keys may hold a colon
  interpolation: { escapeValue: false }, // React escapes
});

const others = perLanguage((language) => new Intl.NumberFormat(language));
texts.services.formatter?.add('number', (value: number, language = 'en') =>
  Number.isInteger(value) ? writeNumber(value, language) : others().format(value),
);

type Group<Texts> = { readonly [Key in keyof Texts]?: Texts[Key] | Partial<Texts[Key]> };

/** English texts from here on, also where another language lacks one. Each part of the pages brings its own (`parts/`). */
export const addTexts = (added: Group<typeof english>): void =>
  void texts.addResourceBundle('en', 'translation', added);

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The language that the pages are shown in. */
export const findShown = (): Language => languages.find((language) => language === texts.language) ?? 'en';

/** Shows all texts in this language. Those of others than English are fetched when they are first needed. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === 'de' && !texts.hasResourceBundle('de', 'translation')) {
    const { german } = await import('./de/german.ts');
    texts.addResourceBundle('de', 'translation', german);
  }
  await texts.changeLanguage(language);
  // No first view needs them, so that it does not wait for them.
  void fetchSaid(language).catch(() => {});
}

/** Fetches what servers and the app say in this language; in English they say it themselves. */
export async function fetchSaid(language: Language): Promise<void> {
  if (language !== 'de' || texts.hasResourceBundle('de', 'said')) return;
  const { said } = await import('./de/said/said.ts');
  texts.addResourceBundle('de', 'said', said);
}

/** Call it where the text is shown, never at the top of a module: the language may change. */
export const { t } = texts;

/** One formatter per language, made when it is first needed: those of Intl are slow to make. */
export function perLanguage<Formatter>(make: (language: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const formatter = made.get(texts.language) ?? make(texts.language);
    made.set(texts.language, formatter);
    return formatter;
  };
}
