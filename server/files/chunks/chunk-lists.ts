import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/open-database.ts';
import { limits } from '../../contract/limits.ts';

/** SHA-256, in hex, of the concatenated SHA-256 of a file's chunks (32 bytes each, in order). */
function digestLeaves(leaves: readonly string[]): string {
  return createHash('sha256').update(leaves.join(''), 'hex').digest('hex');
}

export type ChunkLists = ReturnType<typeof createChunkLists>;

const digestBytes = 32;
const inNoInventory = 'sha256 NOT IN (SELECT unhex(sha256) FROM file WHERE size_bytes > ?)';

const toLeaves = (joined: Buffer): string[] =>
  Array.from({ length: joined.length / digestBytes }, (_, index) =>
    joined.toString('hex', index * digestBytes, (index + 1) * digestBytes),
  );

/** Chunk hashes of large files, by the SHA-256 of the whole file. */
export function createChunkLists(db: Db) {
  const select = db.prepare<[Buffer], Buffer>('SELECT leaves FROM leaf_list WHERE sha256 = ?').pluck();
  const insert = db.prepare('INSERT OR IGNORE INTO leaf_list (sha256, leaves) VALUES (?, ?)');
  const insertDigest = db.prepare('INSERT OR REPLACE INTO leaf_digest (sha256, digest) VALUES (?, ?)');
  const sweeps = ['leaf_list', 'leaf_digest'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE ${inNoInventory}`),
  );
  const keepDigest = (sha256: Buffer, leaves: readonly string[]) =>
    insertDigest.run(sha256, Buffer.from(digestLeaves(leaves), 'hex'));
  return {
    /** Null for files from before chunk hashes were stored. */
    find(sha256: string) {
      const joined = select.get(Buffer.from(sha256, 'hex'));
      return joined === undefined ? null : toLeaves(joined);
    },
    keep(sha256: string, leaves: readonly string[]) {
      insert.run(Buffer.from(sha256, 'hex'), Buffer.from(leaves.join(''), 'hex'));
      keepDigest(Buffer.from(sha256, 'hex'), leaves);
    },
    /** Removes chunk hashes of files that are no longer in any inventory. */
    sweep() {
      for (const sweep of sweeps) sweep.run(limits.leafBytes);
    },
  };
}
