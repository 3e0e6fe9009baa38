import type { Matrix } from '../matrix.ts';
import { placeInstances, placeOf } from './place-prims.ts';
import {
  type Arc,
  createPrim,
  getOrMake,
  initialValue,
  type Layer,
  type Prim,
  type Property,
  strongArcs,
  weakArcs,
} from './usd-layer.ts';

/** A prim as all files together say it is. */
export type ComposedPrim = {
  readonly typeName: string;
  readonly properties: ReadonlyMap<string, Property>;
  readonly place: Matrix;
  readonly isMoving: boolean;
  readonly children: ReadonlyMap<string, ComposedPrim>;
  /** The path of which its own properties speak, where it stands in more than one place. */
  readonly path: string;
};

/** Files in the order of their strength as one. */
type Stack = { readonly root: Prim; readonly defaultPrim: string };
/** From where to where paths in a prim's properties are moved. */
type Moved = { readonly stack: Stack; readonly from: string; readonly to: string };
type Pending =
  | { readonly arc: Arc; readonly moved: Moved }
  | { readonly set: string; readonly choices: ReadonlyMap<string, Prim>; readonly moved: Moved };
type Node = {
  specifier: Prim['specifier'];
  typeName: string;
  isActive: boolean | undefined;
  readonly properties: Map<string, Property>;
  readonly children: Map<string, Node>;
  readonly selection: Record<string, string>;
  readonly pending: Pending[];
  /** What it already has of other places. */
  readonly seen: Set<Prim>;
};

const deepest = 64;
const mostPrims = 100_000;
const mostArcs = 1_000;
/** How often files may speak of a prim, and how many prims may be drawn, those that stand in several places each time. */
const mostInAll = 500_000;

type Spend = (count?: number) => void;

/** A few lines can ask for a scene without end: throws where more is spent than that. */
function createBudget(most: number): Spend {
  let left = most;
  return (count = 1) => {
    left -= count;
    if (left < 0) throw new RangeError('has too many parts');
  };
}

const createNode = (): Node => ({
  specifier: 'over',
  typeName: '',
  isActive: undefined,
  properties: new Map(),
  children: new Map(),
  selection: {},
  pending: [],
  seen: new Set(),
});

/** Adds what a weaker file says of a prim. */
const createWeaken = (spend: Spend) =>
  function weaken(prim: Prim, weak: Prim): void {
    spend();
    if (prim.specifier === 'over') prim.specifier = weak.specifier;
    prim.typeName ||= weak.typeName;
    prim.isActive ??= weak.isActive;
    prim.selection = { ...weak.selection, ...prim.selection };
    for (const kind of [...strongArcs, ...weakArcs]) prim.arcs[kind].push(...weak.arcs[kind]);
    for (const [name, property] of weak.properties)
      prim.properties.set(name, { ...property, ...prim.properties.get(name) });
    for (const [name, child] of weak.children) weaken(getOrMake(prim.children, name, createPrim), child);
    for (const [name, choices] of weak.variants) {
      const set = getOrMake(prim.variants, name, () => new Map<string, Prim>());
      for (const [choice, inside] of choices) weaken(getOrMake(set, choice, createPrim), inside);
    }
  };

/** Finds files as one by the path of the first. */
function createStacks(layers: ReadonlyMap<string, Layer>, spend: Spend) {
  const weaken = createWeaken(spend);
  const known = new Map<string, Stack | null>();
  const add = (root: Prim, path: string, added: Set<string>): void => {
    const layer = layers.get(path);
    if (!layer || added.has(path)) return;
    added.add(path);
    weaken(root, layer.root);
    for (const below of layer.subLayers) add(root, below, added);
  };
  return (path: string): Stack | null => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const layer = layers.get(path);
    const root = createPrim();
    add(root, path, new Set());
    const said = layer?.facts.defaultPrim;
    const defaultPrim = typeof said === 'string' ? said : ([...root.children.keys()][0] ?? '');
    const stack = layer ? { root, defaultPrim: `/${defaultPrim.replace(/^\//, '')}` } : null;
    known.set(path, stack);
    return stack;
  };
}

function findPrim(root: Prim, path: string): Prim | undefined {
  const names = path.split('/').filter((name) => name !== '');
  return names.reduce<Prim | undefined>((prim, name) => prim?.children.get(name), root);
}

export const movePath = (path: string, { from, to }: Pick<Moved, 'from' | 'to'>) =>
  path === from || path.startsWith(`${from}/`) || path.startsWith(`${from}.`)
    ? to + path.slice(from.length)
    : path;

function moveProperty(property: Property, moved: Moved): Property {
  const { targetPaths, connectionPaths } = property;
  if (moved.from === moved.to || (!targetPaths && !connectionPaths)) return property;
  const move = (paths: readonly string[]) => paths.map((path) => movePath(path, moved));
  return {
    ...property,
    ...(targetPaths && { targetPaths: move(targetPaths) }),
    ...(connectionPaths && { connectionPaths: move(connectionPaths) }),
  };
}

