import { copyRange, readAll, viewOf } from '../byte-source.ts';
import { toGltfLayout } from './gltf-accessors.ts';
import type { ReadBuffer } from './gltf-buffers.ts';
import type { GltfAccessor, GltfDocument } from './gltf-document.ts';
import { isDataUri } from './gltf-references.ts';

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
/** The value that means 1 in normalised numbers, by component type. */
export const largest = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535, 5125: 1, 5126: 1 };
const componentsOf = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

type Numbers = Float64Array;

/** Copies numbers that are stored without gaps. */
function copyNumbers(view: DataView, length: number, type: GltfAccessor['componentType']): Numbers {
  const start = view.byteOffset;
  const bytes = new Uint8Array(view.buffer).slice(start, start + length * componentBytes[type]).buffer;
  return new Float64Array(new arrays[type](bytes));
}

/** Numbers of accessors, each read once; null for compressed ones. */
export function createGltfNumbers(gltf: GltfDocument, readBuffer: ReadBuffer) {
  const buffers = new Map<number, DataView>();
  const known = new Map<number, Numbers | null>();
  /** An embedded buffer is decoded once; of others, only the requested range is read. */
  function readBytes(buffer: number, offset: number, length: number): DataView | undefined {
    const read: DataView[] = [];
    if (!buffers.has(buffer))
      readBuffer(buffer, (source) => {
        if (isDataUri(gltf.buffers[buffer]?.uri ?? '')) buffers.set(buffer, viewOf(readAll(source)));
        else read.push(viewOf(copyRange(source, offset, length)));
      });
    const whole = buffers.get(buffer);
    return whole ? new DataView(whole.buffer, whole.byteOffset + offset, length) : read[0];
  }
  function read(accessor: GltfAccessor): Numbers | null {
    const view = gltf.bufferViews[accessor.bufferView ?? -1];
    if (view === undefined || view.extensions !== undefined) return null;
    const { componentType, count, type, normalized } = accessor;
    const { strideBytes, elementBytes } = toGltfLayout(accessor, view);
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const bytes = readBytes(view.buffer, start, strideBytes * (count - 1) + elementBytes);
    if (bytes === undefined) return null;
    const width = componentsOf[type];
    const [get, size] = [readers[componentType], componentBytes[componentType]];
    const divisor = normalized === true ? largest[componentType] : 1;
    if (strideBytes === width * size && normalized !== true)
      return copyNumbers(bytes, count * width, componentType);
    const numbers = new Float64Array(count * width);
    let from = 0;
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
