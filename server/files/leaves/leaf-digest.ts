import { createHash } from 'node:crypto';

/** The SHA-256, in hex, of the SHA-256 of a file's leaves: 32 bytes each, in the order of the file. */
export function digestLeaves(leaves: readonly string[]): string {
  return createHash('sha256').update(leaves.join(''), 'hex').digest('hex');
}
