import { parseSync } from 'vite';
import { sentenceEnd } from '../../../src-renderer/text/said-translator.ts';

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;
type Texts = readonly string[];

/** What stands for a value in a sentence. */
export const hole = '{}';
/** How many wordings one template with choices may have. */
const mostWordings = 32;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'Super') return 'Error';
  if (value.type === 'MemberExpression') return nameOf(value.property);
  if (value.type === 'Literal') return String(value.value);
  return typeof value.name === 'string' ? value.name : '';
}

/** Calls and properties whose words are for logs, SQL, programs and documents. */
const unshown = new Set([
  ...['debug', 'error', 'info', 'log', 'notify', 'warn', 'write'],
  ...['exec', 'pluck', 'prepare', 'selectAll', 'selectOne', 'sql'],
  ...['cure', 'describe', 'description', 'explain', 'instructions', 'summary'],
  ...['Error', 'NoAnswer', 'OauthError', 'RangeError', 'StartRefused', 'TypeError'],
]);

const isUnshown = (node: Node) => {
  if (/^(ImportDeclaration|ExportAllDeclaration|TS)/.test(node.type)) return true;
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return unshown.has(nameOf(node.callee));
  return node.type === 'Property' && unshown.has(nameOf(node.key));
};

/** A sentence without its subject: the name of a file or host goes before it. */
const isPredicate = (text: string) =>
  /^(?!its |this )(?:\p{Ll}+(?:s|ed)|cannot|could|would|did|never) .*\.(?: |$)/u.test(text);

/** Parts a text after each sentence. Values may hold anything, so that what a server said is parted into more than there was. */
const partSentences = (text: string): string[] => text.split(/(?<=[.!?]["”)]?) (?=["“(]?(?:\p{Lu}|\{))/u);

const isSentence = (text: string) =>
  /^["“(]?(?:\p{Lu}|\{).*\p{Ll}{2}.*[.!?]["”)]?$/su.test(text) && text.includes(' ');

/** Every wording of a text: a choice between two literals gives two, any other value is a hole. */
function wordingsOf(node: Node, constants: ReadonlyMap<string, Texts>): Texts | null {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : null;
    case 'Identifier':
      return constants.get(nameOf(node)) ?? null;
    case 'ConditionalExpression':
    case 'LogicalExpression': {
      const sides =
        node.type === 'LogicalExpression' ? [node.left, node.right] : [node.consequent, node.alternate];
      const found = sides.map((side) => (isNode(side) ? wordingsOf(side, constants) : null));
      if (found.every((one) => one === null)) return null;
      return found.flatMap((one) => (one === null || one[0] === '' ? [hole] : one));
    }
    case 'TaggedTemplateExpression':
      return isNode(node.quasi) ? wordingsOf(node.quasi, constants) : null;
    case 'TemplateLiteral': {
      const values = nodesOf(node.expressions);
      return nodesOf(node.quasis)
        .map(({ value }) => (isCooked(value) ? value.cooked : ''))
        .reduce<Texts>(
          (begun, text, index) => {
            const value = values[index - 1];
            const filled = value === undefined ? [''] : (wordingsOf(value, constants) ?? [hole]);
            const next = filled.length * begun.length > mostWordings ? [hole] : filled;
            return begun.flatMap((before) => next.map((one) => `${before}${one}${text}`));
          },
          [''],
        );
    }
    default:
      return null;
  }
}

const isCooked = (value: unknown): value is { readonly cooked: string } =>
  typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string';

/** The names that a pattern or a parameter binds. */
function namesOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') return [nameOf(node)];
  if (node.type === 'AssignmentPattern') return namesOf(node.left);
  if (node.type === 'Property') return namesOf(node.value);
  if (node.type === 'RestElement') return namesOf(node.argument);
  return /Pattern$/.test(node.type) ? childrenOf(node).flatMap(namesOf) : [];
}