/** Adds what a prim says to a node, as the weakest so far, and returns what else it names, the strongest first. */
const createMerge = (spend: Spend) =>
  function merge(node: Node, prim: Prim, moved: Moved): Pending[] {
    spend();
    if (node.specifier === 'over') node.specifier = prim.specifier;
    node.typeName ||= prim.typeName;
    node.isActive ??= prim.isActive;
    for (const [name, property] of prim.properties) {
      const known = node.properties.get(name);
      const added = moveProperty(property, moved);
      node.properties.set(name, known ? { ...added, ...known } : added);
    }
    for (const [set, choice] of Object.entries(prim.selection)) node.selection[set] ??= choice;
    for (const [name, child] of prim.children) {
      const inner = getOrMake(node.children, name, createNode);
      inner.pending.push(...merge(inner, child, moved));
    }
    const arcsOf = (kinds: readonly (keyof Prim['arcs'])[]) =>
      kinds.flatMap((kind) => prim.arcs[kind].map((arc): Pending => ({ arc, moved })));
    const sets = [...prim.variants].map(([set, choices]): Pending => ({ set, choices, moved }));
    return [...arcsOf(strongArcs), ...sets, ...arcsOf(weakArcs)];
  };

/** Adds to each node what it names elsewhere. */
function createExpander(stackOf: (path: string) => Stack | null, merge: ReturnType<typeof createMerge>) {
  const spendPrim = createBudget(mostPrims);
  function follow(node: Node, path: string, next: Pending): Pending[] {
    if ('choices' in next) {
      const [first = ''] = next.choices.keys();
      const chosen = next.choices.get(node.selection[next.set] ?? first);
      return chosen ? merge(node, chosen, next.moved) : [];
    }
    const { arc, moved } = next;
    const stack = arc.layer === '' ? moved.stack : stackOf(arc.layer);
    const from = arc.prim || stack?.defaultPrim || '';
    const prim = stack && findPrim(stack.root, from);
    if (prim && node.seen.has(prim)) return [];
    if (prim) node.seen.add(prim);
    return stack && prim ? merge(node, prim, { stack, from, to: path }) : [];
  }
  return function expand(node: Node, path: string, depth = 0): void {
    spendPrim(depth > deepest ? Infinity : 1);
    const spendArc = createBudget(mostArcs);
    for (let next = node.pending.shift(); next && node.isActive !== false; next = node.pending.shift()) {
      spendArc();
      node.pending.unshift(...follow(node, path, next));
    }
    if (node.isActive === false) return;
    for (const [name, child] of node.children) expand(child, `${path}/${name}`, depth + 1);
  };
}

/** What is not drawn: what is switched off, a mere help, or said of nothing that there is. */
function isSeen({ specifier, isActive, properties }: Node): boolean {
  const purpose = initialValue(properties.get('purpose'));
  return (
    specifier === 'def' &&
    isActive !== false &&
    initialValue(properties.get('visibility')) !== 'invisible' &&
    purpose !== 'guide' &&
    purpose !== 'proxy'
  );
}

const isMoving = (properties: ReadonlyMap<string, Property>) =>
  [...properties].some(([name, { timeSamples }]) => name.startsWith('xformOp:') && timeSamples !== undefined);

function createFinisher(root: Node) {
  const spend = createBudget(mostInAll);
  /** How many prims each stands for; those of an instancer have the same below them. */
  const sizes = new Map<ComposedPrim, number>();
  const keep = (prim: ComposedPrim): ComposedPrim => {
    spend();
    const size = [...prim.children.values()].reduce((sum, child) => sum + (sizes.get(child) ?? 1), 1);
    createBudget(mostInAll)(size);
    sizes.set(prim, size);
    return prim;
  };
  const find = (path: string) =>
    path
      .split('/')
      .slice(1)
      .reduce<Node | undefined>((node, name) => node?.children.get(name), root);

  /** The things of a point instancer, each as a prim of its own. */
  function* standIns({ properties }: Node, path: string): Generator<readonly [string, ComposedPrim]> {
    const prototypes = properties.get('prototypes')?.targetPaths ?? [];
    const drawn = prototypes.map((at) => {
      const node = find(at);
      return node && finish(node, at);
    });
    let at = 0;
    for (const { index, place } of placeInstances(properties)) {
      const prototype = drawn[index];
      if (!prototype) continue;
      const children = new Map([['it', prototype]]);
      const thing = { typeName: 'Xform', properties: new Map(), place, isMoving: false, children };
      yield [`it${at}`, keep({ ...thing, path: `${path}/it${at}` })];
      at += 1;
    }
  }
  function finish(node: Node, path: string): ComposedPrim {
    const { typeName, properties } = node;
    const inside = function* () {
      for (const [name, child] of node.children)
        if (isSeen(child)) yield [name, finish(child, `${path}/${name}`)] as const;
    };
    const children = new Map(typeName === 'PointInstancer' ? standIns(node, path) : inside());
    const place = placeOf(properties);
    return keep({ typeName, properties, place, isMoving: isMoving(properties), children, path });
  }
  return finish;
}

/** Makes one scene of files by their paths, as the first of them says. Throws for one that has too many parts. */
export function composeUsd(layers: ReadonlyMap<string, Layer>, first: string): ComposedPrim {
  const spend = createBudget(mostInAll);
  const stackOf = createStacks(layers, spend);
  const merge = createMerge(spend);
  const stack = stackOf(first);
  const root = createNode();
  if (stack) root.pending.push(...merge(root, stack.root, { stack, from: '', to: '' }));
  createExpander(stackOf, merge)(root, '');
  return createFinisher(root)(root, '');
}
