import type { Db } from '../../base/db/open-database.ts';
import { isSameShape, type ShapeFacts, spreadGap } from '../../inspect/sketch/shape-facts.ts';

type Page = { readonly limit: number; readonly offset: number };
type Member = { readonly guid: string; readonly pictures: string };

const mostShown = 24;

/** Keeps the shapes of models, and which of them are copies of each other. */
export function openShapes(db: Db) {
  const remove = db.prepare('DELETE FROM shape WHERE model_id = ?');
  const near = db.prepare<[{ least: number; most: number }], ShapeFacts & { readonly copies: number }>(
    `SELECT triangles, spread, flatness, roundness, volume, hand, copies FROM shape
     WHERE spread BETWEEN @least AND @most`,
  );
  const next = db.prepare<[], number>('SELECT coalesce(max(copies), 0) + 1 FROM shape').pluck();
  const insert = db.prepare<[ShapeFacts & { modelId: number; copies: number }]>(
    `INSERT INTO shape (model_id, triangles, spread, flatness, roundness, volume, hand, copies)
     VALUES (@modelId, @triangles, @spread, @flatness, @roundness, @volume, @hand, @copies)`,
  );
  const several = 'FROM shape GROUP BY copies HAVING count(*) > 1';
  const groups = db
    .prepare<[Page], number>(`SELECT copies ${several} ORDER BY copies LIMIT @limit OFFSET @offset`)
    .pluck();
  const total = db.prepare<[], number>(`SELECT count(*) FROM (SELECT 1 ${several})`).pluck();
  const members = db.prepare<[number], Member>(
    `SELECT guid, (SELECT json_group_array(DISTINCT sha256) FROM file
       WHERE file.model_id = model.id AND role = 'texture') AS pictures
     FROM shape JOIN model ON model.id = shape.model_id WHERE copies = ? ORDER BY model.id LIMIT ${mostShown}`,
  );
  const groupOf = db
    .prepare<[string], number>('SELECT copies FROM shape JOIN model ON model.id = model_id WHERE guid = ?')
    .pluck();
  return {
    put(modelId: number, facts: ShapeFacts | null): void {
      remove.run(modelId);
      if (facts === null) return;
      const reach = facts.spread * spreadGap;
      const copy = near
        .all({ least: facts.spread - reach, most: facts.spread + reach })
        .find((other) => isSameShape(facts, other));
      insert.run({ ...facts, modelId, copies: copy?.copies ?? next.get() ?? 1 });
    },
    groups: (page: Page) => groups.all(page).map((copies) => members.all(copies)),
    total: () => total.get() ?? 0,
    /** Whether all of these models are copies of each other. */
    areCopies: (guids: readonly string[]) => {
      const [first, ...others] = guids.map((guid) => groupOf.get(guid));
      return first !== undefined && others.every((group) => group === first);
    },
  };
}
