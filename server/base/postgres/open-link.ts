import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { usualWaits } from '../../config/tuning.ts';
import { AppError } from '../../contract/errors.ts';
import { codeOf } from '../storage/storage-fault.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = Sql;

export type Link = {
  /**
   * Asks PostgreSQL. Throws UNAVAILABLE where it is away or does not answer in time; what was asked may have been done
   * then, or not. While it is away, one query at a time finds out whether it is back; no request waits for it for long,
   * not even who asked it.
   */
  ask<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** The same as one transaction, in which nothing but its statements is waited for. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Whether the last question was not answered: it is not worth waiting for the next then. */
  isAway(): boolean;
  /** Calls back after every change of that. */
  onChange(listener: (isAway: boolean) => void): void;
  close(): Promise<void>;
};

/** Milliseconds that a question waits for a sign that it is back, while it is away. */
const probeTime = 250;
/** A question only had bad luck where others are answered so long after it was asked. */
const clearlyLater = 500;
/** A statement that takes too long is given up before it is taken for silence. */
const slowBefore = 250;

/** Whole numbers below 2^53, as everything that is counted here is. */
const types = { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } };

export type LinkOptions = {
  /** Connections at most. */
  readonly max?: number;
  readonly patience?: number;
  readonly connectTime?: number;
  /** By which its connections are told from those of others. */
  readonly name?: string;
};

export const serverName = 'lodestock';

export const openSql = (url: string, options: LinkOptions = {}): Sql => {
  const { max = 4, name = serverName, patience, connectTime } = { ...usualWaits, ...options };
  return postgres(url, {
    ...{ max, types, fetch_types: false },
    connect_timeout: connectTime / 1000,
    idle_timeout: 0,
    max_lifetime: null,
    keep_alive: 5,
    backoff: () => 0.1,
    onnotice: () => {},
    connection: {
      application_name: name,
      statement_timeout: patience - slowBefore,
      lock_timeout: patience - slowBefore,
    },
  });
};

const closedCodes = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'ECONNREFUSED'],
  ...['ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // It is shut down, starts, or takes no more connections.
  ...['57P01', '57P02', '57P03', '53300'],
]);
/** Whether the connection of what failed is gone with it. */
const isClosedFault = (error: unknown) => closedCodes.has(codeOf(error));
/** It has only been told to read, or says nothing. */
const awayCodes = new Set([...closedCodes, '25006', 'NO_ANSWER']);
const silentCodes = new Set(['NO_ANSWER', 'CONNECT_TIMEOUT']);
const isAwayFault = (error: unknown) => awayCodes.has(codeOf(error));
/** A statement that was given up as it took too long: of locks that others hold, or of a busy machine. */
const isSlowFault = (error: unknown) => ['57014', '55P03'].includes(codeOf(error));

const unavailable = (cause: unknown) =>
  new AppError(
    'UNAVAILABLE',
    'This server’s accounts cannot be reached right now. Nothing is charged twice; try again in a moment.',
    { cause },
  );

class NoAnswer extends Error {
  readonly code = 'NO_ANSWER';
}

/**
 * Runs work as one transaction on a connection of its own. Nothing more is sent on one that closed:
 * the `begin` of the driver does so, to roll back, and then ends the process.
 */
async function inTransaction<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await sql.unsafe('BEGIN');
  try {
    const result = await work(sql);
    await sql.unsafe('COMMIT');
    return result;
  } catch (error) {
    if (!isClosedFault(error)) await sql.unsafe('ROLLBACK');
    throw error;
  }
}

type Question<Result> = {
  readonly begin: () => Promise<Result>;
  readonly onSilence: (isAlive: boolean) => void;
};

/** Transactions at a time; each has its own connection. */
const lanes = 3;

