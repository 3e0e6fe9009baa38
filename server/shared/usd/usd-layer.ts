type Samples = { readonly times: readonly number[]; readonly values: readonly unknown[] };
/** One layer's opinion about a property; further facts are passed through. */
export type Property = {
  readonly [fact: string]: unknown;
  readonly typeName?: string;
  readonly default?: unknown;
  readonly timeSamples?: Samples | undefined;
  readonly connectionPaths?: readonly string[];
  readonly targetPaths?: readonly string[];
};

/** A reference from which a prim gets more opinions. */
export type Arc = {
  /** Path of the other layer from the root layer; '': this layer. */
  readonly layer: string;
  /** '': the other layer's default prim. */
  readonly prim: string;
};

/** How a layer edits a list of weaker layers. */
export type Edit = { readonly how: 'set' | 'prepend' | 'append' | 'delete'; readonly arcs: readonly Arc[] };

/** Applies the edits of all layers, strongest first, to get the final list. */
export const listArcs = (edits: readonly Edit[]): readonly Arc[] =>
  edits.reduceRight<readonly Arc[]>((weak, { how, arcs }) => {
    const isNamed = ({ layer, prim }: Arc) => arcs.some((one) => one.layer === layer && one.prim === prim);
    const rest = how === 'set' ? [] : weak.filter((one) => !isNamed(one));
    if (how === 'delete') return rest;
    return how === 'append' ? [...rest, ...arcs] : [...arcs, ...rest];
  }, []);

/** Kinds of arcs, strongest first. */
export const strongArcs = ['inheritPaths'] as const;
export const weakArcs = ['references', 'payload', 'specializes'] as const;
export type ArcKind = (typeof strongArcs)[number] | (typeof weakArcs)[number];

/** One layer's opinions about a prim. */
export type Prim = {
  specifier: 'def' | 'over' | 'class';
  typeName: string;
  isActive: boolean | undefined;
  /** True for an instance, which is the same everywhere its source is used. */
  isShared: boolean | undefined;
  readonly properties: Map<string, Property>;
  readonly children: Map<string, Prim>;
  readonly arcs: Readonly<Record<ArcKind, Edit[]>>;
  selection: Readonly<Record<string, string>>;
  readonly variants: Map<string, Map<string, Prim>>;
};

export type Layer = {
  readonly root: Prim;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly subLayers: readonly string[];
};

export const createPrim = (): Prim => ({
  specifier: 'over',
  typeName: '',
  isActive: undefined,
  isShared: undefined,
  properties: new Map(),
  children: new Map(),
  arcs: { inheritPaths: [], references: [], payload: [], specializes: [] },
  selection: {},
  variants: new Map(),
});

export function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Resolves a path in a layer. Of an absolute path, which belongs to another machine, only the file name is used. */
export function resolveAsset(from: string, written: string): string {
  const asked = written.replaceAll('\\', '/');
  const relative = /^(?:[a-z]:|\/)/i.test(asked) ? asked.slice(asked.lastIndexOf('/') + 1) : asked;
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** Returns a property's first time sample, or else its default. */
export const initialValue = (property: Property | undefined): unknown =>
  property?.timeSamples?.values[0] ?? property?.default;
