import type { english } from './en/english.ts';
import type { Said } from './said-translator.ts';
import { writeNumber } from './write-number.ts';

type Tree = { readonly [key: string]: string | Tree | undefined };
type Group<Texts> = { readonly [Key in keyof Texts]?: Texts[Key] | Partial<Texts[Key]> };

type WithoutPlural<Key extends string> = Key extends `${infer Name}_${'zero' | 'one' | 'other'}` ? Name : Key;
type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];
type TextKey = KeysOf<typeof english>;
type Values = Readonly<Record<string, string | number>>;

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

let shown: Language = 'en';
const trees = new Map<Language, Tree>([['en', {}]]);
const sentences = new Map<Language, Said>();
const listeners = new Set<() => void>();

/** Returns the language of the pages. */
export const findShown = (): Language => shown;

/** Returns the translated sentences of servers and the app; null until loaded, and in English. */
export const findSaid = (): Said | null => sentences.get(shown) ?? null;

/** Calls the listener when the language changes or its sentences have loaded. */
export function followTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Adds texts; English ones are the fallback for missing translations. Each part of the pages adds its own (`parts/`).
 */
export const addTexts = (added: Group<typeof english>, language: Language = 'en'): void =>
  void trees.set(language, { ...trees.get(language), ...added });

/** Switches all texts to this language. Texts other than English are loaded on first use. */
export async function showLanguage(language: Language): Promise<void> {
  if (language === 'de' && !trees.has('de')) trees.set('de', (await import('./de/german.ts')).german);
  shown = language;
  tell();
  // Not awaited, as no first view needs them.
  void fetchSaid(language).catch(() => {});
}

/** Loads the sentences of servers and the app in this language; English needs none. */
export async function fetchSaid(language: Language): Promise<void> {
  if (language !== 'de' || sentences.has('de')) return;
  sentences.set('de', (await import('./de/said/said.ts')).said);
  tell();
}

/** Returns the loaded texts of a language. */
export const listTexts = (language: Language): Tree | undefined => trees.get(language);

const find = (language: Language, key: string): string | null => {
  let at: string | Tree | undefined = listTexts(language);
  for (const step of key.split('.')) at = typeof at === 'object' ? at[step] : undefined;
  return typeof at === 'string' ? at : null;
};

/** Returns the keys to try: texts with a count have a form for one, a form for others, and maybe one for none. */
function listForms(key: string, { count }: Values): readonly string[] {
  if (typeof count !== 'number') return [key];
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${count === 1 ? 'one' : 'other'}`, key];
}

const others = perLanguage((language) => new Intl.NumberFormat(language));
const writeValue = (value: string | number | undefined, format: string | undefined): string => {
  if (format === undefined || typeof value !== 'number') return String(value ?? '');
  return Number.isInteger(value) ? writeNumber(value, shown) : others().format(value);
};

/** Finds a text in the language of the pages, or else in English. */
function findText(key: string, values: Values): string {
  const forms = listForms(key, values);
  for (const language of [shown, 'en'] as const)
    for (const form of forms) {
      const text = find(language, form);
      if (text !== null) return text;
    }
  return key;
}

/** Returns a text with its values. Call this on render, never at the top of a module, as the language can change. */
export function t(key: TextKey, values: Values = {}): string {
  return findText(key, values).replaceAll(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, format?: string) =>
    writeValue(values[name], format),
  );
}

/** Creates one formatter per language on first use, as those of Intl are slow to create. */
export function perLanguage<Formatter>(make: (language: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const formatter = made.get(shown) ?? make(shown);
    made.set(shown, formatter);
    return formatter;
  };
}
