import type { LongQueries } from '../../base/db/long-queries.ts';
import type { Db } from '../../base/db/open-database.ts';
import { isSameShape, type ShapeFacts, spreadGap } from '../../inspect/sketch/shape-facts.ts';

type Page = { readonly limit: number; readonly offset: number };
type Member = {
  readonly guid: string;
  readonly pictures: string;
  /** 1 for the shape of the model's finest topology. */
  readonly isLargest: number;
};
type LevelShape = ShapeFacts & { readonly lod: string };

const mostShown = 24;

/** Groups that an admin dismissed with exactly these members. */
const different = `SELECT shape.copies FROM different_model
  JOIN model ON model.guid = different_model.guid JOIN shape ON shape.model_id = model.id
  JOIN shape_group ON shape_group.copies = shape.copies
  GROUP BY judgement, shape.copies HAVING count(DISTINCT shape.model_id) = max(models)`;

/** Returns a page of the groups of copies, or of the dismissed ones, and their total number. */
export async function listCopies(long: LongQueries, page: Page, isDismissed: boolean) {
  const listed = `FROM shape_group WHERE models > 1 AND largest > 0
    AND copies ${isDismissed ? 'IN' : 'NOT IN'} (${different})`;
  const select = `SELECT copies ${listed} ORDER BY copies LIMIT @limit OFFSET @offset`;
  const rows = await long.all<{ copies: number }>(select, page);
  const [{ total } = { total: 0 }] = await long.all<{ total: number }>(`SELECT count(*) AS total ${listed}`);
  return { groups: rows.map(({ copies }) => copies), total };
}

/** Stores the shapes of models and groups those that are copies. */
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
  const judge = db.prepare<[number]>(
    `INSERT INTO different_model SELECT (SELECT coalesce(max(judgement), 0) + 1 FROM different_model), guid
     FROM model WHERE id IN (SELECT model_id FROM shape WHERE copies = ?)`,
  );
  const forget = db.prepare<[number, number]>(
    `DELETE FROM different_model WHERE judgement IN (
       SELECT judgement FROM different_model JOIN model USING (guid) JOIN shape ON model_id = model.id
       WHERE copies = ? GROUP BY judgement
       HAVING count(DISTINCT model_id) = (SELECT models FROM shape_group WHERE copies = ?))`,
  );
  const members = db.prepare<[number], Member>(
    `SELECT guid, max(is_largest) AS isLargest, (SELECT json_group_array(DISTINCT sha256) FROM file
       WHERE file.model_id = model.id AND role = 'texture') AS pictures
     FROM shape JOIN model ON model.id = shape.model_id WHERE copies = ?
     GROUP BY model.id ORDER BY model.id LIMIT ${mostShown}`,
  );
  const groupsOf = db
    .prepare<[string], number>('SELECT copies FROM shape JOIN model ON model.id = model_id WHERE guid = ?')
    .pluck();
  /** Returns the group of this shape. Stops at the first match, as a group can have a thousand members. */
  function findCopies(level: ShapeFacts): number | undefined {
    const reach = level.spread * spreadGap;
    for (const other of near.iterate({ least: level.spread - reach, most: level.spread + reach }))
      if (isSameShape(level, other)) return other.copies;
    return undefined;
  }
  /** The groups that all of these models belong to. */
  const sharedBy = (guids: readonly string[]) => {
    const [first = [], ...others] = guids.map((guid) => groupsOf.all(guid));
    return first.filter((group) => others.every((groups) => groups.includes(group)));
  };
  return {
    put(modelId: number, levels: readonly LevelShape[]): void {
      remove.run(modelId);
      const most = Math.max(...levels.map(({ triangles }) => triangles));
      for (const level of levels) {
        const isLargest = level.triangles === most ? 1 : 0;
        insert.run({ ...level, modelId, isLargest, copies: findCopies(level) ?? next.get() ?? 1 });
      }
    },
    members: (copies: number) => members.all(copies),
    alike(level: ShapeFacts): readonly string[] {
      const copies = findCopies(level);
      return copies === undefined ? [] : members.all(copies).map(({ guid }) => guid);
    },
    areCopies: (guids: readonly string[]) => sharedBy(guids).length > 0,
    /** The group whose members are exactly these models; undefined if it has changed. */
    find: (guids: readonly string[]) =>
      sharedBy(guids).find((copies) => members.all(copies).length === guids.length),
    /** Dismisses a group until another model joins it, or lists it again. */
    setDismissed(copies: number, isDismissed: boolean): void {
      forget.run(copies, copies);
      if (isDismissed) judge.run(copies);
    },
  };
}
