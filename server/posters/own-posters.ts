import type { Db } from '../base/db/open-database.ts';

type OwnPosters = {
  /** SHA-256 of a model's own posters that were not refused. */
  list(modelId: number): readonly string[];
  /** Refuses all own posters of a model because they look like one of its textures. */
  refuse(modelId: number, at: string): void;
};

export function createOwnPosters(db: Db): OwnPosters {
  const list = db
    .prepare<[number], string>('SELECT sha256 FROM own_poster WHERE model_id = ? ORDER BY size')
    .pluck();
  const refuse = db.prepare(
    `INSERT OR IGNORE INTO refused_poster (model_id, sha256, refused_at)
     SELECT model_id, sha256, ? FROM poster WHERE model_id = ?`,
  );
  // Rewrites the listing, because the model now shows another picture.
  const touch = db.prepare('UPDATE model SET poster_tag = poster_tag WHERE id = ?');
  return {
    list: (modelId) => list.all(modelId),
    refuse: db.transaction((modelId: number, at: string) => {
      refuse.run(at, modelId);
      touch.run(modelId);
    }),
  };
}
