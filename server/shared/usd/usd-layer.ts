/** A value that changes in time, or what it is written as. */
type Samples = { readonly times: readonly number[]; readonly values: readonly unknown[] };
/** What a file says of one property; other facts of it come along as they are. */
export type Property = {
  readonly [fact: string]: unknown;
  readonly typeName?: string;
  readonly default?: unknown;
  readonly timeSamples?: Samples | undefined;
  readonly connectionPaths?: readonly string[];
  readonly targetPaths?: readonly string[];
};

/** A place that a prim takes more from. */
export type Arc = {
  /** The path of the other file from the first one; empty: this file. */
  readonly layer: string;
  /** Empty: the prim that the other file is about. */
  readonly prim: string;
};

/** How a file changes a list of weaker files. */
export type Edit = { readonly how: 'set' | 'prepend' | 'append' | 'delete'; readonly arcs: readonly Arc[] };

/** What is left of a list when all files, the strongest first, have changed it. */
export const listArcs = (edits: readonly Edit[]): readonly Arc[] =>
  edits.reduceRight<readonly Arc[]>((weak, { how, arcs }) => {
    const isNamed = ({ layer, prim }: Arc) => arcs.some((one) => one.layer === layer && one.prim === prim);
    const rest = how === 'set' ? [] : weak.filter((one) => !isNamed(one));
    if (how === 'delete') return rest;
    return how === 'append' ? [...rest, ...arcs] : [...arcs, ...rest];
  }, []);

/** The kinds of arcs; what comes first is stronger. */
export const strongArcs = ['inheritPaths'] as const;
export const weakArcs = ['references', 'payload', 'specializes'] as const;
export type ArcKind = (typeof strongArcs)[number] | (typeof weakArcs)[number];

/** What one file says of a prim. */
export type Prim = {
  specifier: 'def' | 'over' | 'class';
  typeName: string;
  isActive: boolean | undefined;
  /** Whether it is alike in all places that name the same. */
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

/** What is at a key; made where there is nothing yet. */
export function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The path that a file means by a path of its own; of one on another machine, what it is called. */
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

/** A value at the beginning, where it changes in time. */
export const initialValue = (property: Property | undefined): unknown =>
  property?.timeSamples?.values[0] ?? property?.default;
