import { inflateRange } from '../archive/inflate-range.ts';
import { type ByteSource, visitRange } from '../byte-source.ts';
import type { FbxArray } from './binary-fbx-properties.ts';

const integerBytes = 4;
const oldCornerBytes = 1 + integerBytes;
/** Deflate's maximum compression ratio. */
const largestRatio = 1032;

function createIntegerReader(onInteger: (value: number) => void) {
  let rest: Uint8Array = new Uint8Array(0);
  return (piece: Uint8Array): void => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = bytes.length - (bytes.length % integerBytes);
    for (let at = 0; at < end; at += integerBytes) onInteger(view.getInt32(at, true));
    rest = bytes.slice(end);
  };
}

/** Reads a polygon list stored as one array. */
export async function readFbxCorners(
  source: ByteSource,
  array: FbxArray,
  onCorner: (index: number) => void,
): Promise<void> {
  if (array.type !== 'i') return;
  const read = createIntegerReader(onCorner);
  const { offset, storedBytes } = array;
  if (!array.isPacked) return visitRange(source, { offset, length: storedBytes, unit: integerBytes }, read);
  const unpackedBytes = Math.min(array.length * integerBytes, (storedBytes + 1) * largestRatio);
  await inflateRange(source, { offset, length: storedBytes, unpackedBytes, format: 'zlib' }, read);
}

/** Reads a polygon list of FBX before 7.0: one property per number. */
export function readOldFbxCorners(
  source: ByteSource,
  range: { readonly offset: number; readonly end: number },
  onCorner: (index: number) => void,
): void {
  const length = range.end - range.offset;
  visitRange(source, { offset: range.offset, length, unit: oldCornerBytes }, (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + oldCornerBytes <= bytes.length; at += oldCornerBytes)
      onCorner(view.getInt32(at + 1, true));
  });
}
