import { sentence, type Words } from '../../contract/sentence.ts';
import { BrokenFile, formatCount } from '../broken-file.ts';
import type { GltfAccessor, GltfBufferView, GltfDocument } from './gltf-document.ts';

const componentBytes = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 } as const;
const components = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;
const matrixColumns = { MAT2: 2, MAT3: 3, MAT4: 4 } as const;

/** Columns of matrices of 8- and 16-bit numbers are aligned to four bytes. */
function countElementBytes({ type, componentType }: Pick<GltfAccessor, 'type' | 'componentType'>): number {
  const bytes = componentBytes[componentType];
  if (type !== 'MAT2' && type !== 'MAT3' && type !== 'MAT4') return bytes * components[type];
  const columnBytes = Math.ceil((matrixColumns[type] * bytes) / 4) * 4;
  return columnBytes * matrixColumns[type];
}

export function toGltfLayout(accessor: GltfAccessor, view: GltfBufferView) {
  const elementBytes = countElementBytes(accessor);
  return { elementBytes, strideBytes: view.byteStride ?? elementBytes };
}

export function isPackedView({ extensions }: GltfBufferView): boolean {
  return (
    extensions?.EXT_meshopt_compression !== undefined || extensions?.KHR_meshopt_compression !== undefined
  );
}

function checkView(gltf: GltfDocument, view: GltfBufferView, place: string): void {
  const packed = view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression;
  const { buffer, byteOffset = 0, byteLength } = packed ?? view;
  const available = gltf.buffers[buffer]?.byteLength ?? 0;
  if (byteOffset + byteLength <= available) return;
  const sizes = sentence`${{ used: formatCount(byteOffset + byteLength) }} of the ${{ actual: formatCount(available) }} bytes of buffer ${{ buffer }}`;
  throw new BrokenFile(sentence`uses ${{ sizes }} in ${{ place }}. Export it again.`);
}

type Span = {
  readonly view: number;
  readonly offset: number;
  readonly bytes: number;
  readonly place: Words;
};

function checkSpan(gltf: GltfDocument, span: Span): void {
  const available = gltf.bufferViews[span.view]?.byteLength ?? 0;
  if (span.offset + span.bytes <= available) return;
  const sizes = sentence`${{ used: formatCount(span.offset + span.bytes) }} of the ${{ actual: formatCount(available) }} bytes of buffer view ${{ view: span.view }}`;
  throw new BrokenFile(sentence`uses ${{ sizes }} in ${{ place: span.place }}. Export it again.`);
}

function checkAlignment(accessor: GltfAccessor, view: GltfBufferView, number: number): void {
  const bytes = componentBytes[accessor.componentType];
  const offset = (accessor.byteOffset ?? 0) + (view.byteOffset ?? 0);
  if (offset % bytes === 0 && (view.byteStride ?? 0) % bytes === 0) return;
  throw new BrokenFile(
    sentence`has accessor ${{ number }} at an offset that is not a multiple of ${{ bytes }} bytes. Export it again.`,
  );
}

function checkAccessor(gltf: GltfDocument, accessor: GltfAccessor, number: number): void {
  const { bufferView, byteOffset: offset = 0, count, sparse } = accessor;
  const place = sentence`accessor ${{ number }}`;
  const view = bufferView === undefined ? undefined : gltf.bufferViews[bufferView];
  const elementBytes = countElementBytes(accessor);
  if (bufferView !== undefined && view !== undefined) {
    const stride = view.byteStride ?? elementBytes;
    checkSpan(gltf, { view: bufferView, offset, bytes: stride * (count - 1) + elementBytes, place });
    checkAlignment(accessor, view, number);
  }
  for (const bounds of [accessor.min, accessor.max]) {
    if (bounds === undefined || bounds.length === components[accessor.type]) continue;
    throw new BrokenFile(
      sentence`has ${{ count: bounds.length }} limits for accessor ${{ number }} of type ${{ type: accessor.type }}. Export it again.`,
    );
  }
  if (sparse === undefined) return;
  const { indices, values } = sparse;
  if (sparse.count > count)
    throw new BrokenFile(sentence`replaces more values than it has in ${{ place }}. Export it again.`);
  const indexBytes = sparse.count * componentBytes[indices.componentType];
  checkSpan(gltf, { view: indices.bufferView, offset: indices.byteOffset ?? 0, bytes: indexBytes, place });
  checkSpan(gltf, {
    view: values.bufferView,
    offset: values.byteOffset ?? 0,
    bytes: sparse.count * elementBytes,
    place,
  });
}

/** Throws BrokenFile if a buffer view exceeds its buffer, or an accessor its buffer view. */
export function checkGltfAccessors(gltf: GltfDocument): void {
  for (const [number, view] of gltf.bufferViews.entries()) checkView(gltf, view, `buffer view ${number}`);
  for (const [number, accessor] of gltf.accessors.entries()) checkAccessor(gltf, accessor, number);
}
