import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';

export type LeafHasher = {
  readonly push: (piece: Uint8Array) => void;
  /** The SHA-256 of each leaf, in hex; the last leaf may be shorter. */
  readonly finish: () => readonly string[];
};

/** Hashes every 8 MiB of a stream of bytes by itself, however the pieces fall. */
export function createLeafHasher(): LeafHasher {
  const leaves: string[] = [];
  let digest = createHash('sha256');
  let filled = 0;

  function close(): void {
    leaves.push(digest.digest('hex'));
    digest = createHash('sha256');
    filled = 0;
  }

  return {
    push(piece) {
      for (let start = 0; start < piece.length; ) {
        const end = Math.min(piece.length, start + limits.leafBytes - filled);
        digest.update(piece.subarray(start, end));
        filled += end - start;
        start = end;
        if (filled === limits.leafBytes) close();
      }
    },
    finish() {
      if (filled > 0) close();
      return leaves;
    },
  };
}
