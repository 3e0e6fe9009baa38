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
    'not of off on or return rollout struct then throw to try where while true false undefined ' +
    // Words of the language that no test needs; a name must not be one of them.
    'about animate at attributes coordsys level mapped max parameters persistent plugin private public rcmenu set tool undo ' +
    'utility when with'
  ).split(' '),
);
const signs = ['#(', '#{', '==', '!=', '<=', '>=', '+=', '-=', '*=', '/=', ...'()[]{},.:=<>+-*/^'];
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

/** Takes MAXScript text apart; an error names line and column. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;
  const fail = (message: string): never => {
    throw new SyntaxError(`${line}:${at - lineStart + 1} ${message}`);
  };
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (type: Token['type'], text: string, length: number) => {
    const isSpaced = at === 0 || /\s/.test(source[at - 1] ?? '');
    tokens.push({ type, text, line, column: at - lineStart + 1, isSpaced });
    at += length;
  };
  const skip = (text: string) => {
    for (const [index, character] of [...text].entries()) {
      if (character !== '\n') continue;
      line += 1;
      lineStart = at + index + 1;
    }
    at += text.length;
  };
  const skipComment = (): boolean => {
    const found = match(/--[^\n]*/y) ?? match(/\/\*[\s\S]*?\*\//y);
    if (found === undefined && source.startsWith('/*', at)) fail('unterminated comment');
    if (found !== undefined) skip(found);
    return found !== undefined;
  };
  const readString = () => {
    const raw = match(/@"[^"]*"/y);
    const found = raw ?? match(/"(?:[^"\\]|\\[\s\S])*"/y);
    if (found === undefined) return fail('unterminated string');
    const inner = found.slice(raw === undefined ? 1 : 2, -1);
    if (inner.includes('\n')) fail('a string over several lines');
    const text =
      raw === undefined
        ? inner.replace(/\\(.)/g, (_, one: string) => escapes[one] ?? fail(`bad escape \\${one}`))
        : inner;
    return push('string', text, found.length);
  };
  const readWord = (word: string) => {
    const isKeyword = keywords.has(word.toLowerCase());
    push(isKeyword ? 'keyword' : 'identifier', isKeyword ? word.toLowerCase() : word, word.length);
  };
  while (at < source.length) {
    const continued = match(/\\[ \t\r]*\n/y);
    const blank = continued ?? match(/[ \t\r\ufeff]+/y);
    if (blank !== undefined) {
      skip(blank);
      continue;
    }
    if (skipComment()) continue;
    const newline = match(/[\n;]/y);
    if (newline !== undefined) {
      push('newline', newline, 0);
      skip(newline);
      continue;
    }
    if (match(/@?"/y) !== undefined) {
      readString();
      continue;
    }
    const name = match(/#\w+/y);
    const number = match(/\d+(?:\.\d+)?/y);
    const word = match(/[A-Za-z_]\w*/y);
    if (name !== undefined) push('name', name.slice(1), name.length);
    else if (number !== undefined) push('number', number, number.length);
    else if (word !== undefined) readWord(word);
    else {
      const sign =
        signs.find((one) => source.startsWith(one, at)) ?? fail(`unexpected ${JSON.stringify(source[at])}`);
      push('sign', sign, sign.length);
    }
  }
  push('end', 'the end', 0);
  return tokens;
}
