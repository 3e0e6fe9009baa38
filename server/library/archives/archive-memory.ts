import type { Db } from '../../base/db/open-database.ts';
import type { Problem } from '../../catalogue/write/problems.ts';

type KnownArchive = {
  readonly stamp: string;
  /** null: it was left out; the only problem says why. */
  readonly sha256: string | null;
  readonly problems: readonly Problem[];
};

/** Stores the result for each archive of the library, by its path. */
export function openArchiveMemory(db: Db) {
  const find = db.prepare<[string], { stamp: string; sha256: string | null; problems: string }>(
    'SELECT stamp, sha256, problems FROM unpacked_archive WHERE place = ?',
  );
  const save = db.prepare(
    `INSERT INTO unpacked_archive (place, stamp, sha256, problems) VALUES (?, ?, ?, ?)
     ON CONFLICT (place) DO UPDATE SET stamp = excluded.stamp, sha256 = excluded.sha256, problems = excluded.problems`,
  );
  const places = db.prepare<[], string>('SELECT place FROM unpacked_archive').pluck();
  const forget = db.prepare('DELETE FROM unpacked_archive WHERE place = ?');
  const used = db.prepare<[], string>('SELECT sha256 FROM unpacked_archive WHERE sha256 IS NOT NULL').pluck();
  return {
    find(place: string): KnownArchive | null {
      const row = find.get(place);
      return row ? { ...row, problems: JSON.parse(row.problems) } : null;
    },
    save: (place: string, { stamp, sha256, problems }: KnownArchive) =>
      void save.run(place, stamp, sha256, JSON.stringify(problems)),
    places: () => places.all(),
    forget: (place: string) => void forget.run(place),
    /** The SHA-256 of every unpacked archive. */
    used: () => new Set(used.all()),
  };
}

export type ArchiveMemory = ReturnType<typeof openArchiveMemory>;
