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

type Spec = { readonly fields: Readonly<Record<string, unknown>> };
type Reader = {
  position: number;
  readonly readUint8: () => number;
  readonly readUint32: () => number;
  readonly readUint64: () => number;
  readonly readInt64: () => number;
};
/** three.js's parser for binary scenes, which reads all values except references to other files. */
export type CrateParser = {
  readonly parseData: (buffer: ArrayBuffer) => { readonly specsByPath: Readonly<Record<string, Spec>> };
  readonly reader: Reader;
  readonly tokens: readonly string[];
  readonly strings: readonly number[];
  readonly paths: readonly string[];
  readonly version: { readonly minor: number };
  _readScalarValue: (type: number) => unknown;
  _readArrayValue: (place: unknown) => { readonly length: number };
  _readCompressedArray: (type: number, size: number) => unknown;
};

// Type numbers from pxr/usd/sdf/crateDataTypes.h in OpenUSD.
const [referenceList, payload, texts, payloadList] = [35, 47, 50, 55];
/** The lists of a list operation in file order, each with its bit. */
const lists: readonly (readonly [number, Edit['how'] | 'reorder'])[] = [
  ...([
    [2, 'set'],
    [4, 'append'],
    [32, 'prepend'],
    [64, 'append'],
    [8, 'delete'],
    [16, 'reorder'],
  ] as const),
];
const mostItems = 100_000;
const arcKinds: readonly ArcKind[] = ['inheritPaths', 'references', 'payload', 'specializes'];
/** Payloads have a layer offset since this minor version. */
const movedSince = 8;

/** Limit for all lists together, as a few bytes can claim thousands of millions of values. */
const mostValues = 64 * 1024 * 1024;

/** Throws for lists that would not fit into memory; for compressed ones, before they are read. */
function limitLists(parser: CrateParser): CrateParser {
  const [readList, readCompressed] = [
    parser._readArrayValue.bind(parser),
    parser._readCompressedArray.bind(parser),
  ];
  let left = mostValues;
  const check = (length: number) => {
    if (length > left) throw new RangeError('has too long lists');
  };
  parser._readCompressedArray = (type, size) => {
    check(size);
    return readCompressed(type, size);
  };
  parser._readArrayValue = (place) => {
    const found = readList(place);
    check(found.length);
    left -= found.length;
    return found;
  };
  return parser;
}

/** Extends the parser to read references to other files. */
function readArcsToo(parser: CrateParser): CrateParser {
  const readScalar = parser._readScalarValue.bind(parser);
  const text = () => parser.tokens[parser.strings[parser.reader.readUint32()] ?? -1] ?? '';
  const items = <Item>(read: () => Item): Item[] => {
    const length = parser.reader.readUint64();
    if (length > mostItems) throw new RangeError('names too many files');
    return Array.from({ length }, read);
  };
  const arc = (): Arc => ({ layer: text(), prim: parser.paths[parser.reader.readUint32()] ?? '' });
  const payloadArc = (): Arc => {
    const found = arc();
    if (parser.version.minor >= movedSince) parser.reader.position += 16;
    return found;
  };
  const referenceArc = (): Arc => {
    const found = arc();
    parser.reader.position += 16;
    items(() => {
      text();
      const start = parser.reader.position;
      parser.reader.position = start + parser.reader.readInt64() + 8;
    });
    return found;
  };
  const changes = (read: () => Arc): readonly Edit[] => {
    const bits = parser.reader.readUint8();
    const cleared: readonly Edit[] = bits & 1 ? [{ how: 'set', arcs: [] }] : [];
    const changed = lists.flatMap(([bit, how]): readonly Edit[] => {
      const arcs = (bits & bit) === 0 ? [] : items(read);
      return arcs.length === 0 || how === 'reorder' ? [] : [{ how, arcs }];
    });
    return [...changed, ...cleared];
  };
  parser._readScalarValue = (type) => {
    if (type === referenceList) return changes(referenceArc);
    if (type === payloadList) return changes(payloadArc);
    if (type === payload) return [{ how: 'set', arcs: [payloadArc()] }];
    return type === texts ? items(text) : readScalar(type);
  };
  return parser;
}

