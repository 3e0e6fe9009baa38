import { deflateSync } from 'node:zlib';

/** A 32-bit or 64-bit integer, text, bytes, an integer or real array, or a `Double` for a single real number. */
type FbxProperty = number | bigint | string | Buffer | Int32Array | Float64Array | Double;
type Double = { readonly double: number };

export type FbxNode = {
  readonly name: string;
  readonly properties: readonly FbxProperty[];
  readonly children: readonly FbxNode[];
};

/** Creates a node from its properties and child nodes, in any order. */
export function fbxNode(name: string, ...inside: readonly (FbxProperty | FbxNode)[]): FbxNode {
  const isNode = (one: FbxProperty | FbxNode): one is FbxNode => typeof one === 'object' && 'children' in one;
  return {
    name,
    properties: inside.filter((one): one is FbxProperty => !isNode(one)),
    children: inside.filter(isNode),
  };
}

/** An object's name as binary FBX stores it: name, two separator bytes, class. */
export function objectName(name: string, kind: string): string {
  return `${name}\0\x01${kind}`;
}

type Setting = readonly [name: string, type: string, label: string, flags: string, ...(number | string)[]];

/** Creates a `Properties70` block; numbers of integer types have 32 bits, all others are doubles. */
export function settings(...list: readonly Setting[]): FbxNode {
  const rows = list.map(([name, type, label, flags, ...values]) => {
    const isWhole = ['int', 'enum', 'bool'].includes(type);
    const stored = values.map((value) => (typeof value === 'string' || isWhole ? value : { double: value }));
    return fbxNode('P', name, type, label, flags, ...stored);
  });
  return fbxNode('Properties70', ...rows);
}

const RECORD_HEAD = 13;

/** Encodes nodes for file version 7400; the first starts at byte `start`. */
export function encodeFbxNodes(nodes: readonly FbxNode[], start: number): Buffer {
  const chunks: Buffer[] = [];
  let offset = start;
  for (const node of nodes) {
    const record = encodeNode(node, offset);
    chunks.push(record);
    offset += record.length;
  }
  return Buffer.concat([...chunks, Buffer.alloc(RECORD_HEAD)]);
}

function encodeNode({ name, properties, children }: FbxNode, start: number): Buffer {
  const head = Buffer.alloc(RECORD_HEAD + name.length);
  const data = Buffer.concat(properties.map(encodeProperty));
  const hasBlock = children.length > 0 || properties.length === 0;
  const block = hasBlock ? encodeFbxNodes(children, start + head.length + data.length) : Buffer.alloc(0);
  head.writeUInt32LE(start + head.length + data.length + block.length, 0);
  head.writeUInt32LE(properties.length, 4);
  head.writeUInt32LE(data.length, 8);
  head.writeUInt8(name.length, 12);
  head.write(name, RECORD_HEAD, 'latin1');
  return Buffer.concat([head, data, block]);
}

function encodeProperty(property: FbxProperty): Buffer {
  if (typeof property === 'string') return encodeBytes('S', Buffer.from(property));
  if (Buffer.isBuffer(property)) return encodeBytes('R', property);
  if (property instanceof Int32Array) return encodeArray('i', property);
  if (property instanceof Float64Array) return encodeArray('d', property);
  const data = Buffer.alloc(typeof property === 'number' ? 5 : 9);
  data.write(typeof property === 'number' ? 'I' : typeof property === 'bigint' ? 'L' : 'D', 'latin1');
  if (typeof property === 'number') data.writeInt32LE(property, 1);
  else if (typeof property === 'bigint') data.writeBigInt64LE(property, 1);
  else data.writeDoubleLE(property.double, 1);
  return data;
}

function encodeBytes(code: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`${code}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function encodeArray(code: string, numbers: Int32Array | Float64Array): Buffer {
  const packed = deflateSync(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength), {
    level: 4,
  });
  const head = Buffer.alloc(13);
  head.write(code, 0, 'latin1');
  head.writeUInt32LE(numbers.length, 1);
  head.writeUInt32LE(1, 5);
  head.writeUInt32LE(packed.length, 9);
  return Buffer.concat([head, packed]);
}
