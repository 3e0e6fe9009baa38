import type { Db } from '../../base/db/open-database.ts';

type ReviewMode = {
  /** True if newly recognised models wait for an admin. */
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
};

const name = 'library-review';

/** `said` is the value from the settings, which takes precedence over an admin's; null if unset. */
export function openReviewMode(db: Db, said: boolean | null): ReviewMode {
  const find = db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck();
  const save = db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');
  return {
    isOn: () => said ?? find.get(name) === 'on',
    set: (isOn) => void save.run(name, isOn ? 'on' : 'off'),
  };
}
