import {
  type Arc,
  createPrim,
  listArcs,
  type Prim,
  type Property,
  strongArcs,
  weakArcs,
} from './usd-layer.ts';

/** A layer stack, merged by strength. */
export type Stack = { readonly root: Prim; readonly defaultPrim: string };
/** How paths in a prim's properties are rewritten. */
type Moved = { readonly stack: Stack; readonly from: string; readonly to: string };
type Kind = 'self' | (typeof strongArcs)[number] | 'variants' | (typeof weakArcs)[number];
/** Kinds of opinions, strongest first. */
const kinds: readonly Kind[] = ['self', ...strongArcs, 'variants', ...weakArcs];
/** A source of opinions about a prim, and the weaker ones that it refers to. */
type Site = {
  readonly prim: Prim;
  readonly moved: Moved;
  readonly kind: Kind;
  /** Depth of the prim with the arc; arcs of deeper prims are stronger. */
  readonly depth: number;
  readonly below: Site[];
};
export type Node = {
  readonly specifier: Prim['specifier'];
  readonly typeName: string;
  readonly isActive: boolean | undefined;
  readonly properties: ReadonlyMap<string, Property>;
  readonly children: ReadonlyMap<string, Node>;
};

const deepest = 64;
const mostPrims = 100_000;
const mostArcs = 1_000;
export type Spend = (count?: number) => void;

/** Guards against small files that expand endlessly: throws once more than `most` is spent. */
export function createBudget(most: number): Spend {
  let left = most;
  return (count = 1) => {
    left -= count;
    if (left < 0) throw new RangeError('has too many parts');
  };
}

/** Merges a weaker opinion. A value comes from the strongest opinion alone, whether a default or time samples. */
export function weakenProperty(strong: Property | undefined, weak: Property): Property {
  const hasValue = strong && ('default' in strong || strong.timeSamples);
  return { ...weak, ...(hasValue && { default: undefined, timeSamples: undefined }), ...strong };
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

function* inOrder(site: Site): Generator<Site> {
  yield site;
  for (const one of site.below) yield* inOrder(one);
}

const byStrength = (one: Site, other: Site) =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || other.depth - one.depth;
function add(site: Site, found: readonly Site[]): void {
  site.below.push(...found);
  site.below.sort(byStrength);
}

const arcsOf = ({ arcs }: Prim) =>
  [...strongArcs, ...weakArcs].flatMap((kind) => listArcs(arcs[kind]).map((arc) => [kind, arc] as const));
const nothing = createPrim();
/** Below an instance, only opinions from its own arcs count. */
const share = (site: Site, depth: number): Site =>
  site.depth === depth && site.kind !== 'self'
    ? site
    : { ...site, prim: nothing, below: site.below.map((one) => share(one, depth)) };

function listProperties(sites: readonly Site[]): ReadonlyMap<string, Property> {
  const properties = new Map<string, Property>();
  for (const { prim, moved } of sites)
    for (const [name, property] of prim.properties)
      properties.set(name, weakenProperty(properties.get(name), moveProperty(property, moved)));
  return properties;
}

export function createComposer(stackOf: (path: string) => Stack | null, spend: Spend) {
  const spendPrim = createBudget(mostPrims);

  function childOf(site: Site, name: string): Site | null {
    spend();
    const prim = site.prim.children.get(name);
    const below = site.below.flatMap((one) => childOf(one, name) ?? []);
    return prim || below.length > 0 ? { ...site, prim: prim ?? nothing, below } : null;
  }

  /** Follows all arcs of a prim, in all its opinions. */
  function widen(own: Site, path: string, depth: number): void {
    const spendArc = createBudget(mostArcs);
    const reach = (arc: Arc, kind: Kind, moved: Moved, above: readonly Prim[]): Site[] => {
      spendArc();
      const stack = arc.layer === '' ? moved.stack : stackOf(arc.layer);
      const from = arc.prim || stack?.defaultPrim || '';
      const prim = stack && findPrim(stack.root, from);
      if (!prim || above.includes(prim)) return [];
      return [visit({ prim, moved: { stack, from, to: path }, kind, depth, below: [] }, above)];
    };
    const visit = (site: Site, above: readonly Prim[]): Site => {
      spend();
      const { prim, moved } = site;
      const known = [...above, prim];
      for (const one of [...site.below]) visit(one, known);
      for (const [kind, arc] of arcsOf(prim)) {
        add(kind === 'specializes' ? own : site, reach(arc, kind, moved, known));
        // The root layer can add opinions about a class that another layer defines.
        if (kind === 'inheritPaths' && moved !== own.moved)
          add(own, reach({ ...arc, prim: movePath(arc.prim, moved) }, kind, own.moved, known));
      }
      return site;
    };
    visit(own, []);
    const chosen = new Set<ReadonlyMap<string, Prim>>();
    const chooseNext = (): boolean => {
      const sites = [...inOrder(own)];
      for (const site of sites)
        for (const [set, choices] of site.prim.variants) {
          if (chosen.has(choices)) continue;
          chosen.add(choices);
          const choice = sites.find(({ prim }) => prim.selection[set] !== undefined)?.prim.selection[set];
          const prim = choices.get(choice ?? '');
          if (!prim) continue;
          add(site, [visit({ prim, moved: site.moved, kind: 'variants', depth, below: [] }, [])]);
          return true;
        }
      return false;
    };
    while (chooseNext());
  }

  return function compose(own: Site, path: string, depth = 0): Node {
    spendPrim(depth > deepest ? Infinity : 1);
    widen(own, path, depth);
    const sites = [...inOrder(own)];
    const first = <Value>(read: (prim: Prim) => Value | undefined) =>
      sites.map(({ prim }) => read(prim)).find((value) => value !== undefined);
    const isActive = first((prim) => prim.isActive);
    const isShared =
      first((prim) => prim.isShared) && sites.some((one) => one.depth === depth && one !== own);
    const inside = isShared ? share(own, depth) : own;
    const speakers = isActive === false ? [] : [...inOrder(inside)];
    const children = new Map<string, Node>();
    for (const name of new Set(speakers.flatMap(({ prim }) => [...prim.children.keys()]))) {
      const child = childOf(inside, name);
      if (child) children.set(name, compose(child, `${path}/${name}`, depth + 1));
    }
    return {
      specifier: first(({ specifier }) => (specifier === 'over' ? undefined : specifier)) ?? 'over',
      typeName: first(({ typeName }) => typeName || undefined) ?? '',
      properties: listProperties(sites),
      ...{ isActive, children },
    };
  };
}