const variant = /^\{(.*)=(.*)\}$/s;

/** Returns the prim at a path, in which a selected variant appears like a child. */
function findPrim(root: Prim, path: string): Prim | null {
  let prim = root;
  for (const name of path.split('/').slice(1)) {
    if (name === '') continue;
    const [, set, choice] = variant.exec(name) ?? [];
    if (set === undefined) prim = getOrMake(prim.children, name, createPrim);
    else if (choice)
      prim = getOrMake(
        getOrMake(prim.variants, set, () => new Map<string, Prim>()),
        choice,
        createPrim,
      );
    else return null;
  }
  return prim;
}

const isEdit = (value: unknown): value is Edit =>
  typeof value === 'object' && value !== null && 'how' in value;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Resolves a path in a layer relative to the root layer. */
type Resolve = (asset: string) => string;

function toEdits(value: unknown, resolve: Resolve): readonly Edit[] {
  const move = ({ layer, prim }: Arc) => ({ layer: layer === '' ? '' : resolve(layer), prim });
  return listOf(value).flatMap((one): Edit[] => {
    if (typeof one === 'string') return [{ how: 'append', arcs: [{ layer: '', prim: one }] }];
    return isEdit(one) ? [{ how: one.how, arcs: one.arcs.map(move) }] : [];
  });
}

const specifiers = ['def', 'over', 'class'] as const;

function addPrim(prim: Prim, fields: Spec['fields'], resolve: Resolve): void {
  for (const kind of arcKinds) prim.arcs[kind].push(...toEdits(fields[kind], resolve));
  prim.specifier = specifiers[Number(fields.specifier ?? 1)] ?? 'over';
  if (typeof fields.typeName === 'string') prim.typeName = fields.typeName;
  if (typeof fields.active === 'boolean') prim.isActive = fields.active;
  if (typeof fields.instanceable === 'boolean') prim.isShared = fields.instanceable;
  prim.selection = { ...Object(fields.variantSelection) };
}

const [tableAt, rowBytes, nameBytes] = [16, 32, 16];
const mostEntries = 8_000_000;

/** Throws for a scene that claims more entries than memory can hold. */
function checkCounts(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (at: number) => Number(view.getBigUint64(at, true));
  const table = long(tableAt);
  if (long(table) > nameBytes) throw new RangeError('has too many sections');
  for (let row = 0; row < long(table); row += 1)
    if (long(long(table + 8 + row * rowBytes + nameBytes)) > mostEntries)
      throw new RangeError('has too many entries');
}

/** Parses a binary scene. Throws if it is not one. */
export function readUsdc(bytes: Uint8Array, parser: CrateParser, resolve: Resolve): Layer {
  checkCounts(bytes);
  const { specsByPath } = limitLists(readArcsToo(parser)).parseData(Uint8Array.from(bytes).buffer);
  const root = createPrim();
  for (const [path, { fields }] of Object.entries(specsByPath)) {
    const dot = path.indexOf('.', path.lastIndexOf('/'));
    const prim = findPrim(root, dot === -1 ? path : path.slice(0, dot));
    if (prim === null) continue;
    if (dot === -1) {
      if (prim !== root) addPrim(prim, fields, resolve);
      continue;
    }
    const isAsset = fields.typeName === 'asset' && typeof fields.default === 'string';
    const property: Property = isAsset ? { ...fields, default: resolve(String(fields.default)) } : fields;
    prim.properties.set(path.slice(dot + 1), property);
  }
  const facts = specsByPath['/']?.fields ?? {};
  return { root, facts, subLayers: listOf(facts.subLayers).map((one) => resolve(String(one))) };
}
