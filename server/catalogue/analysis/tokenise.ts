/** A word of a text; `isJoined` marks one made of its neighbours ("DIN-912" → din912, "2 pin" → 2pin). */
export type Token = { readonly text: string; readonly isJoined: boolean };

const longest = 64;
const ascii = /^\p{ASCII}*$/u;
const anyWord = /[\p{L}\p{N}\p{M}]+/gu;
const asciiWord = /[a-z0-9]+/g;
const digits = /^\p{N}+$/u;
const hasDigit = /\p{N}/u;
const anyApostrophe = /['’ʼ]/;
const apostropheInWord = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const letters = /^\p{L}{1,6}$/u;

/** Lower case without accents and apostrophes, compatibility forms as their plain letters. */
export function fold(text: string): string {
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

type Piece = { readonly text: string; readonly gap: string };

function cut(folded: string): Piece[] {
  const pieces: Piece[] = [];
  const word = ascii.test(folded) ? asciiWord : anyWord;
  word.lastIndex = 0;
  let end = 0;
  for (let match = word.exec(folded); match !== null; match = word.exec(folded)) {
    pieces.push({ text: match[0].slice(0, longest), gap: folded.slice(end, match.index) });
    end = word.lastIndex;
  }
  return pieces;
}

/** Whether two neighbours are one thing: a hyphenated word, a part number, a number with its unit. */
function belongTogether(left: Piece, right: Piece): boolean {
  if (right.gap === '-') return true;
  if (right.gap.length === 1 && './,'.includes(right.gap))
    return hasDigit.test(left.text) || hasDigit.test(right.text);
  return digits.test(left.text) && letters.test(right.text) && right.gap.trim() === '';
}

const isBy = (piece: Piece | undefined) => piece?.text === 'x' && piece.gap.trim() === '';
const isNumber = (piece: Piece | undefined) => piece !== undefined && digits.test(piece.text);

/** The words of a query or title in their order, without joined forms. */
export const splitWords = (text: string): string[] =>
  ascii.test(text)
    ? (fold(text).match(asciiWord) ?? []).map((word) => word.slice(0, longest))
    : cut(fold(text)).map((piece) => piece.text);

/** The words of a text to index, joined forms after the words they are made of. */
export function tokenise(text: string): Token[] {
  const pieces = cut(fold(text));
  const tokens: Token[] = [];
  const add = (joined: string) => tokens.push({ text: joined.slice(0, longest), isJoined: true });
  let run = '';
  let parts = 0;
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    const isContinued = before !== undefined && belongTogether(before, piece);
    if (!isContinued && parts > 2) add(run);
    run = isContinued ? run + piece.text : piece.text;
    parts = isContinued ? parts + 1 : 1;
    tokens.push({ text: piece.text, isJoined: false });
    if (before && isContinued) add(before.text + piece.text);
    const twoBack = pieces[index - 2];
    if (twoBack && isNumber(piece) && isBy(before) && isNumber(twoBack)) add(`${twoBack.text}x${piece.text}`);
  }
  if (parts > 2) add(run);
  return tokens;
}
