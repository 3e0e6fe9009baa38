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

/** How often files may speak of a prim, and how many prims may be drawn, those that stand in several places each time. */
const mostInAll = 500_000;

/** Adds what a weaker file says of a prim. */
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
    // Neither has a place of its own.
    const place = typeName === '' || typeName === 'Scope' ? identity : placeOf(properties);
    return keep({ typeName, properties, place, isMoving: isMoving(properties), children, path });
  }
  return finish;
}

/** Makes one scene of files by their paths, as the first of them says. Throws for one that has too many parts. */
export function composeUsd(layers: ReadonlyMap<string, Layer>, first: string): ComposedPrim {
  const spend = createBudget(mostInAll);
  const stackOf = createStacks(layers, spend);
  const stack = stackOf(first);
  const prim = stack?.root ?? createPrim();
  const moved = { stack: stack ?? { root: prim, defaultPrim: '' }, from: '', to: '' };
  const root = createComposer(stackOf, spend)({ prim, moved, kind: 'self', depth: 0, below: [] }, '');
  return createFinisher(root)(root, '');
}
