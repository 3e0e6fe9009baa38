import { createDecoder } from './decode-value.ts';
import { createEncoder } from './encode-value.ts';
import type { Codec, CodecParts } from './encoded.ts';

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function encodeBase64(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The codec of the main process. */
export function createNodeCodec(live?: CodecParts['live']): Codec {
  const base64 = { encode: encodeBase64, decode: decodeBase64 };
  const parts = live ? { base64, live } : { base64 };
  return { encode: createEncoder(parts), decode: createDecoder(parts) };
}
