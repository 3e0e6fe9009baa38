import { inflateSync } from 'node:zlib';
import { viewOf } from '../byte-source.ts';
import { decodeText } from '../text/decode-text.ts';
import { readReal } from '../text/read-real.ts';
import { createFbxTokenizer } from './ascii-fbx-tokens.ts';

type Value = string | number | ArrayLike<number>;
export type FbxRecord = { readonly name: string; readonly values: Value[]; readonly children: FbxRecord[] };

const wideSince = 7500;
const headerBytes = 27;
const deepest = 16;
/** Limit for the unpacked lists of one file. */
const largestLists = 256 * 1024 * 1024;
/** Nodes that shapes consist of, and their parents; all others are skipped. */
const wanted = new Set([
  ...['GlobalSettings', 'Objects', 'Connections', 'Geometry', 'Model', 'Material', 'C', 'Connect'],
  ...['Properties70', 'Properties60', 'P', 'Property', 'Vertices', 'PolygonVertexIndex', 'a'],
  ...['LayerElementMaterial', 'Materials'],
]);

const scalarBytes = new Map([...'CBYIFDL'].map((type, index) => [type, [1, 1, 2, 4, 4, 8, 8][index] ?? 0]));
const arrayBytes = new Map([...'bcilfd'].map((type, index) => [type, [1, 1, 4, 8, 4, 8][index] ?? 0]));

function readScalar(view: DataView, at: number, type: string): Value {
  if (type === 'I') return view.getInt32(at, true);
  if (type === 'F') return view.getFloat32(at, true);
  if (type === 'D') return view.getFloat64(at, true);
  // Text, because object IDs can need all 64 bits.
  return type === 'L' ? String(view.getBigInt64(at, true)) : view.getUint8(at);
}

function readArray(bytes: Uint8Array, type: string): ArrayLike<number> {
  // A copy is aligned for every number type; slices of buffers need not be.
  const own = new Uint8Array(bytes);
  if (type === 'i') return new Int32Array(own.buffer, 0, own.length >> 2);
  if (type === 'f') return new Float32Array(own.buffer, 0, own.length >> 2);
  return type === 'd' ? new Float64Array(own.buffer, 0, own.length >> 3) : [];
}

type Room = { bytes: number };

/** Reads a stored list, unpacked, with its size in the file. */
function readStored(bytes: Uint8Array, at: number, type: string, room: Room) {
  const view = viewOf(bytes);
  const isPacked = view.getUint32(at + 5, true) !== 0;
  const unpacked = view.getUint32(at + 1, true) * (arrayBytes.get(type) ?? 0);
  const stored = isPacked ? view.getUint32(at + 9, true) : unpacked;
  const content = bytes.subarray(at + 13, at + 13 + stored);
  room.bytes -= unpacked;
  if (room.bytes < 0) throw new RangeError('has lists that are too long.');
  const inflated = isPacked ? inflateSync(content, { maxOutputLength: unpacked + 1 }) : content;
  return { content: inflated, bytes: 13 + stored };
}

/** Reads a record's values, as far as they are needed. */
function readValues(bytes: Uint8Array, start: number, count: number, room: Room): Value[] {
  const view = viewOf(bytes);
  const values: Value[] = [];
  let at = start;
  while (values.length < count) {
    const type = String.fromCharCode(view.getUint8(at));
    const size = scalarBytes.get(type);
    const length = size === undefined ? view.getUint32(at + 1, true) : 0;
    if (size !== undefined) {
      values.push(readScalar(view, at + 1, type));
      at += 1 + size;
    } else if (type === 'S' || type === 'R') {
      values.push(type === 'S' ? decodeText(bytes.subarray(at + 5, at + 5 + length)) : '');
      at += 5 + length;
    } else {
      const stored = readStored(bytes, at, type, room);
      values.push(readArray(stored.content, type));
      at += stored.bytes;
    }
  }
  return values;
}

const none: ReadonlySet<string> = new Set();

/** Records of a binary FBX that define its shape; those in `shut` come without their content. */
export function readBinaryTree(bytes: Uint8Array, shut = none): FbxRecord[] {
  const view = viewOf(bytes);
  const isWide = view.getUint32(headerBytes - 4, true) >= wideSince;
  const width = isWide ? 8 : 4;
  const number = (at: number) => (isWide ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true));
  const room = { bytes: largestLists };
  function readList(start: number, end: number, depth: number): FbxRecord[] {
    const records: FbxRecord[] = [];
    for (let at = start; at + width * 3 < end; ) {
      const next = number(at);
      if (next <= at || next > end || depth > deepest) break;
      const nameAt = at + width * 3 + 1;
      const valuesAt = nameAt + view.getUint8(nameAt - 1);
      const name = decodeText(bytes.subarray(nameAt, valuesAt));
      if (shut.has(name)) records.push({ name, values: [], children: [] });
      else if (wanted.has(name)) {
        const values = readValues(bytes, valuesAt, number(at + width), room);
        const children = readList(valuesAt + number(at + width * 2), next, depth + 1);
        records.push({ name, values, children });
      }
      at = next;
    }
    return records;
  }
  return readList(headerBytes, bytes.length, 0);
}

/** The same for a text file. */
export function readTextTree(bytes: Uint8Array, shut = none): FbxRecord[] {
  const root: FbxRecord = { name: '', values: [], children: [] };
  const open = [root];
  let last: FbxRecord = root;
  let isRead = false;
  /** Open braces since a `shut` record. */
  let passed = 0;
  const tokens = createFbxTokenizer({
    key(name) {
      last = { name, values: [], children: [] };
      isRead = passed === 0 && wanted.has(name);
      if (isRead) open.at(-1)?.children.push(last);
      isRead &&= !shut.has(name);
    },
    word(word, start, end) {
      if (!isRead) return;
      const value = readReal(word, start, end);
      // Object IDs, and letters that stand for true and false, stay text.
      const isText = Number.isNaN(value) || !Number.isSafeInteger(Math.trunc(value));
      last.values.push(isText ? decodeText(word.subarray(start, end)) : value);
    },
    text: (value) => void last.values.push(value),
    openBrace() {
      if (passed > 0 || shut.has(last.name)) passed += 1;
      open.push(last);
    },
    closeBrace() {
      if (passed > 0) passed -= 1;
      open.pop();
    },
  });
  tokens.push(bytes);
  return root.children;
}
