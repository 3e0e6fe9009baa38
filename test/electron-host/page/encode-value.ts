import type { CodecParts, Encoded, Tagged } from './encoded.ts';

export function createCloneError(): Error {
  return new Error('An object could not be cloned.');
}

export function encodePrimitive(value: unknown): Encoded | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'bigint') return { $: 'bigint', v: String(value) };
  if (typeof value !== 'number') return undefined;
  if (Object.is(value, -0)) return { $: 'number', v: '-0' };
  return Number.isFinite(value) ? value : { $: 'number', v: String(value) };
}

export function encodeBytes(
  value: ArrayBufferView | ArrayBuffer,
  base64: CodecParts['base64'],
): Tagged | undefined {
  if (value instanceof ArrayBuffer) {
    return { $: 'bytes', type: 'ArrayBuffer', v: base64.encode(new Uint8Array(value)) };
  }
  if (!(value.buffer instanceof ArrayBuffer)) return undefined;
  const type = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name;
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return { $: 'bytes', type, v: base64.encode(bytes) };
}

export function encodeLeaf(value: object, base64: CodecParts['base64']): Tagged | undefined {
  if (value instanceof Date) return { $: 'date', v: value.getTime() };
  if (value instanceof RegExp) return { $: 'regexp', v: [value.source, value.flags] };
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBytes(value, base64);
  if (value instanceof Error) return { $: 'error', v: [value.name, value.message, value.stack ?? ''] };
  return undefined;
}

export function encodeContainer(value: object, walk: (value: unknown) => Encoded): Tagged {
  if (Array.isArray(value)) return { $: 'array', v: Array.from(value, walk) };
  if (value instanceof Set) return { $: 'set', v: Array.from(value, walk) };
  if (value instanceof Map) {
    return { $: 'map', v: Array.from(value, ([key, item]) => [walk(key), walk(item)] as const) };
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') throw createCloneError();
  return {
    $: 'object',
    v: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)])),
  };
}

export function isLive(value: unknown): value is object {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Returns a function that writes any structured-clone value as JSON text, or throws a clone error. */
export function createEncoder({ base64, live }: CodecParts): (value: unknown) => string {
  return (root) => {
    const seen = new Map<object, number>();
    const walk = (value: unknown): Encoded => {
      const primitive = encodePrimitive(value);
      if (primitive !== undefined) return primitive;
      if (isLive(value)) {
        if (live) return live.encode(value);
        throw createCloneError();
      }
      if (typeof value !== 'object' || value === null) throw createCloneError();
      const index = seen.get(value);
      if (index !== undefined) return { $: 'reference', v: index };
      seen.set(value, seen.size);
      return encodeLeaf(value, base64) ?? encodeContainer(value, walk);
    };
    return JSON.stringify(walk(root));
  };
}
