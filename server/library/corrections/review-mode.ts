import type { Db } from '../../base/db/open-database.ts';

const name = 'library-review';

/** The setting takes precedence over an admin's choice; null if unset. */
export function openReviewMode(db: Db, setting: boolean | null) {
  const find = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  return {
    /** True if newly recognised models wait for an admin. */
    isOn: () => setting ?? find.get(name) === 'on',
    set: (isOn: boolean) => void save.run(name, isOn ? 'on' : 'off'),
  };
}
