type Language = 'en' | 'de';

/** Labels of a model's fields that its page shows unchanged; in one place, so that a new field needs one line. */
const labels = {
  licenseFrom: { en: 'Licence from', de: 'Lizenz aus' },
  attribution: { en: 'Attribution', de: 'Namensnennung' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

type PlainFacts = Readonly<Record<keyof typeof labels, string>>;

export function plainFactsIn(language: Language): PlainFacts;
export function plainFactsIn(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, label[language]]));
}
