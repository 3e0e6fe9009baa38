import { parseDefinition } from './parse-definitions.ts';
import { parseFlow } from './parse-flow.ts';
import { parseSum } from './parse-operators.ts';
import type { Node } from './syntax.ts';
import { createTokenStream, type TokenStream } from './token-stream.ts';

/** What the parts of the parser call in each other. */
export type Parser = {
  readonly tokens: TokenStream;
  readonly parseExpression: () => Node;
  /** Expressions up to a closing sign, which is taken. */
  readonly parseUntil: (closing: string) => Node[];
};

const assignments = ['=', '+=', '-=', '*=', '/='];
const targets = ['identifier', 'property', 'index'];

function parseAssignment(parser: Parser): Node {
  const { tokens } = parser;
  const place = tokens.place();
  const target = parseSum(parser);
  const operator = assignments.find((sign) => tokens.isSign(sign));
  if (operator === undefined) return target;
  if (!targets.includes(target.type)) tokens.fail('only names, properties and items can be assigned to');
  tokens.take();
  tokens.skipLines();
  return { ...place, type: 'assign', operator, target, value: parser.parseExpression() };
}

function createParser(source: string): Parser {
  const tokens = createTokenStream(source);
  const parser: Parser = {
    tokens,
    parseExpression: () => parseDefinition(parser) ?? parseFlow(parser) ?? parseAssignment(parser),
    parseUntil: (closing) => {
      const body: Node[] = [];
      tokens.skipLines();
      while (!tokens.isSign(closing)) {
        body.push(parser.parseExpression());
        if (!tokens.isSign(closing) && tokens.peek().type !== 'newline')
          tokens.fail('expected the end of a statement');
        tokens.skipLines();
      }
      tokens.take();
      return body;
    },
  };
  return parser;
}

const known = new Map<string, readonly Node[]>();

/** Parses a whole file, the same one only once; a mistake is a SyntaxError that begins with line and column. */
export function parse(source: string): readonly Node[] {
  const before = known.get(source);
  if (before !== undefined) return before;
  const parser = createParser(source);
  const { tokens } = parser;
  const body: Node[] = [];
  tokens.skipLines();
  while (tokens.peek().type !== 'end') {
    body.push(parser.parseExpression());
    if (!['newline', 'end'].includes(tokens.peek().type)) tokens.fail('expected the end of a statement');
    tokens.skipLines();
  }
  known.set(source, body);
  return body;
}
