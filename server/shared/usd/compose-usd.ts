import { identity, type Matrix } from '../matrix.ts';
import {
  createBudget,
  createComposer,
  type Node,
  type Spend,
  type Stack,
  weakenProperty,
} from './compose-prims.ts';
import { placeInstances, placeOf } from './place-prims.ts';
import {
  createPrim,
  getOrMake,
  initialValue,
  type Layer,
  type Prim,
  type Property,
  strongArcs,
  weakArcs,
} from './usd-layer.ts';

/** A prim with all opinions merged. */
export type ComposedPrim = {
  readonly typeName: string;
  readonly properties: ReadonlyMap<string, Property>;
  readonly place: Matrix;
  readonly isMoving: boolean;
  readonly children: ReadonlyMap<string, ComposedPrim>;
  /** The path that its properties refer to, if it appears in several places. */
  readonly path: string;
};

/** Limit on opinions, and on prims to draw, counting every appearance. */
const mostInAll = 500_000;

/** Merges the opinions of a weaker layer into a prim. */
const createWeaken = (spend: Spend) =>
  function weaken(prim: Prim, weak: Prim): void {
    spend();
    if (prim.specifier === 'over') prim.specifier = weak.specifier;
    prim.typeName ||= weak.typeName;
    prim.isActive ??= weak.isActive;
    prim.isShared ??= weak.isShared;
    prim.selection = { ...weak.selection, ...prim.selection };
    for (const kind of [...strongArcs, ...weakArcs]) prim.arcs[kind].push(...weak.arcs[kind]);
    for (const [name, property] of weak.properties)
      prim.properties.set(name, weakenProperty(prim.properties.get(name), property));
    for (const [name, child] of weak.children) weaken(getOrMake(prim.children, name, createPrim), child);
    for (const [name, choices] of weak.variants) {
      const set = getOrMake(prim.variants, name, () => new Map<string, Prim>());
      for (const [choice, inside] of choices) weaken(getOrMake(set, choice, createPrim), inside);
    }
  };

/** Merges a layer with its sublayers; cached by path. */
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
    const declared = layer?.facts.defaultPrim;
    const defaultPrim = typeof declared === 'string' ? declared : ([...root.children.keys()][0] ?? '');
    const stack = layer ? { root, defaultPrim: `/${defaultPrim.replace(/^\//, '')}` } : null;
    known.set(path, stack);
    return stack;
  };
}

/** Returns false for prims that are not drawn: inactive, invisible or undefined ones, guides and proxies. */
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
  /** Number of prims that each stands for; copies from an instancer share their children. */
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

  /** Yields each instance of a point instancer as its own prim. */
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
    // Neither has a transform.
    const place = typeName === '' || typeName === 'Scope' ? identity : placeOf(properties);
    return keep({ typeName, properties, place, isMoving: isMoving(properties), children, path });
  }
  return finish;
}

/** Composes layers into one scene, starting from the first. Throws if it has too many parts. */
export function composeUsd(layers: ReadonlyMap<string, Layer>, first: string): ComposedPrim {
  const spend = createBudget(mostInAll);
  const stackOf = createStacks(layers, spend);
  const stack = stackOf(first);
  const prim = stack?.root ?? createPrim();
  const moved = { stack: stack ?? { root: prim, defaultPrim: '' }, from: '', to: '' };
  const root = createComposer(stackOf, spend)({ prim, moved, kind: 'self', depth: 0, below: [] }, '');
  return createFinisher(root)(root, '');
}
