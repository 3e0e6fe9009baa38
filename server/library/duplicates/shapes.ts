import type { Db } from '../../base/db/open-database.ts';
import { isSameShape, type ShapeFacts, spreadGap } from '../../inspect/sketch/shape-facts.ts';

type Page = { readonly limit: number; readonly offset: number };
type Member = {
  readonly guid: string;
  readonly pictures: string;
  /** Whether it is the shape of its finest topology. */
  readonly isLargest: number;
};
type LevelShape = ShapeFacts & { readonly lod: string };

const mostShown = 24;

/** Keeps the shapes of models, and which of them are copies of each other. */
export function openShapes(db: Db) {
  const remove = db.prepare('DELETE FROM shape WHERE model_id = ?');
  const near = db.prepare<[{ least: number; most: number }], ShapeFacts & { readonly copies: number }>(
    `SELECT triangles, spread, flatness, roundness, volume, hand, copies FROM shape
     WHERE spread BETWEEN @least AND @most`,
  );
  const next = db.prepare<[], number>('SELECT coalesce(max(copies), 0) + 1 FROM shape').pluck();
  const insert = db.prepare<[LevelShape & { modelId: number; isLargest: number; copies: number }]>(
    `INSERT INTO shape (model_id, lod, is_largest, triangles, spread, flatness, roundness, volume, hand, copies)
     VALUES (@modelId, @lod, @isLargest, @triangles, @spread, @flatness, @roundness, @volume, @hand, @copies)`,
  );
  const several = 'FROM shape GROUP BY copies HAVING count(DISTINCT model_id) > 1 AND max(is_largest) = 1';
  const groups = db
    .prepare<[Page], number>(`SELECT copies ${several} ORDER BY copies LIMIT @limit OFFSET @offset`)
    .pluck();
  const total = db.prepare<[], number>(`SELECT count(*) FROM (SELECT 1 ${several})`).pluck();
  const members = db.prepare<[number], Member>(
    `SELECT guid, max(is_largest) AS isLargest, (SELECT json_group_array(DISTINCT sha256) FROM file
       WHERE file.model_id = model.id AND role = 'texture') AS pictures
     FROM shape JOIN model ON model.id = shape.model_id WHERE copies = ?
     GROUP BY model.id ORDER BY model.id LIMIT ${mostShown}`,
  );
  const groupsOf = db
    .prepare<[string], number>('SELECT copies FROM shape JOIN model ON model.id = model_id WHERE guid = ?')
    .pluck();
  return {
    put(modelId: number, levels: readonly LevelShape[]): void {
      remove.run(modelId);
      const most = Math.max(...levels.map(({ triangles }) => triangles));
      for (const level of levels) {
        const reach = level.spread * spreadGap;
        const copy = near
          .all({ least: level.spread - reach, most: level.spread + reach })
          .find((other) => isSameShape(level, other));
        const isLargest = level.triangles === most ? 1 : 0;
        insert.run({ ...level, modelId, isLargest, copies: copy?.copies ?? next.get() ?? 1 });
      }
    },
    groups: (page: Page) => groups.all(page).map((copies) => members.all(copies)),
    total: () => total.get() ?? 0,
    /** Whether all of these models have a shape in common. */
    areCopies: (guids: readonly string[]) => {
      const [first = [], ...others] = guids.map((guid) => groupsOf.all(guid));
      return first.some((group) => others.every((groups) => groups.includes(group)));
    },
  };
}
