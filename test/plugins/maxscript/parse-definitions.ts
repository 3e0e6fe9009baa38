import type { Parser } from './parse.ts';
import { parseKeys, parseOperand, startsOperand } from './parse-operators.ts';
import type { Control, FunctionNode, Handler, Item, Node, Place, StructMember } from './syntax.ts';

const controls = new Set(
  'button checkbox dotnetcontrol dropdownlist edittext hyperlink label progressbar timer'.split(' '),
);
const ownEvents = ['open', 'close', 'execute'];

function parseFunction(parser: Parser, place: Place): FunctionNode {
  const { tokens, parseExpression } = parser;
  const name = tokens.takeIdentifier();
  const parameters: string[] = [];
  const keys: { name: string; initial: Node | null }[] = [];
  while (!tokens.acceptSign('=')) {
    const isKey = tokens.isKeyArgument();
    const parameter = tokens.takeIdentifier();
    if (isKey) {
      tokens.expectSign(':');
      keys.push({ name: parameter, initial: parseOperand(parser) });
    } else parameters.push(parameter);
  }
  tokens.skipLines();
  return { ...place, type: 'function', name, parameters, keys, body: parseExpression() };
}

function parseInitial({ tokens, parseExpression }: Parser): { name: string; initial: Node | null } {
  const name = tokens.takeIdentifier();
  if (!tokens.acceptSign('=')) return { name, initial: null };
  tokens.skipLines();
  return { name, initial: parseExpression() };
}

function parseDeclaration(parser: Parser, place: Place, isGlobal: boolean): Node {
  const { tokens } = parser;
  const names = [parseInitial(parser)];
  while (tokens.acceptSign(',')) {
    tokens.skipLines();
    names.push(parseInitial(parser));
  }
  return { ...place, type: 'declare', isGlobal, names };
}

function parseStruct(parser: Parser, place: Place): Node {
  const { tokens } = parser;
  const name = tokens.takeIdentifier();
  tokens.skipLines();
  tokens.expectSign('(');
  const members: StructMember[] = [];
  tokens.skipLines();
  while (!tokens.acceptSign(')')) {
    const memberPlace = tokens.place();
    const isFunction = tokens.acceptKeyword('fn') || tokens.acceptKeyword('function');
    members.push(isFunction ? parseFunction(parser, memberPlace) : parseInitial(parser));
    tokens.skipLines();
    if (tokens.isSign(')')) continue;
    tokens.expectSign(',');
    tokens.skipLines();
    if (tokens.isSign(')')) tokens.fail('a comma before the end of a struct');
  }
  return { ...place, type: 'struct', name, members };
}

function parseHandler({ tokens, parseExpression }: Parser, place: Place, owner: string): Handler {
  const words: string[] = [];
  while (!tokens.acceptKeyword('do')) words.push(tokens.takeIdentifier());
  tokens.skipLines();
  const body = parseExpression();
  const [first = '', second = '', ...more] = words;
  const isOwn = ownEvents.includes(first.toLowerCase()) && words.length === 1;
  if (isOwn)
    return { ...place, type: 'handler', target: null, event: first.toLowerCase(), parameters: [], body };
  const target = first.toLowerCase() === owner.toLowerCase() ? null : first;
  return { ...place, type: 'handler', target, event: second.toLowerCase(), parameters: more, body };
}

function parseControl(parser: Parser, place: Place): Control {
  const { tokens } = parser;
  const kind = tokens.takeIdentifier().toLowerCase();
  const name = tokens.takeIdentifier();
  const label = !tokens.isKeyArgument() && startsOperand(parser) ? parseOperand(parser) : null;
  return { ...place, type: 'control', kind, name, label, keys: parseKeys(parser) };
}

function parseItem(parser: Parser, owner: string): readonly Item[] {
  const { tokens } = parser;
  const place = tokens.place();
  if (tokens.acceptKeyword('on')) return [parseHandler(parser, place, owner)];
  if (tokens.acceptKeyword('group')) {
    if (tokens.take().type !== 'string') tokens.fail('expected the title of a group');
    tokens.skipLines();
    tokens.expectSign('(');
    return parseAllItems(parser, owner);
  }
  const { type, text } = tokens.peek();
  if (type === 'identifier' && tokens.peek(1).type === 'identifier') {
    if (!controls.has(text.toLowerCase())) tokens.fail('expected a control');
    return [parseControl(parser, place)];
  }
  return [parser.parseExpression()];
}

function parseAllItems(parser: Parser, owner: string): readonly Item[] {
  const { tokens } = parser;
  const items: Item[] = [];
  tokens.skipLines();
  while (!tokens.acceptSign(')')) {
    items.push(...parseItem(parser, owner));
    tokens.skipLines();
  }
  return items;
}

function parsePanel(parser: Parser, place: Place, type: 'rollout' | 'macroscript'): Node {
  const { tokens } = parser;
  const name = tokens.takeIdentifier();
  const title = tokens.peek().type === 'string' ? tokens.take().text : '';
  tokens.skipLines();
  const keys = [...parseKeys(parser)];
  for (tokens.skipLines(); tokens.isKeyArgument(); tokens.skipLines()) keys.push(...parseKeys(parser));
  tokens.expectSign('(');
  return { ...place, type, name, title, keys, items: parseAllItems(parser, name) };
}

/** Declarations, functions, structs, rollouts and macros; null when none begins here. */
export function parseDefinition(parser: Parser): Node | null {
  const { tokens } = parser;
  if (tokens.peek().type !== 'keyword') return null;
  const place = tokens.place();
  if (tokens.acceptKeyword('local')) return parseDeclaration(parser, place, false);
  if (tokens.acceptKeyword('global')) return parseDeclaration(parser, place, true);
  if (tokens.acceptKeyword('fn') || tokens.acceptKeyword('function')) return parseFunction(parser, place);
  if (tokens.acceptKeyword('struct')) return parseStruct(parser, place);
  if (tokens.acceptKeyword('rollout')) return parsePanel(parser, place, 'rollout');
  if (tokens.acceptKeyword('macroscript')) return parsePanel(parser, place, 'macroscript');
  return null;
}
