import { isAscii } from 'node:buffer';
import { decodeText as decode } from '../../shared/plain-text.ts';

/** Like the shared decoder, with a fast path for ASCII. */
export const decodeText = (bytes: Uint8Array): string =>
  isAscii(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    : decode(bytes);
