import type { Db } from '../../base/db/open-database.ts';

/** Keeps which models an admin took out of the catalogue. */
export function openHidden(db: Db) {
  const has = db.prepare<[string], number>('SELECT 1 FROM hidden_model WHERE guid = ?').pluck();
  const hide = db.prepare('INSERT OR IGNORE INTO hidden_model (guid, hidden_at) VALUES (?, ?)');
  const show = db.prepare('DELETE FROM hidden_model WHERE guid = ?');
  return {
    has: (guid: string) => has.get(guid) !== undefined,
    hide: (guid: string, at: string) => void hide.run(guid, at),
    show: (guid: string) => void show.run(guid),
  };
}
