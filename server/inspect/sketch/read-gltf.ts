import { copyRange, createSourceSlice } from '../byte-source.ts';
import { toGltfLayout } from '../gltf/gltf-accessors.ts';
import { createGltfBuffers } from '../gltf/gltf-buffers.ts';
import type {
  GltfAccessor,
  GltfDocument,
  GltfMaterial,
  GltfNode,
  GltfPrimitive,
} from '../gltf/gltf-document.ts';
import { parseGltf } from '../gltf/parse-gltf.ts';
import { clay, identity, type Matrix, move, multiply, type Shape, scale, turnBy } from './shape.ts';
import { paint, type ReadShape, readAll, viewOf } from './shape-source.ts';

const readers = {
  5120: (view: DataView, at: number) => view.getInt8(at),
  5121: (view: DataView, at: number) => view.getUint8(at),
  5122: (view: DataView, at: number) => view.getInt16(at, true),
  5123: (view: DataView, at: number) => view.getUint16(at, true),
  5125: (view: DataView, at: number) => view.getUint32(at, true),
  5126: (view: DataView, at: number) => view.getFloat32(at, true),
};
const arrays = {
  ...{ 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array },
  ...{ 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array },
};
const componentBytes = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const largest = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 1, 5126: 1 };
const componentsOf = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

type Numbers = Float64Array;
type Range = { readonly offset: number; readonly length: number };

/** Numbers that follow each other without gaps. */
function copyNumbers(
  view: DataView,
  { offset, length }: Range,
  type: GltfAccessor['componentType'],
): Numbers {
  const start = view.byteOffset + offset;
  const bytes = new Uint8Array(view.buffer).slice(start, start + length * componentBytes[type]).buffer;
  return new Float64Array(new arrays[type](bytes));
}

/** The numbers of accessors, each read once; null for what is compressed. */
function createAccessors(gltf: GltfDocument, readBuffer: ReturnType<typeof createGltfBuffers>) {
  const buffers = new Map<number, DataView>();
  const known = new Map<number, Numbers | null>();
  function read(accessor: GltfAccessor): Numbers | null {
    const view = gltf.bufferViews[accessor.bufferView ?? -1];
    if (view === undefined || view.extensions !== undefined) return null;
    if (!buffers.has(view.buffer))
      readBuffer(view.buffer, (source) => buffers.set(view.buffer, viewOf(readAll(source))));
    const bytes = buffers.get(view.buffer);
    if (bytes === undefined) return null;
    const { componentType, count, type, normalized } = accessor;
    const { strideBytes } = toGltfLayout(accessor, view);
    const width = componentsOf[type];
    const [get, size] = [readers[componentType], componentBytes[componentType]];
    const divisor = normalized === true ? largest[componentType] : 1;
    const whole = { offset: (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0), length: count * width };
    if (strideBytes === width * size && normalized !== true) return copyNumbers(bytes, whole, componentType);
    const numbers = new Float64Array(count * width);
    let from = whole.offset;
    for (let to = 0; to < numbers.length; to += width, from += strideBytes)
      for (let index = 0; index < width; index += 1)
        numbers[to + index] = get(bytes, from + index * size) / divisor;
    return numbers;
  }
  return (index = -1): Numbers | null => {
    const accessor = gltf.accessors[index];
    if (accessor === undefined) return null;
    if (!known.has(index)) known.set(index, read(accessor));
    return known.get(index) ?? null;
  };
}

/** From light as it is to light as screens show it. */
const toScreen = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function colourOf(material: GltfMaterial | undefined): number {
  if (material === undefined) return clay;
  const { baseColorFactor = [1, 1, 1], baseColorTexture } = material.pbrMetallicRoughness ?? {};
  const hasOther = material.pbrMetallicRoughness === undefined && material.extensions !== undefined;
  return paint(baseColorFactor.slice(0, 3).map(toScreen), baseColorTexture !== undefined || hasOther);
}

const placeOf = ({ matrix, translation = [], rotation = [], scale: sizes = [] }: GltfNode): Matrix =>
  matrix
    ? Float64Array.from(matrix)
    : multiply(move(...translation), multiply(turnBy(...rotation), scale(...sizes)));

function addPrimitive(
  shape: Shape,
  read: ReturnType<typeof createAccessors>,
  { primitive, place, colour }: { primitive: GltfPrimitive; place: Matrix; colour: number },
): void {
  const { mode = 4, attributes, indices } = primitive;
  const points = read(attributes.POSITION);
  const numbers = indices === undefined ? null : read(indices);
  if (points === null || (indices !== undefined && numbers === null) || mode < 4) return;
  const corner = (index: number) => (numbers === null ? index : (numbers[index] ?? 0));
  const count = numbers?.length ?? points.length / 3;
  const look = { place, colour };
  for (let at = 0; at + 2 < count; at += mode === 4 ? 3 : 1)
    shape.add(points, corner(mode === 6 ? 0 : at), corner(at + 1), corner(at + 2), look);
}

/** Where each node of the scene is. */
function findWorlds(gltf: GltfDocument): ReadonlyMap<number, Matrix> {
  const worlds = new Map<number, Matrix>();
  const children = new Set(gltf.nodes.flatMap((node) => node.children ?? []));
  const roots = [...gltf.nodes.keys()].filter((node) => !children.has(node));
  const stack = (gltf.scenes[gltf.scene ?? 0]?.nodes ?? roots).map((node) => ({ node, above: identity }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const node = gltf.nodes[next.node];
    if (node === undefined || worlds.has(next.node)) continue;
    const world = multiply(next.above, placeOf(node));
    worlds.set(next.node, world);
    for (const child of node.children ?? []) stack.push({ node: child, above: world });
  }
  return worlds;
}

function addScene(gltf: GltfDocument, read: ReturnType<typeof createAccessors>, shape: Shape): void {
  const worlds = findWorlds(gltf);
  for (const [number, place] of worlds) {
    const { mesh = -1, skin = -1 } = gltf.nodes[number] ?? {};
    // The first bone tells where a skin hangs, as far as a small picture shows it.
    const bones = gltf.skins[skin];
    const bone = worlds.get(bones?.joints[0] ?? -1);
    const where = bone ? multiply(bone, read(bones?.inverseBindMatrices) ?? identity) : place;
    for (const primitive of gltf.meshes[mesh]?.primitives ?? []) {
      const colour = colourOf(gltf.materials[primitive.material ?? -1]);
      addPrimitive(shape, read, { primitive, place: where, colour });
    }
  }
}

const jsonAt = 20;

export const readGlb: ReadShape = (file, shape) => {
  const { source } = file;
  const jsonBytes = viewOf(source.read(0, jsonAt)).getUint32(12, true);
  const json = copyRange(source, jsonAt, jsonBytes);
  const at = jsonAt + jsonBytes;
  const hasData = source.size >= at + 8;
  const chunk = hasData
    ? createSourceSlice(source, at + 8, viewOf(source.read(at, 4)).getUint32(0, true))
    : null;
  addDocument(parseGltf(json), chunk, file, shape);
};

export const readGltf: ReadShape = (file, shape) =>
  addDocument(parseGltf(copyRange(file.source, 0, file.source.size)), null, file, shape);

function addDocument(
  gltf: GltfDocument,
  chunk: Parameters<typeof createGltfBuffers>[1],
  file: Parameters<ReadShape>[0],
  shape: Shape,
): void {
  const readBuffer = createGltfBuffers(gltf, chunk, { ...file, name: '' });
  addScene(gltf, createAccessors(gltf, readBuffer), shape);
}
