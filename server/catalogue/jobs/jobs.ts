import type { Db } from '../../base/db/open-database.ts';
import { textOf, type Words } from '../../contract/sentence.ts';
import { toStored } from '../write/problems.ts';

type JobKind = 'poster' | 'level' | 'asset' | 'colour' | 'shape' | 'embedding';
type JobState = 'waiting' | 'done' | 'none' | 'failed';
type JobCounts = Readonly<Record<JobState, number>>;

export type Job = {
  readonly modelId: number;
  readonly guid: string;
  readonly title: string;
  readonly folder: string;
  readonly license: string;
  readonly attempts: number;
  /** Hash of the source of its last result; null before the first. */
  readonly source: string | null;
};

type Selection = {
  readonly limit?: number;
  /** Limits the selection to jobs that a person requested. */
  readonly isAsked?: boolean;
};

export type Jobs = ReturnType<typeof createJobs>;

const again = `UPDATE job SET state = 'waiting', attempts = 0, due_at = 0, reason = NULL`;
const noJobs: JobCounts = { waiting: 0, done: 0, none: 0, failed: 0 };
/** Small enough to be written without a noticeable delay to requests. */
const renewedAtOnce = 40;

const columns = `job.model_id AS modelId, model.guid, model.title, model.folder, model.license, job.attempts, job.source
  FROM job CROSS JOIN model ON model.id = job.model_id
  WHERE job.kind = @kind AND job.state = 'waiting' AND job.due_at = 0`;
const order = 'ORDER BY job.is_asked DESC, job.attempts, job.popularity DESC, job.model_id DESC LIMIT @limit';

/** Statements that pick jobs; each is a look-up in an index of that order. */
const pickJobs = {
  due: `SELECT ${columns} ${order}`,
  asked: `SELECT ${columns} AND job.is_asked = 1 ${order}`,
  ofModel: `SELECT ${columns} AND job.model_id = @modelId`,
  isDue: `SELECT 1 FROM job WHERE kind = @kind AND state = 'waiting' AND due_at = 0 LIMIT 1`,
  nextLater: `SELECT due_at FROM job WHERE kind = @kind AND state = 'waiting' AND due_at > 0 ORDER BY due_at LIMIT 1`,
  wake: `UPDATE job SET due_at = 0 WHERE kind = @kind AND state = 'waiting' AND due_at > 0 AND due_at <= @now`,
  older: `SELECT model_id FROM job WHERE kind = @kind AND state <> 'waiting' AND recipe < @recipe LIMIT ${renewedAtOnce}`,
  newer: `SELECT model_id FROM job WHERE kind = @kind AND state <> 'waiting' AND recipe > @recipe LIMIT ${renewedAtOnce}`,
} as const;

export function createJobCounts(db: Db): () => Readonly<Record<JobKind, JobCounts>> {
  const all = db.prepare<[], { kind: JobKind; state: JobState; count: number }>(
    'SELECT kind, state, count FROM job_count',
  );
  return () => {
    const rows = all.all();
    const countOf = (kind: JobKind): JobCounts => ({
      ...noJobs,
      ...Object.fromEntries(rows.filter((row) => row.kind === kind).map((row) => [row.state, row.count])),
    });
    return {
      poster: countOf('poster'),
      level: countOf('level'),
      asset: countOf('asset'),
      colour: countOf('colour'),
      shape: countOf('shape'),
      embedding: countOf('embedding'),
    };
  };
}

