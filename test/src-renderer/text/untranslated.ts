import { parseSync } from 'vite';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Fields of answers and errors that hold a sentence of a server or of the app. */
const sentences = new Set([
  ...['absence', 'advice', 'cure', 'message', 'notSent', 'postersWait', 'problem'],
  ...['reason', 'says', 'trouble'],
]);
/** What puts such a sentence into the language of the page. */
const translators = new Set(['Said', 'describeError', 'translateSentence']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return nameOf(value.property);
  if (value.type === 'JSXElement' && isNode(value.openingElement)) return nameOf(value.openingElement.name);
  return typeof value.name === 'string' ? value.name : '';
}

const isTranslator = (node: Node) =>
  translators.has(nameOf(node.type === 'CallExpression' ? node.callee : node));

/** What an expression may be, its conditions left out. */
function resultsOf(node: unknown): readonly Node[] {
  if (!isNode(node)) return [];
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return resultsOf(node.expression);
  if (node.type === 'ConditionalExpression')
    return [...resultsOf(node.consequent), ...resultsOf(node.alternate)];
  if (node.type === 'LogicalExpression')
    return [...(node.operator === '&&' ? [] : resultsOf(node.left)), ...resultsOf(node.right)];
  return [node];
}

/** The expressions that an element shows, or that are put into a text. */
function shownIn(node: Node): readonly unknown[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return childrenOf(node)
      .filter(({ type }) => type === 'JSXExpressionContainer')
      .map(({ expression }) => expression);
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 't') return [];
  return childrenOf(node)
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap(childrenOf)
    .map(({ value }) => value);
}

/** Places of a file of the pages where a sentence of a server is shown as it came. */
export function findUntranslated(file: string, source: string): string[] {
  const found: string[] = [];
  const judge = (value: unknown) => {
    for (const node of resultsOf(value))
      if (/^(?:Identifier|MemberExpression)$/.test(node.type) && sentences.has(nameOf(node)))
        found.push(`${file}:${source.slice(0, node.start).split('\n').length}: ${nameOf(node)}`);
  };
  const visit = (node: Node) => {
    if (isTranslator(node)) return;
    shownIn(node).forEach(judge);
    childrenOf(node).forEach(visit);
  };
  const { program } = parseSync(file, source);
  if (isNode(program)) visit(program);
  return found;
}
