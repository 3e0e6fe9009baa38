import { deflateSync } from 'node:zlib';

/** A property of an FBX node: a whole number of 32 or 64 bits, a real one, text, bytes, or an array. */
export type FbxProperty =
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'long'; readonly value: number }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Buffer }
  | { readonly kind: 'ints'; readonly value: Int32Array }
  | { readonly kind: 'doubles'; readonly value: Float64Array };

export type FbxNode = {
  readonly name: string;
  readonly properties: readonly FbxProperty[];
  readonly children: readonly FbxNode[];
};

type Encoded = {
  readonly name: string;
  readonly properties: Buffer;
  readonly count: number;
  readonly children: readonly Encoded[];
  readonly size: number;
};

const RECORD_HEAD = 13;

/** The nodes as they stand in a file of version 7400, when the first begins at byte `start`. */
export function encodeFbxNodes(nodes: readonly FbxNode[], start: number): Buffer {
  const chunks: Buffer[] = [];
  let offset = start;
  for (const node of nodes.map(encode)) {
    writeRecord(node, offset, chunks);
    offset += node.size;
  }
  chunks.push(Buffer.alloc(RECORD_HEAD));
  return Buffer.concat(chunks);
}

function encode(node: FbxNode): Encoded {
  const children = node.children.map(encode);
  const properties = Buffer.concat(node.properties.map(encodeProperty));
  const below = children.reduce((sum, child) => sum + child.size, 0);
  const end = hasEndRecord(children, node.properties.length) ? RECORD_HEAD : 0;
  const size = RECORD_HEAD + node.name.length + properties.length + below + end;
  return { name: node.name, properties, count: node.properties.length, children, size };
}

function hasEndRecord(children: readonly Encoded[], properties: number): boolean {
  return children.length > 0 || properties === 0;
}

function writeRecord(node: Encoded, start: number, chunks: Buffer[]): void {
  const head = Buffer.alloc(RECORD_HEAD + node.name.length);
  head.writeUInt32LE(start + node.size, 0);
  head.writeUInt32LE(node.count, 4);
  head.writeUInt32LE(node.properties.length, 8);
  head.writeUInt8(node.name.length, 12);
  head.write(node.name, RECORD_HEAD, 'latin1');
  chunks.push(head, node.properties);
  let offset = start + head.length + node.properties.length;
  for (const child of node.children) {
    writeRecord(child, offset, chunks);
    offset += child.size;
  }
  if (hasEndRecord(node.children, node.count)) chunks.push(Buffer.alloc(RECORD_HEAD));
}

function encodeProperty(property: FbxProperty): Buffer {
  switch (property.kind) {
    case 'int': {
      const data = Buffer.from('I\0\0\0\0', 'latin1');
      data.writeInt32LE(property.value, 1);
      return data;
    }
    case 'long': {
      const data = Buffer.from('L\0\0\0\0\0\0\0\0', 'latin1');
      data.writeBigInt64LE(BigInt(property.value), 1);
      return data;
    }
    case 'double': {
      const data = Buffer.from('D\0\0\0\0\0\0\0\0', 'latin1');
      data.writeDoubleLE(property.value, 1);
      return data;
    }
    case 'text':
      return encodeBytes('S', Buffer.from(property.value));
    case 'bytes':
      return encodeBytes('R', property.value);
    case 'ints':
      return encodeArray('i', property.value);
    case 'doubles':
      return encodeArray('d', property.value);
  }
}

function encodeBytes(code: string, bytes: Buffer): Buffer {
  const head = Buffer.from(`${code}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function encodeArray(code: string, numbers: Int32Array | Float64Array): Buffer {
  const raw = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const packed = deflateSync(raw, { level: 4 });
  const head = Buffer.alloc(13);
  head.write(code, 0, 'latin1');
  head.writeUInt32LE(numbers.length, 1);
  head.writeUInt32LE(1, 5);
  head.writeUInt32LE(packed.length, 9);
  return Buffer.concat([head, packed]);
}
