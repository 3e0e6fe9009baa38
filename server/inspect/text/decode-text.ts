import { isAscii } from 'node:buffer';
import { decodeText as decode } from '../../shared/plain-text.ts';

/** The same as for other readers, sooner for the many that are plain. */
export const decodeText = (bytes: Uint8Array): string =>
  isAscii(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    : decode(bytes);
