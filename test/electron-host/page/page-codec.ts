import { createDecoder } from './decode-value.ts';
import { createEncoder } from './encode-value.ts';
import type { Codec, CodecParts } from './encoded.ts';

/** Chromium's own base64; this type check stands in for declarations TypeScript's library still lacks. */
export function encodePageBase64(bytes: Uint8Array<ArrayBuffer>): string {
  if ('toBase64' in bytes && typeof bytes.toBase64 === 'function') return String(bytes.toBase64());
  throw new Error('electron-host: this Chromium is too old, it lacks Uint8Array.toBase64');
}

export function decodePageBase64(text: string): Uint8Array<ArrayBuffer> {
  if ('fromBase64' in Uint8Array && typeof Uint8Array.fromBase64 === 'function') {
    return new Uint8Array(Uint8Array.fromBase64(text));
  }
  throw new Error('electron-host: this Chromium is too old, it lacks Uint8Array.fromBase64');
}

/** The codec inside a page; `live` says how functions and promises cross. */
export function createPageCodec(live?: CodecParts['live']): Codec {
  const base64 = { encode: encodePageBase64, decode: decodePageBase64 };
  const parts = live ? { base64, live } : { base64 };
  return { encode: createEncoder(parts), decode: createDecoder(parts) };
}
