import { nameOf } from '../../contract/relative-path.ts';

export type LicenceText = { readonly path: string; readonly license: string };

/** Pattern for a licence in a text, and its usual short name, with `$` in place of the version. */
type Named = readonly [pattern: RegExp, name: string];

const licence = 'licen[cs]e';
const by = ',? as published by [^.]{0,60}?(?:either )?';
const version = `(?:${by}|[\\s,;:(\\u2013-]{0,40})(?:version|ver\\.?|v\\.?)?[\\s.]{0,3}(\\d(?:\\.\\d)*)`;
const versioned = (words: string, name: string): Named => [
  new RegExp(`(?:${words})${version}`, 'gi'),
  `${name}-$`,
];
const gnu = (kind: string) => `(?:gnu )?${kind}general public ${licence}(?: \\(\\w+\\))?`;

/** Licences with a title, which heads their full text and is how short texts refer to them. */
const titled: readonly Named[] = [
  versioned(gnu('(?:lesser|library) '), 'LGPL'),
  versioned(gnu('affero '), 'AGPL'),
  versioned(`(?<!(?:lesser|library|affero) )${gnu('')}`, 'GPL'),
  versioned(`gnu free documentation ${licence}`, 'GFDL'),
  versioned(`apache(?: software)? ${licence}`, 'Apache'),
  versioned(`mozilla public ${licence}`, 'MPL'),
  versioned(`eclipse public ${licence}`, 'EPL'),
  versioned(`european union public ${licence}(?: \\(?eupl\\)?)?`, 'EUPL'),
  versioned(`(?:sil )?open font ${licence}(?: \\(?ofl\\)?)?`, 'OFL'),
  versioned(`boost software ${licence}`, 'BSL'),
  versioned(`blue oak model ${licence}`, 'BlueOak'),
  versioned(`free art ${licence}|licence art libre`, 'LAL'),
  versioned(`open database ${licence}(?: \\(?odbl\\)?)?`, 'ODbL'),
  versioned(`tapr open hardware ${licence}`, 'TAPR-OHL'),
  versioned(`common development and distribution ${licence}(?: \\(cddl\\))?`, 'CDDL'),
  versioned(`business source ${licence}`, 'BUSL'),
  [/cern open hardware licen[cs]e version (\d) - permissive|\bcern[- ]ohl-p[- ]v?(\d)/gi, 'CERN-OHL-P-$'],
  [
    /cern open hardware licen[cs]e version (\d) - weakly reciprocal|\bcern[- ]ohl-w[- ]v?(\d)/gi,
    'CERN-OHL-W-$',
  ],
  [
    /cern open hardware licen[cs]e version (\d) - strongly reciprocal|\bcern[- ]ohl-s[- ]v?(\d)/gi,
    'CERN-OHL-S-$',
  ],
  versioned(`artistic ${licence}`, 'Artistic'),
  [/(?:the )?"?artistic licen[cs]e"?(?!["\s,]+(?:version|v?\d))/gi, 'Artistic-1.0'],
  [/(?:creative commons )?cc0 1\.0 universal/gi, 'CC0-1.0'],
];

/** Sentences unique to one licence, for licences that are often copied without a title. */
const signatures: readonly Named[] = [
  [
    /permission is hereby granted, free of charge, to any person obtaining a copy(?=[\s\S]*shall be included)(?![\s\S]*for good, not evil)/gi,
    'MIT',
  ],
  [/shall be used for good, not evil/gi, 'JSON'],
  [
    /to use, copy, modify,? (?:and\/or|and|or) distribute this software (?:and its documentation )?for any purpose with or without fee is hereby granted, provided that/gi,
    'ISC',
  ],
  [/distribute this software for any purpose with or without fee is hereby granted\.(?! provided)/gi, '0BSD'],
  [/redistribution and use in source and binary forms(?=[\s\S]*all advertising materials)/gi, 'BSD-4-Clause'],
  [
    /redistribution and use in source and binary forms(?![\s\S]*all advertising materials)(?=[\s\S]*(?:neither the name|endorse or promote))/gi,
    'BSD-3-Clause',
  ],
  [
    /redistribution and use in source and binary forms(?![\s\S]*(?:all advertising materials|neither the name|endorse or promote))/gi,
    'BSD-2-Clause',
  ],
  [/altered source versions must be plainly marked/gi, 'Zlib'],
  [/this is free and unencumbered software released into the public domain/gi, 'Unlicense'],
  [/do what the fuck you want to public licen[cs]e/gi, 'WTFPL'],
  [/commons clause/gi, 'Commons Clause'],
];

/** Phrases that name a licence in a few sentences, but can mean something else in a longer text. */
const phrases: readonly Named[] = [
  [/\bCC[- ]?0\b|creative commons zero|publicdomain\/zero|\bCC Zero\b|public domain dedication/gi, 'CC0-1.0'],
  [/\bMIT(?:[- ]licen[cs]e\b|$)|\b(?:under(?: the)?|licen[cs]e:?) MIT\b/gi, 'MIT'],
  [/\b(?<!\w-)ISC licen[cs]e\b/gi, 'ISC'],
  [/\bBSD[- ]3[- ]clause|\b(?:3|three)[- ]clause BSD/gi, 'BSD-3-Clause'],
  [/\bBSD[- ]2[- ]clause|\b(?:2|two)[- ]clause BSD/gi, 'BSD-2-Clause'],
  [/\bzlib licen[cs]e\b/gi, 'Zlib'],
  [/\bunlicen[cs]e\b/gi, 'Unlicense'],
  versioned('\\bapache', 'Apache'),
  versioned('\\blgpl|\\bgnu - lgpl', 'LGPL'),
  versioned('\\bagpl', 'AGPL'),
  versioned('\\bgpl|\\bgnu - gpl', 'GPL'),
  [/\bGNU(?: -)? LGPL\b/gi, 'LGPL'],
  [/\bGNU(?: -)? GPL\b/gi, 'GPL'],
  versioned('\\bmpl', 'MPL'),
  versioned('\\bofl', 'OFL'),
  versioned('\\beupl', 'EUPL'),
  [/opendatacommons\.org\/licenses\/odbl\b/gi, 'ODbL-1.0'],
];
const publicDomain = 'Public domain';
const vague: readonly Named[] = [
  [/\beditorial (?:uses? )?only|\beditorial licen[cs]e/gi, 'Editorial use only'],
  [/\broyalty[- ]free\b/gi, 'Royalty-free'],
  [
    /\b(?:in|into|to) the public domain\b|\bgemeinfrei|\bdomaine public\b|\bdominio p[úu]blico\b|^public domain\.?$/gi,
    publicDomain,
  ],
];

/** Lengths in characters. */
const short = 2000;
const veryShort = 1000;
const longestTitle = 80;
/** Allowed after a title on its line: a date, or an abbreviation in brackets. */
const beside =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\([^)]*\)/gi;
const isDenied = /\b(?:not|no|never|nor|isn't|cannot|without)(?: \w+){0,4} ?$/i;
const noTrade =
  /non-?commercial (?:use |purposes? )?only|\b(?:not?|never)(?: \w+){0,4} commercial(?:ly| use| purposes?)|commercial use is (?:not|prohibited|forbidden)/i;

const toVersion = (text: string | undefined) =>
  text === undefined ? '' : text.includes('.') ? text : `${text}.0`;
const fill = (name: string, found: string | undefined) => name.replace('$', toVersion(found));

function search(text: string, table: readonly Named[], isMeant: (match: RegExpExecArray) => boolean) {
  return table.flatMap(([pattern, name]) =>
    [...text.matchAll(pattern)].filter(isMeant).map(([, one, other]) => fill(name, one ?? other)),
  );
}

/** Finds titles on a line of their own; the version can be on the next. */
function readTitles(text: string): string[] {
  const isOnLines = ({ 0: found, index }: RegExpExecArray) => {
    const before = text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
    const [after = ''] = text.slice(index + found.length, index + found.length + longestTitle).split('\n', 1);
    return !/\p{L}/u.test(before.replace(/\bthe\b/i, '')) && !/\p{L}/u.test(after.replace(beside, ''));
  };
  return [...search(text, titled, isOnLines), ...readLegalCodes(text)];
}

/** The terms of Creative Commons licences, in the languages of their translations. */
const conditions = {
  nc: 'non-? ?commercial|nicht-? ?kommerziell|no ?-?comercial|pas d.utilisation commerciale|n[ãa]o ?-?comercial|niet-? ?commercieel|非商业性使用',
  sa: 'share-? ?alike|weitergabe unter gleichen bedingungen|compartir ?-?igual|partage dans les mêmes conditions|compartilha ?-?igual|condividi allo stesso modo|gelijk ?delen|相同方式共享',
  nd: 'no-? ?deriv[a-z]*|keine ?bearbeitung(?:en)?|sin ?obras? ?derivadas?|pas de modifications?|sem ?deriva[a-zçõã]*|non opere derivate|geen ?afgeleide ?werken|禁止演绎',
};
const attribution =
  '(?:attribution|attribuzione|namensnennung|reconocimiento|atribuci[óo]n|atribuição|paternité|naamsvermelding|署名)';
const apart = '[\\s,/_\\-\\u2013\\u2014]{0,4}(?:and )?';
const code = `(${attribution}(?:${apart}(?:${Object.values(conditions).join('|')})){0,2})`;
const legalCode = new RegExp(
  `^\\W*(?:creative commons )?${code} (\\d\\.\\d) (?:international|unported|generic|[a-z]+)(?: public| licen[cs]e)*\\W*$`,
  'gim',
);
const readLegalCodes = (text: string) =>
  [...text.matchAll(legalCode)].map(
    ([, written = '', found]) => `CC-${toLetters(written).toUpperCase()}-${found}`,
  );

const matchAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** Finds Creative Commons licences written as letters, words or addresses. */
function readCreativeCommons(text: string): string[] {
  const parts = '(by(?:[-_ ](?:nc|sa|nd)){0,2})';
  const addresses = matchAll(text, new RegExp(`creativecommons\\.org/licenses/${parts}/(\\d\\.\\d)`, 'gi'));
  const letters = matchAll(
    text,
    new RegExp(`\\b(?:CC|creative commons)[-_ ]?${parts}(?![a-z])(?:[-_ ]?v?(\\d\\.\\d))?`, 'gi'),
  );
  const words = matchAll(
    text,
    new RegExp(`\\bcreative commons(?: - |[ :]{1,2})${code}(?:[^\\d\\n]{0,20}(\\d\\.\\d))?`, 'gi'),
  ).map((match) => Object.assign(match, { 1: toLetters(match[1] ?? '') }));
  return [...addresses, ...letters, ...words]
    .filter(({ index }) => !isDenied.test(text.slice(0, index)))
    .map(([, letter = '', found]) => {
      const name = `CC-${letter.toUpperCase().replaceAll(/[ _]/g, '-')}`;
      return found === undefined ? name : `${name}-${found}`;
    });
}

const letterOf = Object.entries(conditions).map(
  ([letter, words]) => [letter, new RegExp(words, 'i')] as const,
);
const toLetters = (words: string) =>
  ['by', ...letterOf.filter(([, pattern]) => pattern.test(words)).map(([letter]) => letter)].join('-');

const spdx = /\bSPDX-License-Identifier:\s*([\w.+-]+)/gi;

/** The licence that a work changes to years later. */
const later = /^\s*change licen[cs]e:.*$/gim;

function readAll(whole: string): string[] {
  const written = whole.replace(later, '').replace(/[\u2010-\u2015]/g, '-');
  const flat = written.replace(/[\s"“”*#>_;]+/g, ' ').trim();
  const isMeant = ({ index }: RegExpExecArray) => !isDenied.test(flat.slice(0, index));
  const isShort = flat.length <= short;
  return [
    ...[...written.matchAll(spdx)].map(([, name = '']) => name.replace(/-(?:only|or-later)$/, '')),
    ...readTitles(written.replace(/\r\n?/g, '\n')),
    ...search(flat, signatures, () => true),
    ...(isShort ? search(flat, [...titled, ...phrases], isMeant) : []),
    ...(isShort ? readCreativeCommons(written.replace(/\s+/g, ' ')) : []),
    ...(flat.length <= veryShort ? search(flat, vague, isMeant) : []),
  ];
}

/** Returns a text's licences by short name. A long text must have the title or a unique sentence, a short one any mention. */
export function findLicences(text: string): readonly string[] {
  const all = [...new Set(readAll(text))];
  // A public-domain licence also contains the words "public domain".
  const found = all.length > 1 ? all.filter((name) => name !== publicDomain) : all;
  // A licence is often named once with its version and elsewhere without.
  const exact = found.filter(
    (name) =>
      !found.some(
        (other) =>
          other !== name && other.startsWith(`${name}-`) && /-\d[\d.]*$/.test(other.slice(name.length)),
      ),
  );
  const isOpen = exact.length > 0 && !exact.some((name) => /-NC|Editorial/.test(name));
  return (isOpen && noTrade.test(text) ? [...exact, 'no commercial use'] : exact).sort();
}

/** Returns the licence that a text names; null if it names none or several. */
export function findLicence(text: string): string | null {
  const [only, other] = findLicences(text);
  return only !== undefined && other === undefined ? only : null;
}

/** Merges texts that belong together: the one licence that they name, or a reference to them with all the licences. */
export function joinLicences(texts: readonly LicenceText[]): LicenceText | null {
  const [first] = texts;
  if (!first || new Set(texts.map(({ license }) => license)).size === 1) return first ?? null;
  const names = [...new Set(texts.map(({ path }) => nameOf(path)))];
  const found = [...new Set(texts.flatMap(({ license }) => namesIn(license)))].sort();
  const licences = found.every((name) => name === otherTerms) ? [] : found;
  const last = names.pop() ?? '';
  return {
    path: first.path,
    license: seeLicence([names.join(', '), last].filter((name) => name !== '').join(' and '), licences),
  };
}

const otherTerms = 'other terms';
const longestName = 40;
/** Returns the usual names in a licence field, which can list several. */
function namesIn(license: string): readonly string[] {
  const several = /^See .* \((.+)\)$/.exec(license)?.[1]?.split(', ');
  const isName = license.length <= longestName && !/^See |[,()\n]/.test(license);
  return several ?? [isName ? license : otherTerms];
}

/** Refers to the text for a licence without a usual name, or for several licences. */
export const seeLicence = (name: string, licences: readonly string[] = []) =>
  licences.length === 0 ? `See ${name}` : `See ${name} (${licences.join(', ')})`;
