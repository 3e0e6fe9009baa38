import { BrokenFile } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { decodeText } from '../text/decode-text.ts';
import { mostProperties } from './fbx-events.ts';

export type FbxArray = {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly isPacked: boolean;
  readonly storedBytes: number;
};

type FbxProperty = { readonly text: string; readonly array: FbxArray | null; readonly end: number };

type ReadScalar = (view: DataView, at: number) => string;

const longestText = 4096;
const scalars = new Map<string, { readonly bytes: number; readonly read: ReadScalar }>([
  ['C', { bytes: 1, read: (view, at) => String(view.getUint8(at)) }],
  ['B', { bytes: 1, read: (view, at) => String(view.getUint8(at)) }],
  ['Y', { bytes: 2, read: (view, at) => String(view.getInt16(at, true)) }],
  ['I', { bytes: 4, read: (view, at) => String(view.getInt32(at, true)) }],
  ['F', { bytes: 4, read: (view, at) => String(view.getFloat32(at, true)) }],
  ['D', { bytes: 8, read: (view, at) => String(view.getFloat64(at, true)) }],
  ['L', { bytes: 8, read: (view, at) => String(view.getBigInt64(at, true)) }],
]);
const itemBytes = new Map([
  ['b', 1],
  ['c', 1],
  ['i', 4],
  ['f', 4],
  ['l', 8],
  ['d', 8],
]);

function damaged(): BrokenFile {
  return new BrokenFile('has a damaged list of properties. Export it again.');
}

function readView(source: ByteSource, offset: number, length: number): DataView {
  const bytes = source.read(offset, length);
  if (bytes.length < length)
    throw new BrokenFile('is truncated: it ends inside a property. Export it again.');
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function readTextProperty(source: ByteSource, type: string, offset: number): FbxProperty {
  const length = readView(source, offset + 1, 4).getUint32(0, true);
  const end = offset + 5 + length;
  if (type === 'R') return { text: `*${length}`, array: null, end };
  const text = decodeText(source.read(offset + 5, Math.min(length, longestText)));
  return { text, array: null, end };
}

function readArrayProperty(source: ByteSource, type: string, offset: number): FbxProperty {
  const head = readView(source, offset + 1, 12);
  const length = head.getUint32(0, true);
  const isPacked = head.getUint32(4, true) !== 0;
  const bytes = itemBytes.get(type);
  if (bytes === undefined) throw damaged();
  const storedBytes = isPacked ? head.getUint32(8, true) : length * bytes;
  const array = { type, offset: offset + 13, length, isPacked, storedBytes };
  return { text: `*${length}`, array, end: offset + 13 + storedBytes };
}

function readProperty(source: ByteSource, offset: number): FbxProperty {
  const type = String.fromCharCode(source.read(offset, 1)[0] ?? 0);
  const scalar = scalars.get(type);
  if (scalar !== undefined) {
    const text = scalar.read(readView(source, offset + 1, scalar.bytes), 0);
    return { text, array: null, end: offset + 1 + scalar.bytes };
  }
  const isText = type === 'S' || type === 'R';
  return isText ? readTextProperty(source, type, offset) : readArrayProperty(source, type, offset);
}

/** Reads a node's first properties; throws BrokenFile if they reach past `end`. */
export function readFbxProperties(
  source: ByteSource,
  range: { readonly offset: number; readonly end: number; readonly count: number },
): readonly FbxProperty[] {
  const properties: FbxProperty[] = [];
  let offset = range.offset;
  while (properties.length < Math.min(range.count, mostProperties)) {
    if (offset >= range.end) throw damaged();
    const property = readProperty(source, offset);
    if (property.end > range.end) throw damaged();
    properties.push(property);
    offset = property.end;
  }
  return properties;
}
