import type { Db } from '../base/db/open-database.ts';

export type WaitingJob = {
  readonly modelId: number;
  readonly guid: string;
  readonly title: string;
  readonly folder: string;
  readonly attempts: number;
  readonly sourceHash: string | null;
};
export type JobCounts = Readonly<Record<'waiting' | 'done' | 'none' | 'failed', number>>;

export type PosterJobs = {
  /** Whose turn it is at a time: one of these models, else the untried and popular, then the newest. */
  next(now: number, wanted: Iterable<number>): WaitingJob | null;
  /** Counts an attempt, so that not even a job over which the server dies is tried forever. */
  begin(modelId: number, dueAt: number): void;
  settle(modelId: number, state: 'done' | 'none', sourceHash: string | null): void;
  retryAt(modelId: number, dueAt: number, reason: string | null): void;
  /** Lets a model wait again as if its last attempt had not been. */
  takeBack(modelId: number): void;
  giveUp(modelId: number, reason: string, at: string): void;
  counts(): JobCounts;
  /** When the next job is due, milliseconds since 1970; null when none waits. */
  nextDueAt(): number | null;
  failures(): readonly { readonly guid: string; readonly title: string; readonly reason: string }[];
  /** Lets models wait again that were given up; how many. */
  retryFailed(): number;
  /** What an earlier run left: jobs that it began wait again, and all whose look is of another version. */
  resume(look: number): void;
  /** Lets models be rendered again though nothing of them changed. */
  renew(modelIds: readonly number[]): void;
};

const columns = `model.id AS modelId, model.guid, model.title, model.folder, poster_job.attempts,
  poster_job.source_hash AS sourceHash FROM poster_job JOIN model ON model.id = poster_job.model_id
  WHERE poster_job.state = 'waiting' AND poster_job.due_at <= ? AND model.host IS NULL`;

/** The queue of posters, as the database keeps it. */
export function createPosterJobs(db: Db, look: number): PosterJobs {
  const one = db.prepare<[number, number], WaitingJob>(`SELECT ${columns} AND model.id = ?`);
  const first = db.prepare<[number], WaitingJob>(
    `SELECT ${columns} ORDER BY poster_job.attempts, model.popularity DESC, model.id DESC LIMIT 1`,
  );
  const begin = db.prepare('UPDATE poster_job SET attempts = attempts + 1, due_at = ? WHERE model_id = ?');
  const settle = db.prepare(
    `UPDATE poster_job SET state = ?, source_hash = ?, look = ${look}, attempts = 0, due_at = 0, reason = NULL
     WHERE model_id = ?`,
  );
  const retryAt = db.prepare('UPDATE poster_job SET due_at = ?, reason = ? WHERE model_id = ?');
  const takeBack = db.prepare(
    'UPDATE poster_job SET attempts = max(attempts - 1, 0), due_at = 0 WHERE model_id = ?',
  );
  const giveUp = db.prepare(
    `UPDATE poster_job SET state = 'failed', reason = ?, failed_at = ?, look = ${look}, due_at = 0 WHERE model_id = ?`,
  );
  const count = db.prepare<[], { state: keyof JobCounts; count: number }>(
    'SELECT state, count(*) AS count FROM poster_job GROUP BY state',
  );
  const nextDue = db
    .prepare<[], number | null>("SELECT min(due_at) FROM poster_job WHERE state = 'waiting'")
    .pluck();
  const failures = db.prepare<[], { guid: string; title: string; reason: string }>(
    `SELECT model.guid, model.title, poster_job.reason FROM poster_job JOIN model ON model.id = poster_job.model_id
     WHERE poster_job.state = 'failed' ORDER BY model.title, model.id LIMIT 100`,
  );
  const again = "UPDATE poster_job SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL";
  const retryFailed = db.prepare(`${again} WHERE state = 'failed'`);
  const resume = db.prepare("UPDATE poster_job SET due_at = 0 WHERE state = 'waiting'");
  const renewLook = db.prepare<[number]>(`${again} WHERE state <> 'waiting' AND look <> ?`);
  const renew = db.prepare(`${again}, source_hash = NULL WHERE model_id = ?`);

  return {
    next(now, wanted) {
      for (const modelId of wanted) {
        const found = one.get(now, modelId);
        if (found) return found;
      }
      return first.get(now) ?? null;
    },
    begin: (modelId, dueAt) => void begin.run(dueAt, modelId),
    settle: (modelId, state, sourceHash) => void settle.run(state, sourceHash, modelId),
    retryAt: (modelId, dueAt, reason) => void retryAt.run(dueAt, reason, modelId),
    takeBack: (modelId) => void takeBack.run(modelId),
    giveUp: (modelId, reason, at) => void giveUp.run(reason, at, modelId),
    counts: () => ({
      ...{ waiting: 0, done: 0, none: 0, failed: 0 },
      ...Object.fromEntries(count.all().map(({ state, count: number }) => [state, number])),
    }),
    nextDueAt: () => nextDue.get() ?? null,
    failures: () => failures.all(),
    retryFailed: () => retryFailed.run().changes,
    resume: (version) => {
      resume.run();
      renewLook.run(version);
    },
    renew: db.transaction((modelIds: readonly number[]) => {
      for (const modelId of modelIds) renew.run(modelId);
    }),
  };
}