/** Constants of a file that are texts, where their name stands for nothing else in it. */
function constantsOf(program: Node): ReadonlyMap<string, Texts> {
  const constants = new Map<string, Texts>();
  const times = new Map<string, number>();
  const count = (node: unknown) => {
    for (const name of namesOf(node)) times.set(name, (times.get(name) ?? 0) + 1);
  };
  const visit = (node: Node) => {
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of nodesOf(node.declarations)) {
        count(id);
        const found = node.kind === 'const' && isNode(init) ? wordingsOf(init, constants) : null;
        if (found !== null) constants.set(nameOf(id), found);
      }
    nodesOf(node.params).forEach(count);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return new Map([...constants].filter(([name]) => times.get(name) === 1));
}

type SaidSentences = {
  /** What looks like a sentence for people. */
  readonly shown: ReadonlySet<string>;
  /** The words of every text, to find unused sentences. */
  readonly all: ReadonlySet<string>;
};

const tidy = (text: string) =>
  text
    .replaceAll(/\{\w*\}(?:\{\w*\})*/g, hole)
    .replace(/^\{\} (?=\p{Lu}\p{Ll}* \p{Ll})/u, '')
    .trim();

const isText = ({ type }: Node) => type === 'Literal' || type === 'TemplateLiteral';

/** A text in its sentences; what has no subject gets a hole for one. */
const toSentences = (text: string) => partSentences(isPredicate(text) ? `${hole} ${text}` : text).map(tidy);

/** The sentences in code of a server or of the app, each with a hole for every value. */
export function findSaidSentences(file: string, source: string): SaidSentences {
  const [shown, all] = [new Set<string>(), new Set<string>()];
  const { program } = parseSync(file, source);
  if (!isNode(program)) return { shown, all };
  const constants = constantsOf(program);
  const add = (sentence: string, isShown: boolean) => {
    all.add(sentence);
    if (/^\p{Ll}/u.test(sentence)) all.add(`${hole} ${sentence}.`);
    if (isShown && isSentence(sentence) && sentence.replaceAll(hole, '').length > 4) shown.add(sentence);
  };
  const visit = (node: Node, isShown: boolean) => {
    const texts = isText(node) ? (wordingsOf(node, constants) ?? []) : [];
    for (const sentence of texts.flatMap(toSentences)) add(sentence, isShown);
    const isStillShown = isShown && !isUnshown(node);
    for (const child of childrenOf(node)) visit(child, isStillShown);
  };
  visit(program, true);
  return { shown, all };
}

/** What is given to these functions, each with a hole for every value. */
export function findGiven(file: string, source: string, functions: readonly string[]): readonly string[] {
  const { program } = parseSync(file, source);
  if (!isNode(program)) return [];
  const constants = constantsOf(program);
  const visit = (node: Node): string[] => {
    const isCall = node.type === 'CallExpression' && functions.includes(nameOf(node.callee));
    const given = isCall ? nodesOf(node.arguments).flatMap((one) => wordingsOf(one, constants) ?? []) : [];
    return [...given, ...childrenOf(node).flatMap(visit)];
  };
  return visit(program).flatMap(partSentences).map(tidy);
}

/** The keys of tagged sentences, one for each of their sentences. */
export function findKeys(file: string, source: string): readonly string[] {
  const { program } = parseSync(file, source);
  const keyOf = (quasi: Node) => {
    const names = nodesOf(quasi.expressions).map((one) => nameOf(nodesOf(one.properties)[0]?.key));
    const parts = nodesOf(quasi.quasis).map(({ value }) => (isCooked(value) ? value.cooked : ''));
    return parts.reduce((before, part, index) => `${before}{${names[index - 1]}}${part}`);
  };
  const visit = (node: Node): string[] => {
    const { quasi } = node;
    const isTagged = nameOf(node.tag) === 'sentence' && isNode(quasi);
    return [...(isTagged ? [keyOf(quasi)] : []), ...childrenOf(node).flatMap(visit)];
  };
  return (isNode(program) ? visit(program) : []).flatMap((key) => key.split(sentenceEnd));
}
