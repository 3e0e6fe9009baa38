import type { Db } from '../../base/db/open-database.ts';

export type ModelJob = {
  readonly modelId: number;
  readonly guid: string;
  readonly folder: string;
  readonly license: string;
  readonly attempts: number;
};
type JobCounts = Readonly<Record<'waiting' | 'done' | 'failed', number>>;

export type ModelJobs = {
  /** Whose turn it is: the untried and popular first, then the newest; null when nobody's is. */
  next(now: number): ModelJob | null;
  /** Counts an attempt, so that not even a model over which the server dies is tried forever. */
  begin(modelId: number, dueAt: number): void;
  settle(modelId: number): void;
  /** Lets a model wait again as if its last attempt had not been. */
  takeBack(modelId: number, dueAt: number): void;
  /** Lets a model wait again; its attempt counts. */
  retryAt(modelId: number, dueAt: number): void;
  /** Not tried again until the model changes. */
  giveUp(modelId: number, reason: string, at: string): void;
  /** What an earlier run left: jobs that it began wait again, and those of another recipe. */
  resume(): void;
  /** Lets models wait again that were done by another recipe. */
  renewOthers(): void;
  /** Lets models wait again though nothing of them changed. */
  renew(modelIds: readonly number[]): void;
  counts(): JobCounts;
};

/** The queue of levels, or of assets for Blender, as the database keeps it. The recipe may change while the server runs. */
export function createModelJobs(db: Db, table: 'level_job' | 'asset_job', recipe: () => number): ModelJobs {
  const next = db.prepare<[number], ModelJob>(
    `SELECT model.id AS modelId, model.guid, model.folder, model.license, ${table}.attempts
     FROM ${table} JOIN model ON model.id = ${table}.model_id
     WHERE ${table}.state = 'waiting' AND ${table}.due_at <= ? AND model.host IS NULL
     ORDER BY ${table}.attempts, model.popularity DESC, model.id DESC LIMIT 1`,
  );
  const begin = db.prepare(`UPDATE ${table} SET attempts = attempts + 1, due_at = ? WHERE model_id = ?`);
  const settle = db.prepare(
    `UPDATE ${table} SET state = 'done', recipe = ?, attempts = 0, due_at = 0, reason = NULL WHERE model_id = ?`,
  );
  const takeBack = db.prepare(
    `UPDATE ${table} SET attempts = max(attempts - 1, 0), due_at = ? WHERE model_id = ?`,
  );
  const retryAt = db.prepare(`UPDATE ${table} SET due_at = ? WHERE model_id = ?`);
  const giveUp = db.prepare(
    `UPDATE ${table} SET state = 'failed', reason = ?, failed_at = ?, recipe = ?, due_at = 0 WHERE model_id = ?`,
  );
  const again = `UPDATE ${table} SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL`;
  const resume = db.prepare(`UPDATE ${table} SET due_at = 0 WHERE state = 'waiting'`);
  const renewRecipe = db.prepare(`${again} WHERE state <> 'waiting' AND recipe <> ?`);
  const renew = db.prepare(`${again} WHERE model_id = ?`);
  const count = db.prepare<[], { state: keyof JobCounts; count: number }>(
    `SELECT state, count(*) AS count FROM ${table} GROUP BY state`,
  );
  return {
    next: (now) => next.get(now) ?? null,
    begin: (modelId, dueAt) => void begin.run(dueAt, modelId),
    settle: (modelId) => void settle.run(recipe(), modelId),
    takeBack: (modelId, dueAt) => void takeBack.run(dueAt, modelId),
    retryAt: (modelId, dueAt) => void retryAt.run(dueAt, modelId),
    giveUp: (modelId, reason, at) => void giveUp.run(reason, at, recipe(), modelId),
    resume() {
      resume.run();
      renewRecipe.run(recipe());
    },
    renewOthers: () => void renewRecipe.run(recipe()),
    renew: db.transaction((modelIds: readonly number[]) => {
      for (const modelId of modelIds) renew.run(modelId);
    }),
    counts: () => ({
      ...{ waiting: 0, done: 0, failed: 0 },
      ...Object.fromEntries(count.all().map(({ state, count: number }) => [state, number])),
    }),
  };
}
