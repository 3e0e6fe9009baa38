import type { CodecParts, Encoded, Tagged } from './encoded.ts';

type Walk = (node: Encoded) => unknown;
type Keep = <Value extends object>(value: Value) => Value;

export function decodeError(name: string, message: string, stack: string): Error {
  const types = [TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
  const Type = types.find((type) => type.name === name) ?? Error;
  const error = new Type(message);
  error.stack = stack;
  return error;
}

export function decodeBytes(type: string, bytes: Uint8Array<ArrayBuffer>): object {
  if (type === 'ArrayBuffer') return bytes.buffer;
  const views: Readonly<Record<string, (buffer: ArrayBuffer) => ArrayBufferView>> = {
    Uint8Array: (buffer) => new Uint8Array(buffer),
    Uint8ClampedArray: (buffer) => new Uint8ClampedArray(buffer),
    Uint16Array: (buffer) => new Uint16Array(buffer),
    Uint32Array: (buffer) => new Uint32Array(buffer),
    Int8Array: (buffer) => new Int8Array(buffer),
    Int16Array: (buffer) => new Int16Array(buffer),
    Int32Array: (buffer) => new Int32Array(buffer),
    Float32Array: (buffer) => new Float32Array(buffer),
    Float64Array: (buffer) => new Float64Array(buffer),
    BigInt64Array: (buffer) => new BigInt64Array(buffer),
    BigUint64Array: (buffer) => new BigUint64Array(buffer),
    DataView: (buffer) => new DataView(buffer),
  };
  const createView = views[type];
  if (!createView) throw new Error(`electron-host: ${type} cannot be sent between processes here`);
  return createView(bytes.buffer);
}

export function decodeContainer(node: Tagged, walk: Walk, keep: Keep): unknown {
  if (node.$ === 'array') {
    const array = keep<unknown[]>([]);
    for (const item of node.v) array.push(walk(item));
    return array;
  }
  if (node.$ === 'set') {
    const set = keep(new Set());
    for (const item of node.v) set.add(walk(item));
    return set;
  }
  if (node.$ === 'map') {
    const map = keep(new Map());
    for (const [key, item] of node.v) map.set(walk(key), walk(item));
    return map;
  }
  if (node.$ !== 'object') throw new Error(`electron-host: unknown value ${JSON.stringify(node)}`);
  const object = keep({});
  for (const [key, item] of Object.entries(node.v)) {
    const descriptor = { value: walk(item), enumerable: true, writable: true, configurable: true };
    Object.defineProperty(object, key, descriptor);
  }
  return object;
}

export function decodeLeaf(node: Tagged, keep: Keep, { base64, live }: CodecParts): unknown {
  if (node.$ === 'number') return Number(node.v);
  if (node.$ === 'bigint') return BigInt(node.v);
  if (node.$ === 'date') return keep(new Date(node.v ?? Number.NaN));
  if (node.$ === 'regexp') return keep(new RegExp(node.v[0], node.v[1]));
  if (node.$ === 'bytes') return keep(decodeBytes(node.type, base64.decode(node.v)));
  if (node.$ === 'error') return keep(decodeError(...node.v));
  if (node.$ === 'function' || node.$ === 'promise') return live?.decode(node);
  return undefined;
}

/** Returns the inverse of the encoder: JSON text to a value of this realm. */
export function createDecoder(parts: CodecParts): (text: string) => unknown {
  return (text) => {
    const known: object[] = [];
    const keep: Keep = (value) => {
      known.push(value);
      return value;
    };
    const walk = (node: Encoded): unknown => {
      if (node === null || typeof node !== 'object') return node;
      if (node.$ === 'reference') return known[node.v];
      const isContainer = ['array', 'set', 'map', 'object'].includes(node.$);
      return isContainer ? decodeContainer(node, walk, keep) : decodeLeaf(node, keep, parts);
    };
    const root: Encoded = JSON.parse(text);
    return walk(root);
  };
}
