import type { Db } from '../../base/db/open-database.ts';
import { limits } from '../../contract/limits.ts';

export type LeafLists = {
  /** Null when the file was taken in before leaves were kept. */
  readonly find: (sha256: string) => readonly string[] | null;
  readonly keep: (sha256: string, leaves: readonly string[]) => void;
  /** Forgets the leaves of files that are in no inventory any more. */
  readonly sweep: () => void;
};

const digestBytes = 32;

/** The leaves of large files, by the SHA-256 of the whole file. */
export function createLeafLists(db: Db): LeafLists {
  const select = db.prepare<[Buffer], Buffer>('SELECT leaves FROM leaf_list WHERE sha256 = ?').pluck();
  const insert = db.prepare('INSERT OR IGNORE INTO leaf_list (sha256, leaves) VALUES (?, ?)');
  const sweep = db.prepare(
    'DELETE FROM leaf_list WHERE sha256 NOT IN (SELECT unhex(sha256) FROM file WHERE size_bytes > ?)',
  );
  return {
    find(sha256) {
      const joined = select.get(Buffer.from(sha256, 'hex'));
      if (joined === undefined) return null;
      return Array.from({ length: joined.length / digestBytes }, (_, index) =>
        joined.toString('hex', index * digestBytes, (index + 1) * digestBytes),
      );
    },
    keep: (sha256, leaves) => {
      insert.run(Buffer.from(sha256, 'hex'), Buffer.from(leaves.join(''), 'hex'));
    },
    sweep: () => {
      sweep.run(limits.leafBytes);
    },
  };
}
