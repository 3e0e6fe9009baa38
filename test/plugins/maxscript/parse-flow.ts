import type { Parser } from './parse.ts';
import { parseOperand } from './parse-operators.ts';
import type { Node, Place } from './syntax.ts';

function parseIf(parser: Parser, place: Place): Node {
  const { tokens, parseExpression } = parser;
  const test = parseExpression();
  if (tokens.acceptKeywordBelow('do')) {
    tokens.skipLines();
    return { ...place, type: 'if', test, chosen: parseExpression(), otherwise: null };
  }
  if (!tokens.acceptKeywordBelow('then')) tokens.fail('expected then or do');
  tokens.skipLines();
  const chosen = parseExpression();
  const hasElse = tokens.acceptKeywordBelow('else');
  if (hasElse) tokens.skipLines();
  return { ...place, type: 'if', test, chosen, otherwise: hasElse ? parseExpression() : null };
}

function parseFor(parser: Parser, place: Place): Node {
  const { tokens, parseExpression } = parser;
  const variable = tokens.takeIdentifier();
  if (!tokens.acceptSign('=')) tokens.expectKeyword('in');
  const from = parseExpression();
  const to = tokens.acceptKeyword('to') ? parseExpression() : null;
  const step = tokens.acceptKeyword('by') ? parseExpression() : null;
  const whileTest = tokens.acceptKeyword('while') ? parseExpression() : null;
  const whereTest = tokens.acceptKeyword('where') ? parseExpression() : null;
  const isCollect = tokens.acceptKeyword('collect');
  if (!isCollect) tokens.expectKeyword('do');
  tokens.skipLines();
  const body = parseExpression();
  return { ...place, type: 'for', variable, from, to, step, whileTest, whereTest, isCollect, body };
}

function parseCase(parser: Parser, place: Place): Node {
  const { tokens, parseExpression } = parser;
  const subject = parseExpression();
  tokens.expectKeyword('of');
  tokens.skipLines();
  tokens.expectSign('(');
  const arms: { label: Node | null; body: Node }[] = [];
  tokens.skipLines();
  while (!tokens.acceptSign(')')) {
    const isDefault = tokens.peek().type === 'identifier' && tokens.peek().text.toLowerCase() === 'default';
    if (isDefault) tokens.take();
    const label = isDefault ? null : parseOperand(parser);
    tokens.expectSign(':');
    tokens.skipLines();
    arms.push({ label, body: parseExpression() });
    tokens.skipLines();
  }
  return { ...place, type: 'case', subject, arms };
}

function parseTry(parser: Parser, place: Place): Node {
  const { tokens, parseExpression } = parser;
  tokens.skipLines();
  const body = parseExpression();
  if (!tokens.acceptKeywordBelow('catch')) tokens.fail('expected catch');
  tokens.skipLines();
  return { ...place, type: 'try', body, otherwise: parseExpression() };
}

function parseUndo(parser: Parser, place: Place): Node {
  const { tokens, parseExpression } = parser;
  const label = tokens.peek().type === 'string' ? tokens.take().text : 'MAXScript';
  tokens.expectKeyword('on');
  tokens.skipLines();
  return { ...place, type: 'undo', label, body: parseExpression() };
}

function parseWhile({ tokens, parseExpression }: Parser, place: Place): Node {
  const test = parseExpression();
  tokens.skipLines();
  tokens.expectKeyword('do');
  tokens.skipLines();
  return { ...place, type: 'while', test, body: parseExpression() };
}

function parseValueOf(parser: Parser, place: Place, type: 'return' | 'throw'): Node {
  const { tokens, parseExpression } = parser;
  const isBare = ['newline', 'end'].includes(tokens.peek().type) || tokens.isSign(')');
  return { ...place, type, value: isBare ? null : parseExpression() };
}

/** Conditions, loops, errors and jumps; null when none begins here. */
export function parseFlow(parser: Parser): Node | null {
  const { tokens } = parser;
  const { type, text } = tokens.peek();
  if (type !== 'keyword') return null;
  const place = tokens.place();
  const parsers: Readonly<Record<string, () => Node>> = {
    if: () => parseIf(parser, place),
    for: () => parseFor(parser, place),
    case: () => parseCase(parser, place),
    try: () => parseTry(parser, place),
    while: () => parseWhile(parser, place),
    undo: () => parseUndo(parser, place),
    return: () => parseValueOf(parser, place, 'return'),
    throw: () => parseValueOf(parser, place, 'throw'),
    exit: () => ({ ...place, type: 'exit' }),
    continue: () => ({ ...place, type: 'continue' }),
  };
  const found = parsers[text];
  if (found === undefined) return null;
  tokens.take();
  return found();
}
