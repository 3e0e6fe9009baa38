import type { Place } from './syntax.ts';

export type Token = Place & {
  readonly type: 'newline' | 'string' | 'name' | 'number' | 'identifier' | 'keyword' | 'sign' | 'end';
  readonly text: string;
  /** Whether white space stands before it, which decides between an index and an argument. */
  readonly isSpaced: boolean;
};

const keywords = new Set(
  (
    'and as by case catch collect continue do else exit fn for from function global group if in local macroscript ' +
    'not of off on or return rollout struct then throw to try undo where while true false undefined ' +
    // Words of the language that no test needs; a name must not be one of them.
    'about animate at attributes coordsys level mapped max parameters persistent plugin private public rcmenu set tool ' +
    'utility when with'
  ).split(' '),
);
const signs = ['#(', '#{', '==', '!=', '<=', '>=', '+=', '-=', '*=', '/=', ...'()[]{},.:=<>+-*/^'];
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

type Cursor = ReturnType<typeof createCursor>;

/** A place in the text that moves on, with what was found before it. */
function createCursor(source: string) {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;
  return {
    tokens,
    isDone: () => at >= source.length,
    match: (pattern: RegExp) => {
      pattern.lastIndex = at;
      return pattern.exec(source)?.[0];
    },
    startsWith: (text: string) => source.startsWith(text, at),
    fail: (message: string): never => {
      throw new SyntaxError(`${line}:${at - lineStart + 1} ${message}`);
    },
    push: (type: Token['type'], text: string, length: number) => {
      const isSpaced = at === 0 || /\s/.test(source[at - 1] ?? '');
      tokens.push({ type, text, line, column: at - lineStart + 1, isSpaced });
      at += length;
    },
    skip: (text: string) => {
      for (const [index, character] of [...text].entries()) {
        if (character !== '\n') continue;
        line += 1;
        lineStart = at + index + 1;
      }
      at += text.length;
    },
  };
}

/** Skips blanks, comments and continued lines; false when none stands here. */
function skipBlank({ match, skip, startsWith, fail }: Cursor): boolean {
  const found =
    match(/\\[ \t\r]*\n/y) ?? match(/[ \t\r\ufeff]+/y) ?? match(/--[^\n]*/y) ?? match(/\/\*[\s\S]*?\*\//y);
  if (found === undefined && startsWith('/*')) fail('unterminated comment');
  if (found !== undefined) skip(found);
  return found !== undefined;
}

function readString({ match, push, fail }: Cursor) {
  const raw = match(/@"[^"]*"/y);
  const found = raw ?? match(/"(?:[^"\\]|\\[\s\S])*"/y) ?? fail('unterminated string');
  const inner = found.slice(raw === undefined ? 1 : 2, -1);
  if (inner.includes('\n')) fail('a string over several lines');
  const toCharacter = (_: string, one: string) => escapes[one] ?? fail(`bad escape \\${one}`);
  push('string', raw === undefined ? inner.replace(/\\(.)/g, toCharacter) : inner, found.length);
}

function readToken(cursor: Cursor) {
  const { match, push, skip, startsWith, fail } = cursor;
  const newline = match(/[\n;]/y);
  const name = match(/#\w+/y);
  const number = match(/\d+(?:\.\d+)?/y);
  const word = match(/[A-Za-z_]\w*/y);
  if (newline !== undefined) {
    push('newline', newline, 0);
    skip(newline);
  } else if (match(/@?"/y) !== undefined) readString(cursor);
  else if (name !== undefined) push('name', name.slice(1), name.length);
  else if (number !== undefined) push('number', number, number.length);
  else if (word !== undefined) {
    const isKeyword = keywords.has(word.toLowerCase());
    push(isKeyword ? 'keyword' : 'identifier', isKeyword ? word.toLowerCase() : word, word.length);
  } else {
    const sign = signs.find(startsWith) ?? fail(`unexpected ${JSON.stringify(match(/[\s\S]/y))}`);
    push('sign', sign, sign.length);
  }
}

/** Takes MAXScript text apart; an error names line and column. */
export function readTokens(source: string): Token[] {
  const cursor = createCursor(source);
  while (!cursor.isDone()) if (!skipBlank(cursor)) readToken(cursor);
  cursor.push('end', 'the end', 0);
  return cursor.tokens;
}
