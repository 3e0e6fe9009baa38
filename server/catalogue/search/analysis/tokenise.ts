const vowel = /[aeiouy]/;
const plain = /^[a-z]+$/;

export function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || rest.length < 3 || !vowel.test(rest)) return word;
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

/** Returns the form that an English word shares with its plural and verb forms; other words are returned unchanged. */
export function stem(word: string): string {
  if (word.length < 4 || !plain.test(word)) return word;
  const found = withoutVerbEnding(withoutPlural(word));
  const bare = found.length > 4 && found.endsWith('e') ? found.slice(0, -1) : found;
  return bare.length > 3 && bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare;
}

const longest = 64;
const ascii = /^\p{ASCII}*$/u;
const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
const asciiWord = /[a-z0-9]+/g;
const digits = /^\p{N}+$/u;
const hasDigit = /\p{N}/u;
const anyApostrophe = /['’ʼ]/;
const apostropheInWord = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const letters = /^\p{L}{1,6}$/u;

/** Folds text to lower case without accents and apostrophes, and compatibility characters to plain ones. */
function fold(text: string): string {
  const plain = ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]+/g, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .normalize('NFC');
  return anyApostrophe.test(plain) ? plain.replace(apostropheInWord, '') : plain;
}

const kinds = { digits: 1, mixed: 2, fewLetters: 4, other: 0 } as const;
const mostLetters = 6;

/** The words of a folded text: where each starts and ends, where the gap before the next starts, and its kind. */
type Pieces = {
  readonly text: string;
  readonly starts: number[];
  readonly ends: number[];
  readonly gaps: number[];
  readonly kinds: number[];
};

const isLetterCode = (code: number) => code >= 97 && code <= 122;
const isDigitCode = (code: number) => code >= 48 && code <= 57;

/** Splits lower-case ASCII without creating a string per word. */
function cutAscii(text: string): Pieces {
  const pieces: Pieces = { text, starts: [], ends: [], gaps: [], kinds: [] };
  let at = 0;
  while (at < text.length) {
    const start = at;
    let digitCount = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (isDigitCode(code)) digitCount += at - start < longest ? 1 : 0;
      else if (!isLetterCode(code)) break;
    }
    if (at > start) {
      const length = Math.min(at - start, longest);
      pieces.starts.push(start);
      pieces.ends.push(start + length);
      pieces.gaps.push(at);
      pieces.kinds.push(kindOf(length, digitCount));
    }
    at++;
  }
  return pieces;
}

function kindOf(length: number, digitCount: number): number {
  if (digitCount === length) return kinds.digits;
  if (digitCount > 0) return kinds.mixed;
  return length <= mostLetters ? kinds.fewLetters : kinds.other;
}

function cutAny(text: string): Pieces {
  const pieces: Pieces = { text, starts: [], ends: [], gaps: [], kinds: [] };
  for (const match of text.matchAll(anyWord)) {
    const word = match[0].slice(0, longest);
    pieces.starts.push(match.index);
    pieces.ends.push(match.index + word.length);
    pieces.gaps.push(match.index + match[0].length);
    const kind = hasDigit.test(word) ? kinds.mixed : letters.test(word) ? kinds.fewLetters : kinds.other;
    pieces.kinds.push(digits.test(word) ? kinds.digits : kind);
  }
  return pieces;
}

const cut = (folded: string): Pieces => (ascii.test(folded) ? cutAscii(folded) : cutAny(folded));

const isKind = (pieces: Pieces, piece: number, kind: number) => pieces.kinds[piece] === kind;
const textOf = ({ text, starts, ends }: Pieces, piece: number) => text.slice(starts[piece], ends[piece]);

const isBlankBefore = ({ text, starts, gaps }: Pieces, piece: number) =>
  text.slice(gaps[piece - 1], starts[piece]).trim() === '';

/** Returns true if a piece continues the one before: a hyphenated word, a part number, a number with its unit. */
function isContinued(pieces: Pieces, piece: number): boolean {
  const { text, starts, gaps, kinds: every } = pieces;
  const [from, to] = [gaps[piece - 1] ?? 0, starts[piece] ?? 0];
  if (to - from === 1) {
    const between = text[from] ?? '';
    if (between === '-') return true;
    // A number, or a word with a digit.
    const hasNumber = ((every[piece - 1] ?? 0) | (every[piece] ?? 0)) & (kinds.digits | kinds.mixed);
    if (between === '.' || between === '/' || between === ',') return hasNumber !== 0;
  }
  return (
    isKind(pieces, piece - 1, kinds.digits) &&
    isKind(pieces, piece, kinds.fewLetters) &&
    isBlankBefore(pieces, piece)
  );
}

/** "2 x 4" and "2x4" are the same measure. */
const isMeasure = (pieces: Pieces, piece: number) =>
  piece > 1 &&
  isKind(pieces, piece, kinds.digits) &&
  isKind(pieces, piece - 2, kinds.digits) &&
  textOf(pieces, piece - 1) === 'x' &&
  isBlankBefore(pieces, piece - 1);

/** Splits a query or title into words, in order and without joined forms. */
export const splitWords = (text: string): string[] =>
  (fold(text).match(ascii.test(text) ? asciiWord : anyWord) ?? []).map((word) => word.slice(0, longest));

/** Called with a word as a range of a text; `isJoined` if it was joined ("DIN-912" → din912, "2 pin" → 2pin). */
type Visit = (text: string, start: number, end: number, isJoined: boolean) => void;

/** Visits the words of a text to index, with joined forms after their parts. */
export function eachToken(text: string, visit: Visit) {
  const pieces = cut(fold(text));
  const { starts, ends } = pieces;
  const join = (from: number, to: number) => {
    let joined = '';
    for (let piece = from; piece < to; piece++) joined += textOf(pieces, piece);
    visit(joined, 0, Math.min(joined.length, longest), true);
  };
  let runStart = 0;
  for (let piece = 0; piece < starts.length; piece++) {
    const isMore = piece > 0 && isContinued(pieces, piece);
    if (!isMore) {
      if (piece - runStart > 2) join(runStart, piece);
      runStart = piece;
    }
    visit(pieces.text, starts[piece] ?? 0, ends[piece] ?? 0, false);
    if (isMore) join(piece - 1, piece + 1);
    if (isMeasure(pieces, piece)) join(piece - 2, piece + 1);
  }
  if (starts.length - runStart > 2) join(runStart, starts.length);
}
