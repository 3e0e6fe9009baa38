import { ReadError } from './read-error.ts';
import { readingLimits, requireFit } from './reading-limits.ts';

type Entry = Readonly<Record<string, unknown>>;

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const componentBytes = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
const components = new Map(
  Object.entries({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }),
);

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
const entryOf = (value: unknown): Entry => (isEntry(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Parses a count; 0 if absent. Throws if it is invalid. */
function countOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ReadError('damaged');
}

/** Returns the JSON text of a GLB, or of a glTF without a container. */
function findText(bytes: ArrayBuffer): Uint8Array {
  const view = new DataView(bytes);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== magic) return new Uint8Array(bytes);
  const length = view.getUint32(12, true);
  if (view.getUint32(16, true) !== jsonChunk || 20 + length > bytes.byteLength)
    throw new ReadError('damaged');
  return new Uint8Array(bytes, 20, length);
}

function parseDocument(bytes: ArrayBuffer): Entry {
  const text = findText(bytes);
  if (text.byteLength > readingLimits.jsonBytes) throw new ReadError('tooLarge');
  try {
    return entryOf(JSON.parse(new TextDecoder().decode(text)));
  } catch (cause) {
    throw new ReadError('damaged', cause);
  }
}

function listEntries(document: Entry, name: string): readonly Entry[] {
  const list = listOf(document[name]);
  if (list.length > readingLimits.entries) throw new ReadError('tooLarge');
  return list.map(entryOf);
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);

/** Returns the bytes of an accessor that must be built because no buffer contains it. */
function madeBytes({ bufferView, sparse, count, type, componentType }: Entry): number {
  if (bufferView !== undefined && sparse === undefined) return 0;
  const each = components.get(String(type)) ?? 16;
  return countOf(count) * each * (componentBytes.get(Number(componentType)) ?? 4);
}

function packedBytes(extensions: unknown): number {
  const { EXT_meshopt_compression: ext, KHR_meshopt_compression: khr } = entryOf(extensions);
  const { count, byteStride } = entryOf(ext ?? khr);
  return countOf(count) * countOf(byteStride);
}

/** Throws if copying and unpacking everything in the document would take too much memory. */
function checkBytes(document: Entry, bytes: number): void {
  const made = sum(listEntries(document, 'accessors'), madeBytes);
  const copied = sum(
    listEntries(document, 'bufferViews'),
    ({ byteLength, extensions }) => Math.min(countOf(byteLength), bytes) + packedBytes(extensions),
  );
  if (!(made + copied <= readingLimits.unpackedBytes)) throw new ReadError('tooLarge');
}

/** Measures the meshes that a document's nodes draw, once per placement. */
function measureMeshes(document: Entry) {
  const counts = listEntries(document, 'accessors').map(({ count }) => countOf(count));
  const countAt = (index: unknown) => counts[Number(index)] ?? 0;
  const meshes = listEntries(document, 'meshes').map(({ primitives }) => {
    const parts = listOf(primitives).map(entryOf);
    const verticesOf = ({ attributes }: Entry) => countAt(entryOf(attributes).POSITION);
    return {
      drawn: parts.length,
      corners: sum(parts, (part) => (part.indices === undefined ? verticesOf(part) : countAt(part.indices))),
      morphed: sum(parts, (part) => listOf(part.targets).length * verticesOf(part)),
    };
  });
  const nodes = listEntries(document, 'nodes');
  const skins = listEntries(document, 'skins').map(({ joints }) => listOf(joints).length);
  const placed = nodes.flatMap(({ mesh }) => meshes[Number(mesh)] ?? []);
  return {
    objects: nodes.length,
    drawn: sum(placed, ({ drawn }) => drawn),
    corners: sum(placed, ({ corners }) => corners),
    morphed: sum(placed, ({ morphed }) => morphed),
    joints: sum(nodes, ({ skin }) => skins[Number(skin)] ?? 0),
  };
}

/**
 * Throws if nodes are nested deeper than a page can follow, or in themselves: the loader recurses, and not every stack
 * overflow there is caught. Each node is left once all its parents were.
 */
function checkDepth(nodes: readonly Entry[]): void {
  const childrenOf = nodes.map(({ children }) =>
    listOf(children).filter((child): child is number => typeof child === 'number' && child in nodes),
  );
  const parentsLeft = nodes.map(() => 0);
  for (const child of childrenOf.flat()) parentsLeft[child] = (parentsLeft[child] ?? 0) + 1;
  let level = nodes.flatMap((_, index) => (parentsLeft[index] === 0 ? [index] : []));
  let left = nodes.length;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > readingLimits.depth) throw new ReadError('tooLarge');
    left -= level.length;
    const next: number[] = [];
    for (const child of level.flatMap((index) => childrenOf[index] ?? [])) {
      const count = (parentsLeft[child] ?? 0) - 1;
      parentsLeft[child] = count;
      if (count === 0) next.push(child);
    }
    level = next;
  }
  if (left > 0) throw new ReadError('damaged');
}

/** Throws ReadError if a glTF needs more than a page can handle, before any of it is unpacked. */
export function checkDocument(bytes: ArrayBuffer): void {
  const document = parseDocument(bytes);
  for (const name of ['scenes', 'textures', 'images', 'samplers', 'buffers', 'cameras', 'skins'])
    listEntries(document, name);
  checkBytes(document, bytes.byteLength);
  requireFit({
    ...measureMeshes(document),
    materials: listEntries(document, 'materials').length,
    tracks: sum(listEntries(document, 'animations'), ({ channels }) => listOf(channels).length),
  });
  checkDepth(listEntries(document, 'nodes'));
}
