import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';

/** Hashes a stream, and each 8 MiB chunk of it separately, however the input is split. */
export function createChunkHasher() {
  const whole = createHash('sha256');
  const leaves: string[] = [];
  /** Hash of the current chunk; the first chunk shares the hash of the whole. */
  let leaf = whole;
  let filled = 0;

  function close(): void {
    leaves.push((leaf === whole ? whole.copy() : leaf).digest('hex'));
    leaf = createHash('sha256');
    filled = 0;
  }

  return {
    push(piece: Uint8Array) {
      for (let start = 0; start < piece.length; ) {
        const end = Math.min(piece.length, start + limits.leafBytes - filled);
        const part = piece.subarray(start, end);
        whole.update(part);
        if (leaf !== whole) leaf.update(part);
        filled += end - start;
        start = end;
        if (filled === limits.leafBytes) close();
      }
    },
    /** SHA-256 of the whole and of each chunk, in hex; the last chunk can be shorter. */
    finish() {
      if (filled > 0) close();
      return { sha256: whole.digest('hex'), leaves };
    },
  };
}
