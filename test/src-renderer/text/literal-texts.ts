import { parseSync } from 'vite';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Attributes and properties whose value a person reads or hears. */
const spoken = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'emptyText',
  'hint',
  'label',
  'message',
  'placeholder',
  'reason',
  'text',
  'title',
]);
const hasLetters = (text: string) => /\p{L}/u.test(text);
const isKey = (text: string) => /^[a-z]\w*(\.[\w:-]+)+$/.test(text);
const isSentence = (text: string) => /^[“"(]?\p{Lu}.*\p{L}{2}.* \p{L}/u.test(text);
const isFunction = ({ type }: Node) => /Function/.test(type);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'JSXNamespacedName') return null;
  const name = value.type === 'Literal' ? value.value : value.name;
  return typeof name === 'string' ? name : null;
}

/** What a literal or a template says, its holes left out; null for everything else. */
function wordsOf(node: Node): string | null {
  if (node.type === 'JSXText' || node.type === 'Literal')
    return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis
    .map((part: { readonly value: { readonly cooked: string } }) => part.value.cooked)
    .join('…');
}

function isReadable(node: Node, words: string, isSpoken: boolean): boolean {
  if (node.type === 'JSXText') return hasLetters(words);
  return !isKey(words) && (isSpoken ? hasLetters(words) : isSentence(words));
}

/** Keys of texts, names of modules and types, comparisons, and what only a log sees. */
function isExempt({ type, callee }: Node): boolean {
  if (/^(ImportDeclaration|ExportAllDeclaration|TS|BinaryExpression)/.test(type)) return true;
  return (type === 'CallExpression' && nameOf(callee) === 't') || nameOf(callee) === 'Error';
}

/** Texts that a person would read but that stand in code, and calls of `t` that the language could not change. */
export function findLiteralTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const tell = (node: Node, what: string) => {
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${file}:${line}: ${what.trim()}`);
  };

  const visit = (node: Node, isSpoken: boolean, isLate: boolean): void => {
    const words = wordsOf(node);
    if (words !== null && isReadable(node, words, isSpoken)) tell(node, words);
    const isEarly = node.type === 'CallExpression' && nameOf(node.callee) === 't' && !isLate;
    if (isEarly) tell(node, 't is called while the module loads');
    if (isExempt(node)) return;
    for (const [key, value] of Object.entries(node))
      for (const child of [value].flat())
        if (isNode(child)) visit(child, speaks(node, key, isSpoken), isLate || isFunction(node));
  };
  const { program } = parseSync(file, source);
  if (isNode(program)) visit(program, false, false);
  return found;
}

/** Whether what stands in this place of a node is shown. */
function speaks(node: Node, key: string, isSpoken: boolean): boolean {
  switch (node.type) {
    case 'JSXAttribute':
      return key === 'value' && spoken.has(nameOf(node.name) ?? '');
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children';
    case 'JSXExpressionContainer':
      return isSpoken;
    case 'Property':
      return key === 'value' && spoken.has(nameOf(node.key) ?? '');
    case 'ConditionalExpression':
      return isSpoken && key !== 'test';
    case 'LogicalExpression':
      return isSpoken && key === 'right';
    default:
      return false;
  }
}
