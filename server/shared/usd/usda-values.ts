/** A reference (`@file@</prim>` or `</prim>`); everything else is a plain value. */
export class Target {
  readonly asset: string | null;
  readonly prim: string;
  constructor(asset: string | null, prim: string) {
    this.asset = asset;
    this.prim = prim;
  }
}

export const deepest = 200;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
/** An unterminated comment takes the rest of the text, so that it is only searched once. */
const gap = /(?:\s+|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*/y;
const word = /[^\s=()[\]{}<>@"',;#]+/y;
const plainNumbers = /^[\d\s.,()+\-eE]*$/;

/** Reads values from a text, one after another. Throws for invalid USD. */
export function createUsdaReader(text: string) {
  let at = 0;
  let isArc = false;
  const skip = () => {
    gap.lastIndex = at;
    gap.exec(text);
    at = gap.lastIndex;
  };
  const peek = () => {
    skip();
    return text[at] ?? '';
  };
  const take = (sign: string): boolean => {
    const isThere = peek() === sign;
    if (isThere) at += 1;
    return isThere;
  };
  const expect = (sign: string) => {
    if (!take(sign)) throw new SyntaxError(`expects "${sign}" at ${at}`);
  };
  const until = (sign: string): string => {
    const end = text.indexOf(sign, at);
    if (end === -1) throw new SyntaxError(`never ends what begins at ${at}`);
    const found = text.slice(at, end);
    at = end + sign.length;
    return found;
  };
  const takeWord = (): string => {
    skip();
    word.lastIndex = at;
    const found = word.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const string = (): string => {
    const quote = peek();
    if (quote !== '"' && quote !== "'") throw new SyntaxError(`expects a text at ${at}`);
    const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    const start = at + mark.length;
    for (at = start; !text.startsWith(mark, at); at += text[at] === '\\' ? 2 : 1)
      if (at >= text.length) throw new SyntaxError(`never ends what begins at ${start}`);
    const found = text.slice(start, at);
    at += mark.length;
    return found.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
  };
  const target = (): Target => {
    let asset: string | null = null;
    if (text[at] === '@') {
      const mark = text.startsWith('@@@', at) ? '@@@' : '@';
      at += mark.length;
      asset = until(mark);
    }
    const hasPrim = text[at] === '<';
    if (hasPrim) at += 1;
    const found = new Target(asset, hasPrim ? until('>') : '');
    // An arc can have a layer offset in brackets.
    if (isArc && take('(')) until(')');
    return found;
  };
  /** Reads a list of numbers at any nesting; null if it contains anything else. */
  const numbers = (): number[] | null => {
    const end = text.indexOf(']', at);
    if (end === -1 || !plainNumbers.test(text.slice(at, Math.min(end, at + 64)))) return null;
    const found: number[] = [];
    let from = -1;
    for (let index = at; index <= end; index += 1) {
      const code = text.charCodeAt(index);
      // Digits, signs, points and letters.
      const isPart = code > 42 && code !== 44 && code !== 93 && code !== 91;
      if (isPart && from < 0) from = index;
      if (isPart || from < 0) continue;
      found.push(Number(text.slice(from, index)));
      from = -1;
    }
    if (found.some(Number.isNaN)) return null;
    at = end + 1;
    return found;
  };
  const list = (end: string, depth: number): unknown[] => {
    const found: unknown[] = [];
    while (!take(end)) {
      const one = value(depth + 1);
      if (Array.isArray(one)) for (const inner of one) found.push(inner);
      else found.push(one);
      take(',');
    }
    return found;
  };
  const dictionary = (depth: number): Record<string, unknown> => {
    const found: Record<string, unknown> = {};
    while (!take('}')) {
      let key = '';
      // A type can precede the name, and a time ends with its colon.
      while (!key.endsWith(':') && !take('=')) {
        if (take('[')) expect(']');
        else key = /["']/.test(peek()) ? string() : takeName();
      }
      found[key.replace(/:$/, '')] = value(depth + 1);
      take(',') || take(';');
    }
    return found;
  };
  const takeName = (): string => {
    const found = takeWord();
    if (found === '') throw new SyntaxError(`expects a name at ${at}`);
    return found;
  };
  const plain = (): unknown => {
    const found = takeName();
    const number = Number(found.replace(/^([+-]?)inf$/, '$1Infinity'));
    if (!Number.isNaN(number)) return number;
    return found === 'true' ? true : found === 'false' ? false : found === 'None' ? null : found;
  };
  function value(depth = 0): unknown {
    if (depth > deepest) throw new SyntaxError('is nested too deeply');
    const sign = peek();
    if (sign === '"' || sign === "'") return string();
    if (sign === '@' || sign === '<') return target();
    if (take('[')) return numbers() ?? list(']', depth);
    if (take('(')) return list(')', depth);
    return take('{') ? dictionary(depth) : plain();
  }
  const arcs = (): unknown => {
    isArc = true;
    const found = value();
    isArc = false;
    return found;
  };
  return { peek, take, expect, takeWord, takeName, string, value, arcs };
}
