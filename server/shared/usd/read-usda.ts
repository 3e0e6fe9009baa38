import {
  type Arc,
  type ArcKind,
  createPrim,
  type Edit,
  getOrMake,
  type Layer,
  type Prim,
  type Property,
} from './usd-layer.ts';

import { createUsdaReader, deepest, Target } from './usda-values.ts';

type VisitFact = (key: string, value: unknown, how: Edit['how']) => void;
/** Resolves a path in a layer relative to the root layer. */
type Resolve = (asset: string) => string;

const arcNames: Readonly<Record<string, ArcKind>> = {
  references: 'references',
  payload: 'payload',
  inherits: 'inheritPaths',
  specializes: 'specializes',
};
const qualifiers = new Set(['custom', 'uniform', 'varying', 'config']);
const removing = new Set(['delete', 'reorder']);
const edits: Readonly<Record<string, Edit['how']>> = {
  ...{ prepend: 'prepend', add: 'append', append: 'append', delete: 'delete' },
};
const listWords = new Set(['prepend', 'append', 'add', 'delete', 'reorder']);
const isSpecifier = (name: string): name is Prim['specifier'] =>
  name === 'def' || name === 'over' || name === 'class';
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const targetsOf = (value: unknown) => asList(value).filter((one) => one instanceof Target);

/** Quaternions are written with the real part first, but used with it last. */
function turnQuaternions(typeName: string, value: unknown): unknown {
  if (!typeName.startsWith('quat') || !Array.isArray(value)) return value;
  return value.map((_, index) => value[index % 4 === 3 ? index - 3 : index + 1]);
}

/** Parses a text scene. Throws if it is not one. */
export function readUsda(text: string, resolve: Resolve): Layer {
  const reader = createUsdaReader(text.replace(/^\uFEFF?#usda[^\n]*/, ''));
  const { peek, take, expect, takeWord, takeName, value } = reader;
  const root = createPrim();
  const facts: Record<string, unknown> = {};
  const subLayers: string[] = [];

  function fact(visit: VisitFact): void {
    const first = takeName();
    const key = listWords.has(first) ? takeName() : first;
    if (!take('=')) return;
    const found = Object.hasOwn(arcNames, key) || key === 'subLayers' ? reader.arcs() : value();
    if (first !== 'reorder') visit(key, found, edits[first] ?? 'set');
  }

  /** Reads the brackets after a name: texts and named values. */
  function metadata(visit: VisitFact): void {
    if (!take('(')) return;
    while (!take(')')) {
      if (take(';') || take(',')) continue;
      if (/["']/.test(peek())) reader.string();
      else fact(visit);
    }
  }

  function toArcs(found: unknown): Arc[] {
    return targetsOf(found).map(({ asset, prim }) => ({ layer: asset ? resolve(asset) : '', prim }));
  }

  function primMetadata(prim: Prim): void {
    metadata((key, found, how) => {
      const kind = arcNames[key];
      if (kind) prim.arcs[kind].push({ how, arcs: toArcs(found) });
      else if (key === 'active') prim.isActive = found === true || found === 1;
      else if (key === 'instanceable') prim.isShared = found === true || found === 1;
      else if (key === 'variants')
        prim.selection = Object.fromEntries(
          Object.entries(Object(found)).map(([set, name]) => [set, String(name)]),
        );
    });
  }

  const plainValue = (typeName: string, found: unknown): unknown => {
    if (found instanceof Target) return found.asset === null ? found.prim : resolve(found.asset);
    if (Array.isArray(found) && found.some((one) => one instanceof Target))
      return found.map((one) => plainValue(typeName, one));
    return turnQuaternions(typeName, found);
  };

  function toSamples(typeName: string, found: unknown): NonNullable<Property['timeSamples']> {
    const samples = Object.entries(Object(found)).map(
      ([time, one]) => [Number(time), plainValue(typeName, one)] as const,
    );
    samples.sort(([one], [other]) => one - other);
    return { times: samples.map(([time]) => time), values: samples.map(([, one]) => one) };
  }

  function toFacts(typeName: string, ending: string, found: unknown): Property {
    const paths = () => targetsOf(found).map(({ prim }) => prim);
    if (typeName === 'rel') return { targetPaths: paths() };
    if (ending === '.connect') return { typeName, connectionPaths: paths() };
    if (ending === '.timeSamples') return { typeName, timeSamples: toSamples(typeName, found) };
    return { typeName, default: plainValue(typeName, found) };
  }

  function property(prim: Prim, first: string): void {
    let typeName = first;
    let isRemoved = false;
    while (qualifiers.has(typeName) || listWords.has(typeName)) {
      isRemoved ||= removing.has(typeName);
      typeName = takeWord();
    }
    while (take('[')) {
      expect(']');
      typeName += '[]';
    }
    const written = takeName();
    const [, name = written, ending = ''] = /^(.*?)(\.connect|\.timeSamples|\.spline)?$/s.exec(written) ?? [];
    const found: Property = take('=') ? toFacts(typeName, ending, value()) : { typeName };
    const more: Record<string, unknown> = {};
    metadata((key, fact) => {
      more[key] = plainValue('', fact);
    });
    if (!isRemoved) prim.properties.set(name, { ...prim.properties.get(name), ...found, ...more });
  }

  function variantSet(prim: Prim): void {
    const set = getOrMake(prim.variants, reader.string(), () => new Map<string, Prim>());
    expect('=');
    expect('{');
    while (!take('}')) {
      const variant = getOrMake(set, reader.string(), createPrim);
      primMetadata(variant);
      expect('{');
      body(variant, 1);
    }
  }

  function body(prim: Prim, depth: number): void {
    if (depth > deepest) throw new SyntaxError('is nested too deeply');
    while (!take('}')) {
      if (take(';')) continue;
      const first = takeName();
      if (isSpecifier(first)) child(prim, first, depth);
      else if (first === 'variantSet') variantSet(prim);
      else property(prim, first);
    }
  }

  function child(parent: Prim, specifier: Prim['specifier'], depth: number): void {
    const typeName = takeWord();
    const prim = getOrMake(parent.children, reader.string(), createPrim);
    prim.specifier = specifier;
    prim.typeName = typeName;
    primMetadata(prim);
    expect('{');
    body(prim, depth + 1);
  }

  metadata((key, found) => {
    if (key === 'subLayers') subLayers.push(...toArcs(found).map(({ layer }) => layer));
    else facts[key] = found;
  });
  while (peek() !== '') {
    const first = takeName();
    if (isSpecifier(first)) child(root, first, 0);
    else property(root, first);
  }
  return { root, facts, subLayers };
}
