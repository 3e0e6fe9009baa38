import {
  type Arc,
  type ArcKind,
  createPrim,
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
/** The reader of three.js for binary scenes, which reads all values but those that name other files. */
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

// Numbers of types in pxr/usd/sdf/crateDataTypes.h of OpenUSD.
const [referenceList, payload, texts, payloadList] = [35, 47, 50, 55];
/** The lists of a change, in the order in which they are written: those that are added have these bits, then those that are removed. */
const [addedBits, removedBits] = [
  [2, 4, 32, 64],
  [8, 16],
];
const mostItems = 100_000;
const arcKinds: readonly ArcKind[] = ['inheritPaths', 'references', 'payload', 'specializes'];
/** Arcs of payloads have a moved time since this version. */
const movedSince = 8;

/** In lists of all properties together; a few bytes can claim to be thousands of millions. */
const mostValues = 64 * 1024 * 1024;

/** Throws for lists that are longer than memory could hold: those that are compressed, before they are read. */
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

/** Lets the reader of three.js read what names other files. */
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
  const changes = (read: () => Arc): readonly Arc[] => {
    const bits = parser.reader.readUint8();
    const lists = (all: readonly number[] = []) =>
      all.flatMap((bit) => ((bits & bit) === 0 ? [] : items(read)));
    const added = lists(addedBits);
    lists(removedBits);
    return added;
  };
  parser._readScalarValue = (type) => {
    if (type === referenceList) return changes(referenceArc);
    if (type === payloadList) return changes(payloadArc);
    if (type === payload) return [payloadArc()];
    return type === texts ? items(text) : readScalar(type);
  };
  return parser;
}

const variant = /^\{(.*)=(.*)\}$/s;

/** The prim at a path, in whose names a chosen variant is like a child. */
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

const isArc = (value: unknown): value is Arc =>
  typeof value === 'object' && value !== null && 'layer' in value;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Turns a file's path for another into that from the first file. */
type Resolve = (asset: string) => string;

function toArcs(value: unknown, resolve: Resolve): readonly Arc[] {
  return listOf(value).flatMap((one): Arc[] => {
    if (typeof one === 'string') return [{ layer: '', prim: one }];
    return isArc(one) ? [{ layer: one.layer === '' ? '' : resolve(one.layer), prim: one.prim }] : [];
  });
}

const specifiers = ['def', 'over', 'class'] as const;

function addPrim(prim: Prim, fields: Spec['fields'], resolve: Resolve): void {
  for (const kind of arcKinds) prim.arcs[kind].push(...toArcs(fields[kind], resolve));
  prim.specifier = specifiers[Number(fields.specifier ?? 1)] ?? 'over';
  if (typeof fields.typeName === 'string') prim.typeName = fields.typeName;
  if (typeof fields.active === 'boolean') prim.isActive = fields.active;
  prim.selection = { ...Object(fields.variantSelection) };
}

const [tableAt, rowBytes, nameBytes] = [16, 32, 16];
const mostEntries = 8_000_000;

/** Throws for a scene that claims to have more than memory could hold. */
function checkCounts(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = (at: number) => Number(view.getBigUint64(at, true));
  const table = long(tableAt);
  if (long(table) > nameBytes) throw new RangeError('has too many sections');
  for (let row = 0; row < long(table); row += 1)
    if (long(long(table + 8 + row * rowBytes + nameBytes)) > mostEntries)
      throw new RangeError('has too many entries');
}

/** A binary scene. Throws for what is none. */
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
