import type { Parser } from './parse.ts';
import type { KeyArgument, Node } from './syntax.ts';
import { toFloat, toName } from './values.ts';

const constants: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  on: true,
  false: false,
  off: false,
  undefined,
};

function parseItems(parser: Parser, closing: string): Node[] {
  const { tokens } = parser;
  const items: Node[] = [];
  tokens.skipLines();
  while (!tokens.isSign(closing)) {
    items.push(parser.parseExpression());
    tokens.skipLines();
    if (!tokens.isSign(closing)) tokens.expectSign(',');
    tokens.skipLines();
  }
  tokens.take();
  return items;
}

function parsePrimary(parser: Parser): Node {
  const { tokens } = parser;
  const place = tokens.place();
  const token = tokens.take();
  const at = (text: string) => token.type === 'sign' && token.text === text;
  if (token.type === 'string') return { ...place, type: 'literal', value: token.text };
  if (token.type === 'name') return { ...place, type: 'literal', value: toName(token.text) };
  if (token.type === 'number') {
    const value = Number(token.text);
    return { ...place, type: 'literal', value: token.text.includes('.') ? toFloat(value) : value };
  }
  if (token.type === 'identifier') return { ...place, type: 'identifier', name: token.text };
  if (token.type === 'keyword' && token.text in constants)
    return { ...place, type: 'literal', value: constants[token.text] };
  if (at('(')) return { ...place, type: 'block', body: parser.parseUntil(')') };
  if (at('#(')) return { ...place, type: 'array', items: parseItems(parser, ')') };
  if (at('#{')) return { ...place, type: 'bits', items: parseItems(parser, '}') };
  if (at('[')) return { ...place, type: 'point', items: parseItems(parser, ']') };
  return tokens.fail('expected a value', token);
}

/** A value with its properties, indices and empty argument lists. */
export function parseOperand(parser: Parser): Node {
  const { tokens } = parser;
  let node = parsePrimary(parser);
  for (;;) {
    const place = tokens.place();
    if (tokens.acceptSign('.')) {
      node = { ...place, type: 'property', object: node, name: tokens.takeMember() };
    } else if (tokens.isSign('[') && !tokens.peek().isSpaced) {
      tokens.take();
      const index = parser.parseExpression();
      tokens.expectSign(']');
      node = { ...place, type: 'index', object: node, index };
    } else if (tokens.isSign('(') && tokens.isSign(')', 1)) {
      tokens.take();
      tokens.take();
      node = { ...place, type: 'call', callee: node, values: [], keys: [] };
    } else return node;
  }
}

export function startsOperand({ tokens }: Parser): boolean {
  const { type, text } = tokens.peek();
  if (type === 'sign') return ['(', '#(', '#{', '['].includes(text);
  return type === 'keyword' ? text in constants : !['newline', 'end'].includes(type);
}

export function parseKeys(parser: Parser): KeyArgument[] {
  const { tokens } = parser;
  const keys: KeyArgument[] = [];
  while (tokens.isKeyArgument()) {
    const name = tokens.takeIdentifier().toLowerCase();
    tokens.expectSign(':');
    keys.push({ name, value: parseOperand(parser) });
  }
  return keys;
}

const callable = ['identifier', 'property'];

function parseCall(parser: Parser): Node {
  const { tokens } = parser;
  const place = tokens.place();
  if (tokens.acceptSign('-')) return { ...place, type: 'negate', operand: parseCall(parser) };
  const callee = parseOperand(parser);
  if (!callable.includes(callee.type)) return callee;
  const values: Node[] = [];
  const keys: KeyArgument[] = [];
  for (;;) {
    if (tokens.isKeyArgument()) keys.push(...parseKeys(parser));
    else if (startsOperand(parser)) values.push(parseOperand(parser));
    else break;
  }
  if (tokens.isSign('-') && tokens.peek().isSpaced && !tokens.peek(1).isSpaced)
    tokens.fail('a minus that may be an argument or an operator: put spaces on both sides or parentheses');
  return values.length + keys.length === 0 ? callee : { ...place, type: 'call', callee, values, keys };
}

function parseConvert(parser: Parser): Node {
  const { tokens } = parser;
  let node = parseCall(parser);
  while (tokens.isKeyword('as')) {
    const place = tokens.place();
    tokens.take();
    node = { ...place, type: 'convert', value: node, to: tokens.takeIdentifier().toLowerCase() };
  }
  return node;
}

const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/'],
  ['^'],
];

function parseLevel(parser: Parser, level: number): Node {
  const operators = levels[level];
  if (operators === undefined) return parseConvert(parser);
  const { tokens } = parser;
  let left = level === 2 ? parseNot(parser) : parseLevel(parser, level + 1);
  for (;;) {
    const { type, text } = tokens.peek();
    if (!['sign', 'keyword'].includes(type) || !operators.includes(text)) return left;
    const place = tokens.place();
    tokens.take();
    tokens.skipLines();
    left = { ...place, type: 'binary', operator: text, left, right: parseLevel(parser, level + 1) };
  }
}

function parseNot(parser: Parser): Node {
  const { tokens } = parser;
  const place = tokens.place();
  if (!tokens.acceptKeyword('not')) return parseLevel(parser, 3);
  const operand = parseCall(parser);
  if (operand.type !== 'not' && tokens.peek().type === 'sign' && levels[2]?.includes(tokens.peek().text))
    tokens.fail('“not” before a comparison is ambiguous: put parentheses');
  return { ...place, type: 'not', operand };
}

/** Operators by precedence, from `or` down to `^`. */
export const parseSum = (parser: Parser): Node => parseLevel(parser, 0);
