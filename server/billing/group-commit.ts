import type { Storage } from '../base/data-folder/storage.ts';
import { toRefusal, toStorageFault } from '../base/storage/storage-fault.ts';
import type { MoneyDb } from './money-connection.ts';

export type GroupCommit = {
  /**
   * Runs synchronous work in one transaction with everything requested within a few turns of the event loop, and
   * settles after the commit. Work that throws is undone alone. Throws UNAVAILABLE or INSUFFICIENT_STORAGE if nothing
   * could be written.
   */
  run<Result>(work: () => Result): Promise<Result>;
  /** Resolves once all requested work is committed. */
  settled(): Promise<void>;
};

type Job = {
  /** Does the work; returns a function that reports the result once it is durable. */
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
};

type Options = {
  /** Says why no group can start, and interprets failures. */
  readonly storage?: Pick<Storage, 'refusal' | 'explain'>;
  readonly largestGroup?: number;
  /** Milliseconds to wait for another writer. */
  readonly patience?: number;
  /** While true, for milliseconds only, no group starts. */
  readonly isHeld?: () => boolean;
  readonly log?: (error: unknown) => void;
};

const retryAfter = 2;
/** Maximum turns of the event loop that a group waits while it keeps growing; a turn takes milliseconds. */
const mostTurns = 8;
const noStorage: Pick<Storage, 'refusal' | 'explain'> = {
  refusal: () => null,
  explain: (error) => {
    const fault = toStorageFault(error);
    return fault === null ? error : toRefusal(fault);
  },
};

/** Runs jobs in one transaction; a job that throws is undone without the others. */
function createGroupTransaction(db: MoneyDb, tellFailure: (error: unknown) => unknown) {
  const [begin, commit, rollback, save, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT piece',
    'RELEASE piece',
    'ROLLBACK TO piece',
  ].map((sql) => db.prepare(sql));

  const runOne = ({ work, fail }: Job): (() => void) => {
    save?.run();
    try {
      const tell = work();
      release?.run();
      return tell;
    } catch (error) {
      if (!db.inTransaction) throw error; // SQLite rolled the whole transaction back, so the group fails
      undo?.run();
      release?.run();
      return () => fail(error);
    }
  };
  return {
    begin: () => begin?.run(),
    runAndCommit(group: readonly Job[]) {
      const told: (() => void)[] = [];
      try {
        for (const job of group) told.push(runOne(job));
        commit?.run();
      } catch (error) {
        if (db.inTransaction) rollback?.run();
        const failure = tellFailure(error);
        for (const { fail } of group) fail(failure);
        return;
      }
      for (const tell of told) tell();
    },
  };
}

/**
 * One BEGIN IMMEDIATE for the jobs of a few turns of the event loop, a savepoint per job, and answers only after
 * COMMIT. A commit waits for the disk, however much it contains, so a group starts with the first turn that adds
 * nothing to it: at once for a single caller. Nothing else uses `db`. While another process writes, it retries without
 * blocking, for up to `patience` milliseconds.
 */
export function createGroupCommit(db: MoneyDb, options: Options = {}): GroupCommit {
  const { largestGroup = 256, patience = 700, isHeld = () => false, log = () => {} } = options;
  const { storage = noStorage } = options;
  const transaction = createGroupTransaction(db, (error) => {
    const explained = storage.explain(error);
    if (explained !== error) return explained;
    log(error);
    return new Error('The group of charges could not be committed.', { cause: error });
  });
  const waiting: Job[] = [];
  /** Milliseconds waited for another writer. Counts attempts, as a suspended process has not been waiting. */
  let waited = 0;
  let isScheduled = false;
  let turns = 0;
  let waitingBefore = 0;
  let idle: Promise<void> = Promise.resolve();
  let becomeIdle = () => {};

  const giveUp = (reason: unknown) => {
    for (const { fail } of waiting.splice(0)) fail(reason);
  };
  const begins = () => {
    const refused = storage.refusal();
    if (refused) {
      giveUp(refused);
      return false;
    }
    try {
      transaction.begin();
      return true;
    } catch (error) {
      waited += retryAfter;
      if (toStorageFault(error) !== 'locked' || waited > patience) giveUp(storage.explain(error));
      return false;
    }
  };
  /** True if the last turn added work, so the next one may too. */
  const grows = () => {
    const isGrowing = waiting.length > waitingBefore && waiting.length < largestGroup && turns < mostTurns;
    turns = isGrowing ? turns + 1 : 0;
    waitingBefore = isGrowing ? waiting.length : 0;
    return isGrowing;
  };
  const flush = () => {
    if (grows()) return void setImmediate(flush);
    const hasBegun = !isHeld() && begins();
    if (hasBegun) transaction.runAndCommit(waiting.splice(0, largestGroup));
    if (waiting.length === 0) {
      isScheduled = false;
      becomeIdle();
    } else if (hasBegun) {
      waited = 0;
      setImmediate(flush);
    } else setTimeout(flush, retryAfter);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    waited = 0;
    idle = new Promise((resolve) => {
      becomeIdle = resolve;
    });
    setImmediate(flush);
  };

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        const toTold = () => {
          const result = work();
          return () => resolve(result);
        };
        waiting.push({ work: toTold, fail: reject });
        schedule();
      }),
    settled: () => idle,
  };
}