/** Connections to PostgreSQL; no wait for one is longer than a person's patience. */
export function openLink(url: string, options: LinkOptions = {}): Link {
  const { patience } = { ...usualWaits, ...options };
  let sql = openSql(url, options);
  const openLane = () => openSql(url, { ...options, max: 1 });
  const free = Array.from({ length: lanes }, openLane);
  const waiting: ((lane: Sql) => void)[] = [];
  const takeLane = async () => free.pop() ?? new Promise<Sql>((resolve) => waiting.push(resolve));
  const giveLane = (lane: Sql) => {
    const next = waiting.shift();
    if (next) next(lane);
    else free.push(lane);
  };
  let isAway = false;
  const listeners: ((isAway: boolean) => void)[] = [];
  const setAway = (now: boolean) => {
    if (isAway === now) return;
    isAway = now;
    for (const listen of listeners) listen(now);
  };
  const old = new Set<Promise<void>>();
  const end = (one: Sql, seconds = 0) => {
    const ended = one.end({ timeout: seconds }).finally(() => old.delete(ended));
    old.add(ended);
  };
  /** While PostgreSQL does not respond, connections are not reused: they may lead nowhere. Working ones finish first. */
  const renew = (silent: Sql, isAlive: boolean) => {
    if (sql !== silent) return;
    sql = openSql(url, options);
    end(silent, isAlive ? patience / 1000 : 0);
  };

  /** Settles with the question that finds out whether it is back; null while none does. */
  let probe: Promise<unknown> | null = null;
  let answeredAt = 0;
  const askInTime = async <Result>({ begin, onSilence }: Question<Result>): Promise<Result> => {
    const beganAt = performance.now();
    /** Others got answers in that time, so PostgreSQL is there. */
    const isAlive = () => answeredAt > beganAt + clearlyLater;
    const timer: { id?: NodeJS.Timeout } = {};
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new NoAnswer('PostgreSQL did not answer in time.'));
      // Where this process itself was held up, the answer is here and only waits to be read.
      timer.id = setTimeout(() => setImmediate(giveUp), patience);
    });
    try {
      const result = await Promise.race([begin(), late]);
      answeredAt = performance.now();
      setAway(false);
      return result;
    } catch (error) {
      if (silentCodes.has(codeOf(error))) onSilence(isAlive());
      if (isAwayFault(error) && !isAlive()) setAway(true);
      throw isAwayFault(error) || isSlowFault(error) ? unavailable(error) : error;
    } finally {
      clearTimeout(timer.id);
    }
  };
  const startProbe = <Result>(question: Question<Result>): Promise<Result> => {
    const asked = askInTime(question);
    const settled = asked.then(
      () => {},
      () => {},
    );
    probe = settled.then(() => {
      probe = null;
    });
    return asked;
  };
  const inTime = async <Result>(question: Question<Result>): Promise<Result> => {
    if (!isAway) return askInTime(question);
    // Who asks has been kept waiting by the question before, maybe for the same request.
    const longEnough = delay(probeTime).then(() => {
      throw unavailable(new NoAnswer('PostgreSQL is not responding.'));
    });
    longEnough.catch(() => {}); // it may be over before
    if (probe !== null) await Promise.race([probe, longEnough]);
    if (!isAway) return askInTime(question);
    if (probe !== null) return longEnough;
    return Promise.race([startProbe(question), longEnough]);
  };
  /** A lane is free again once nothing runs on it any more, which may be later than its answer. */
  const runInLane = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    const state: { isLate: boolean; lane: Sql | null } = { isLate: false, lane: null };
    const run = async () => {
      const lane = await takeLane();
      state.lane = lane;
      let isUsable = true;
      try {
        if (state.isLate) throw new NoAnswer('Nobody waits for it any more.');
        return await inTransaction(lane, work);
      } catch (error) {
        // The driver may send nothing more on a connection that closed as something was about to be sent.
        isUsable = !isClosedFault(error);
        throw error;
      } finally {
        if (state.isLate || !isUsable) end(lane);
        giveLane(state.isLate || !isUsable ? openLane() : lane);
      }
    };
    return inTime({
      begin: run, // if it ends late, who waited was told by then
      onSilence() {
        state.isLate = true;
        if (state.lane !== null) end(state.lane);
      },
    });
  };

  return {
    ask(work) {
      let used = sql;
      const begin = () => {
        used = sql; // a new connection, if this had to wait
        return work(used);
      };
      return inTime({ begin, onSilence: (isAlive) => renew(used, isAlive) });
    },
    transact: runInLane,
    isAway: () => isAway,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([...[sql, ...free].map((one) => one.end({ timeout: 2 })), ...old]);
    },
  };
}
