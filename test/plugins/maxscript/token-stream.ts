import type { Place } from './syntax.ts';
import { readTokens, type Token } from './tokens.ts';

export type TokenStream = ReturnType<typeof createTokenStream>;

/** Reads tokens one after the other, with the questions that a parser asks. */
export function createTokenStream(source: string) {
  const tokens = readTokens(source);
  const last = tokens[tokens.length - 1];
  if (last === undefined) throw new SyntaxError('1:1 no end');
  let at = 0;
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? last;
  const isSign = (text: string, ahead = 0) => peek(ahead).type === 'sign' && peek(ahead).text === text;
  const isKeyword = (text: string, ahead = 0) => peek(ahead).type === 'keyword' && peek(ahead).text === text;
  const fail = (message: string, token = peek()): never => {
    throw new SyntaxError(`${token.line}:${token.column} ${message}, found ${JSON.stringify(token.text)}`);
  };
  const take = (): Token => {
    const token = peek();
    at += 1;
    return token;
  };
  const accept = (isIt: boolean) => {
    if (isIt) at += 1;
    return isIt;
  };
  const skipLines = () => {
    while (peek().type === 'newline') at += 1;
  };
  return {
    peek,
    take,
    fail,
    isSign,
    isKeyword,
    skipLines,
    acceptSign: (text: string) => accept(isSign(text)),
    acceptKeyword: (text: string) => accept(isKeyword(text)),
    expectSign: (text: string) => {
      if (!accept(isSign(text))) fail(`expected ${text}`);
    },
    expectKeyword: (text: string) => {
      if (!accept(isKeyword(text))) fail(`expected ${text}`);
    },
    takeIdentifier: (): string => (peek().type === 'identifier' ? take().text : fail('expected a name')),
    /** Behind a dot, words of the language are names too: bit.and. */
    takeMember: (): string =>
      ['identifier', 'keyword'].includes(peek().type) ? take().text : fail('expected a name'),
    /** Skips line ends when the keyword stands behind them; else nothing moves. */
    acceptKeywordBelow: (text: string) => {
      let ahead = 0;
      while (peek(ahead).type === 'newline') ahead += 1;
      if (!isKeyword(text, ahead)) return false;
      at += ahead + 1;
      return true;
    },
    isKeyArgument: () => peek().type === 'identifier' && isSign(':', 1) && !peek(1).isSpaced,
    place: (): Place => ({ line: peek().line, column: peek().column }),
  };
}
