import { BrokenFile } from '../broken-file.ts';
import { inflateRange, readInteger, type UsdCrate, viewRange } from './usd-tokens.ts';

// The format is described by pxr/usd/sdf/crateFile.cpp of OpenUSD.

const mostItems = 4_000_000;
/** Shorter lists are not compressed. */
const shortestCompressed = 16;
const typeOfInt = 3;
const endOfSet = -1;
const damaged = 'has a damaged scene directory. Export it again.';

/** Features that compose a scene from several places; such a scene is not counted. */
const composing = new Set([
  ...['references', 'payload', 'inheritPaths', 'specializes', 'variantSetNames'],
  ...['subLayers', 'instanceable'],
]);

/** Reads a section from its beginning to its end. */
function createCursor({ source }: UsdCrate, begin: number) {
  let at = begin;
  const integer = () => {
    const value = readInteger(viewRange(source, at, 8), 0);
    at += 8;
    return value;
  };
  const count = () => {
    const value = integer();
    if (value > mostItems) throw new BrokenFile(damaged);
    return value;
  };
  const inflate = (unpackedBytes: number): Uint8Array => {
    const bytes = integer();
    const unpacked = inflateRange(source, { offset: at, bytes }, unpackedBytes);
    if (unpacked === null) throw new BrokenFile(damaged);
    at += bytes;
    return unpacked;
  };
  return {
    count,
    inflate,
    /** Numbers that are each written as the difference to the one before, in as few bytes as it needs. */
    integers(length: number): Int32Array {
      const codes = Math.ceil((length * 2) / 8);
      const packed = inflate(4 + codes + length * 4);
      return decode(packed, length, codes);
    },
  };
}

/** Two bits for each number say how its difference is written: the usual one, or in 1, 2 or 4 bytes. */
function decode(packed: Uint8Array, length: number, codeBytes: number): Int32Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.length < 4 + codeBytes) throw new BrokenFile(damaged);
  const usual = view.getInt32(0, true);
  const numbers = new Int32Array(length);
  let at = 4 + codeBytes;
  let value = 0;
  for (let index = 0; index < length; index += 1) {
    const code = ((packed[4 + (index >> 2)] ?? 0) >> ((index & 3) * 2)) & 3;
    const width = code === 3 ? 4 : code;
    if (at + width > packed.length) throw new BrokenFile(damaged);
    if (code === 0) value += usual;
    else if (code === 1) value += view.getInt8(at);
    else if (code === 2) value += view.getInt16(at, true);
    else value += view.getInt32(at, true);
    at += width;
    numbers[index] = value;
  }
  return numbers;
}

type Field = { readonly name: string; readonly high: number; readonly payload: number };

function readFields(crate: UsdCrate, tokens: readonly string[], begin: number): readonly Field[] {
  const cursor = createCursor(crate, begin);
  const length = cursor.count();
  const names = cursor.integers(length);
  const values = cursor.inflate(length * 8);
  if (values.length < length * 8) throw new BrokenFile(damaged);
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  return Array.from(names, (token, index) => {
    const high = view.getUint32(index * 8 + 4, true);
    const payload = view.getUint32(index * 8, true) + (high & 0xffff) * 2 ** 32;
    return { name: tokens[token] ?? '', high, payload };
  });
}

/** The triangles of faces of so many corners each, as a value says that lies elsewhere in the file; null for any other value. */
function countFaces(crate: UsdCrate, { high, payload }: Field): number | null {
  const isList = (high & 0x80000000) !== 0;
  const isCompressed = (high & 0x20000000) !== 0;
  if (!isList || ((high >>> 16) & 0xff) !== typeOfInt) return null;
  if (payload === 0) return 0;
  const { source, version } = crate;
  const begin = version < 5 ? payload + 4 : payload;
  const sizeBytes = version < 7 ? 4 : 8;
  const head = viewRange(source, begin, sizeBytes);
  const length = sizeBytes === 4 ? head.getUint32(0, true) : readInteger(head, 0);
  if (length > mostItems) return null;
  const at = begin + sizeBytes;
  const corners =
    isCompressed && length >= shortestCompressed
      ? createCursor(crate, at).integers(length)
      : new Int32Array(viewRange(source, at, length * 4).buffer, 0, length);
  return corners.reduce((sum, count) => sum + Math.max(0, count - 2), 0);
}

/** Which paths of the scene are lists of how many corners each face of a mesh has. */
function findFaceLists(crate: UsdCrate, tokens: readonly string[], begin: number): ReadonlySet<number> {
  const cursor = createCursor(crate, begin);
  cursor.count();
  const length = cursor.count();
  const paths = cursor.integers(length);
  const names = cursor.integers(length);
  // A property's name is written as a negative number.
  return new Set(
    [...paths].filter((_, index) => {
      const name = names[index] ?? 0;
      return name < 0 && tokens[-name] === 'faceVertexCounts';
    }),
  );
}

/** Where the sections are that say what each path of the scene has; null where one is missing. */
function findSections({ section }: UsdCrate) {
  const [fields, sets, paths, specs] = ['FIELDS', 'FIELDSETS', 'PATHS', 'SPECS'].map(
    (name) => section(name)?.offset,
  );
  const isWhole = fields !== undefined && sets !== undefined && paths !== undefined && specs !== undefined;
  return isWhole ? { fields, sets, paths, specs } : null;
}

/** The fields of every list of faces in the scene. */
function* listFaceFields(
  crate: UsdCrate,
  fields: readonly Field[],
  places: { readonly sets: number; readonly specs: number; readonly lists: ReadonlySet<number> },
): Generator<Field> {
  const setCursor = createCursor(crate, places.sets);
  const sets = setCursor.integers(setCursor.count());
  const specCursor = createCursor(crate, places.specs);
  const length = specCursor.count();
  const [paths, begins] = [specCursor.integers(length), specCursor.integers(length)];
  for (const [index, path] of paths.entries()) {
    if (!places.lists.has(path)) continue;
    for (let at = begins[index] ?? sets.length; at < sets.length && sets[at] !== endOfSet; at += 1) {
      const field = fields[sets[at] ?? 0];
      if (field) yield field;
    }
  }
}

function count(crate: UsdCrate, tokens: readonly string[]): number | null {
  const sections = findSections(crate);
  if (sections === null || !crate.isCompressed || tokens.includes('PointInstancer')) return null;
  const fields = readFields(crate, tokens, sections.fields);
  const isComposed = ({ name, payload }: Field) =>
    composing.has(name) || (name === 'specifier' && payload !== 0);
  if (fields.some(isComposed)) return null;
  const lists = findFaceLists(crate, tokens, sections.paths);
  let triangles = 0;
  for (const field of listFaceFields(crate, fields, { ...sections, lists })) {
    const found = field.name === 'default' ? countFaces(crate, field) : 0;
    if (found === null || field.name === 'timeSamples') return null;
    triangles += found;
  }
  return triangles === 0 ? null : triangles;
}

/** The triangles of a binary USD scene by its names; null where it alone does not tell, or in a way that is not known here. */
export function countCrateTriangles(crate: UsdCrate, names: Buffer): number | null {
  try {
    return count(crate, names.toString('latin1', 1).split('\0'));
  } catch (error) {
    if (error instanceof BrokenFile) return null;
    throw error;
  }
}
