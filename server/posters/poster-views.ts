import type { Db } from '../base/db/open-database.ts';
import type { PosterView } from '../contract/posters.ts';

type PosterViews = {
  /** The view that a person chose for a model's poster; null if none. */
  find(modelId: number): PosterView | null;
  /** null: as seems best. */
  set(guid: string, view: PosterView | null): void;
};

/** From where posters show their models, where a person has chosen it; it is kept by guid, for models that come back. */
export function createPosterViews(db: Db): PosterViews {
  const find = db.prepare<[number], PosterView>(
    `SELECT azimuth, elevation FROM poster_view JOIN model ON model.guid = poster_view.guid WHERE model.id = ?`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO poster_view (guid, azimuth, elevation) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM poster_view WHERE guid = ?');
  return {
    find: (modelId) => find.get(modelId) ?? null,
    set: (guid, view) =>
      void (view === null ? remove.run(guid) : put.run(guid, view.azimuth, view.elevation)),
  };
}
