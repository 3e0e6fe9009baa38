import type { Db } from '../../../../base/db/open-database.ts';

const forgottenAtOnce = 5000;

export function createJournal(db: Db) {
  const setting = db.prepare<[string], string>('SELECT value FROM catalogue_setting WHERE name = ?').pluck();
  const last = db
    .prepare<[], number>(
      "SELECT coalesce((SELECT seq FROM catalogue_sequence WHERE name = 'search_change'), 0)",
    )
    .pluck();
  const changed = db
    .prepare<[number], number>('SELECT DISTINCT model_id FROM search_change WHERE seq > ? ORDER BY model_id')
    .pluck();
  const isAnyChanged = db
    .prepare<[number, string], number>(
      'SELECT EXISTS (SELECT 1 FROM search_change WHERE seq > ? AND model_id IN (SELECT value FROM json_each(?)))',
    )
    .pluck();
  const raiseFloor = db.prepare(
    "UPDATE catalogue_setting SET value = ? WHERE name = 'search_change_floor' AND CAST(value AS INTEGER) < ?",
  );
  const forgetSome = db.prepare(
    `DELETE FROM search_change WHERE seq IN (SELECT seq FROM search_change WHERE seq <= ? ORDER BY seq LIMIT ${forgottenAtOnce})`,
  );
  return {
    catalogueId: setting.get('catalogue_id') ?? '',
    /** The number of the last change; 0 before the first. */
    last: () => last.get() ?? 0,
    /** Changes up to this one are no longer recorded. */
    floor: () => Number(setting.get('search_change_floor') ?? 0),
    /** Returns models that were added, changed or removed after a change. */
    changedSince: (seq: number) => changed.all(seq),
    /** Returns true if any of these models was, as far as still recorded. */
    isAnyChangedSince: (seq: number, modelIds: readonly number[]) =>
      isAnyChanged.get(seq, JSON.stringify(modelIds)) === 1,
    /** Forgets changes up to one that a snapshot includes, a few at a time. */
    forget(upTo: number) {
      raiseFloor.run(String(upTo), upTo);
      while (forgetSome.run(upTo).changes > 0);
    },
  };
}
