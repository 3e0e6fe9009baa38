/** The licence that a text names, by its usual short name; null when it names none, or several. */
export function findLicence(text: string): string | null {
  const found = new Set(readers.flatMap((read) => read(text)));
  const [only, other] = found;
  return only !== undefined && other === undefined ? only : null;
}

const matchAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** Creative Commons writes its licences as letters, as words and as addresses. */
function readCreativeCommons(text: string): string[] {
  const parts = '(by(?:[- ](?:nc|sa|nd)){0,2})';
  const addresses = matchAll(text, new RegExp(`creativecommons\\.org/licenses/${parts}/(\\d\\.\\d)`, 'gi'));
  const letters = matchAll(text, new RegExp(`\\bCC[- ]?${parts}\\b(?:[- ]?v?(\\d\\.\\d))?`, 'gi'));
  const words = matchAll(
    text,
    /\bcreative commons(?: - | )(attribution(?:(?: - |[- ])(?:noncommercial|non-commercial|sharealike|share alike|noderivatives|noderivs|no derivatives)){0,2})(?:[^\d\n]{0,20}(\d\.\d))?/gi,
  ).map(([whole, written = '', version]) => [whole, toLetters(written), version]);
  const named = [...addresses, ...letters, ...words].map(([, letter = '', version]) => ({
    letters: `CC-${letter.toUpperCase().replaceAll(' ', '-')}`,
    version,
  }));
  // The same licence is often named with its version once and without it elsewhere.
  return named.flatMap(({ letters: name, version }) => {
    if (version !== undefined) return [`${name}-${version}`];
    const exact = named.find((other) => other.letters === name && other.version !== undefined);
    return [exact ? `${name}-${exact.version}` : name];
  });
}

const letterOf = [
  [/non-?commercial/i, 'nc'],
  [/share ?alike/i, 'sa'],
  [/no ?deriv/i, 'nd'],
] as const;
const toLetters = (words: string) =>
  ['by', ...letterOf.filter(([pattern]) => pattern.test(words)).map(([, letter]) => letter)].join('-');

const plain: readonly (readonly [RegExp, string])[] = [
  [/\bCC0\b|creative commons zero|publicdomain\/zero|\bCC Zero\b|public domain dedication/i, 'CC0-1.0'],
  [/\bMIT licen[cs]e\b|permission is hereby granted, free of charge/i, 'MIT'],
  [/\bapache licen[cs]e,? version 2\.0|apache-2\.0/i, 'Apache-2.0'],
  [/\bBSD[- ]3[- ]clause|redistributions? of source code[\s\S]*neither the name/i, 'BSD-3-Clause'],
  [/\bGNU general public licen[cs]e[\s\S]{0,40}version 3|\bGPL[- ]?v?3/i, 'GPL-3.0'],
  [/\bGNU - GPL\b/i, 'GPL'],
  [/\bGNU - LGPL\b/i, 'LGPL'],
  [/\bthis is free and unencumbered software released into the public domain/i, 'Unlicense'],
  [/\beditorial (?:use )?only|\beditorial licen[cs]e/i, 'Editorial use only'],
  [/\broyalty[- ]free\b/i, 'Royalty-free'],
];
const readPlain = (text: string) => plain.flatMap(([pattern, name]) => (pattern.test(text) ? [name] : []));
const readers = [readCreativeCommons, readPlain];