/** Creates the queue of one kind of job. Jobs settled with another recipe are queued again, a few at a time. */
export function createJobs(db: Db, kind: JobKind, recipe: () => number = () => 0) {
  type Kind = { readonly kind: JobKind };
  const named: Kind = { kind };
  const due = db.prepare<[Kind & { limit: number }], Job>(pickJobs.due);
  const asked = db.prepare<[Kind & { limit: number }], Job>(pickJobs.asked);
  const ofModel = db.prepare<[Kind & { modelId: number }], Job>(pickJobs.ofModel);
  const isDue = db.prepare<[Kind], number>(pickJobs.isDue).pluck();
  const nextLater = db.prepare<[Kind], number>(pickJobs.nextLater).pluck();
  const wake = db.prepare<[Kind & { now: number }]>(pickJobs.wake);
  const others = [pickJobs.older, pickJobs.newer].map((sql) =>
    db.prepare<[Kind & { recipe: number }], number>(sql).pluck(),
  );
  const counts = createJobCounts(db);
  const one = `model_id = ? AND kind = '${kind}'`;
  const begin = db.prepare(`UPDATE job SET attempts = attempts + 1, due_at = ? WHERE ${one}`);
  const settle = db.prepare(
    `UPDATE job SET state = ?, source = ?, recipe = ?, is_asked = 0, attempts = 0, due_at = 0, reason = NULL WHERE ${one}`,
  );
  const retryAt = db.prepare(`UPDATE job SET due_at = ?, reason = ? WHERE ${one}`);
  const takeBack = db.prepare(`UPDATE job SET attempts = max(attempts - 1, 0), due_at = ? WHERE ${one}`);
  const giveUp = db.prepare(
    `UPDATE job SET state = 'failed', reason = ?, sentence = ?, failed_at = ?, recipe = ?, is_asked = 0, due_at = 0 WHERE ${one}`,
  );
  const renew = db.prepare(`${again}, source = NULL, is_asked = max(is_asked, ?) WHERE ${one}`);
  const repeat = db.prepare(`${again} WHERE ${one}`);
  const retryFailed = db.prepare(`${again} WHERE kind = '${kind}' AND state = 'failed'`);
  const failures = db.prepare<[Kind], { guid: string; title: string; reason: string }>(
    `SELECT model.guid, model.title, job.reason FROM job CROSS JOIN model ON model.id = job.model_id
     WHERE job.kind = @kind AND job.state = 'failed' ORDER BY job.model_id DESC LIMIT 100`,
  );
  const renewAll = db.transaction((modelIds: readonly number[], isAsked: 0 | 1) => {
    for (const modelId of modelIds) renew.run(isAsked, modelId);
  });
  const repeatAll = db.transaction((modelIds: readonly number[]) => {
    for (const modelId of modelIds) repeat.run(modelId);
  });
  const renewOutdated = () => {
    for (const other of others) {
      const outdated = other.all({ kind, recipe: recipe() });
      if (outdated.length > 0) repeatAll(outdated);
    }
  };

  return {
    /** Returns due jobs in order: requested by a person, never tried, popular, newest. */
    due(now: number, { limit = 1, isAsked = false }: Selection = {}) {
      if ((nextLater.get(named) ?? Infinity) <= now) wake.run({ kind, now });
      renewOutdated();
      return (isAsked ? asked : due).all({ kind, limit });
    },
    ofModel: (modelId: number) => ofModel.get({ kind, modelId }) ?? null,
    /** When the next job is due, in milliseconds since 1970 (0: now); null if none is waiting. */
    nextDueAt: () => (isDue.get(named) === undefined ? (nextLater.get(named) ?? null) : 0),
    /** Counts an attempt, and delays the next one until `dueAt`: a job that crashes the server is not retried forever. */
    begin: (modelId: number, dueAt: number) => void begin.run(dueAt, modelId),
    settle: (modelId: number, state: 'done' | 'none' = 'done', source: string | null = null) =>
      void settle.run(state, source, recipe(), modelId),
    /** Waits until `dueAt`; the attempt counts. */
    retryAt: (modelId: number, dueAt: number, reason: Words | null = null) =>
      void retryAt.run(dueAt, reason && textOf(reason), modelId),
    /** Waits until `dueAt`, without counting the last attempt. */
    takeBack: (modelId: number, dueAt: number = 0) => void takeBack.run(dueAt, modelId),
    /** Ends a job until the model or the recipe changes. */
    giveUp: (modelId: number, reason: Words, at: string) =>
      void giveUp.run(textOf(reason), toStored(reason), at, recipe(), modelId),
    /** Queues some of the jobs that were settled with another recipe; each call of `due` queues more. */
    renewOutdated,
    /** Makes the jobs of an earlier run due again. */
    resume() {
      wake.run({ kind, now: Number.MAX_SAFE_INTEGER });
      renewOutdated();
    },
    /** Queues models again although they have not changed. */
    renew: (modelIds: readonly number[]) => renewAll(modelIds, 0),
    /** The same at a person's request; such jobs come first. */
    ask: (modelIds: readonly number[]) => renewAll(modelIds, 1),
    /** Queues all failed jobs again, and returns how many. */
    retryFailed: () => retryFailed.run().changes,
    counts: () => counts()[kind],
    failures: () => failures.all(named),
  };
}
