import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { codeOf } from '../../base/storage/storage-fault.ts';
import { usualWaits } from '../../config/tuning.ts';
import { AppError } from '../../contract/errors.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = Sql;

export type Link = {
  /**
   * Runs a query. Throws UNAVAILABLE if PostgreSQL is unreachable or too slow; the query may or may not have taken
   * effect. While it is unreachable, one query at a time probes it, and no request waits long, not even the probing
   * one.
   */
  ask<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Runs one transaction, which must await nothing but its own statements. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Whether the last query got no answer, so that waiting for another makes no sense. */
  isAway(): boolean;
  onChange(listener: (isAway: boolean) => void): void;
  close(): Promise<void>;
};

/** Milliseconds that a query waits for a sign of life while PostgreSQL is away. */
const probeTime = 250;
/** Milliseconds. If others were answered this long after a query started, that query just had bad luck. */
const clearlyLater = 500;
/** Milliseconds before the silence timeout at which PostgreSQL cancels a slow statement. */
const slowBefore = 250;

/** Reads bigint and numeric as numbers; all of ours are integers below 2^53. */
const types = { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } };

export type LinkOptions = {
  readonly max?: number;
  readonly patience?: number;
  readonly connectTime?: number;
  /** Application name of the connections. */
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
  // Shutting down, starting up, or out of connections.
  ...['57P01', '57P02', '57P03', '53300'],
]);
/** Whether the connection was lost with this error. */
const isClosedFault = (error: unknown) => closedCodes.has(codeOf(error));
/** Read-only, or silent. */
const awayCodes = new Set([...closedCodes, '25006', 'NO_ANSWER']);
const silentCodes = new Set(['NO_ANSWER', 'CONNECT_TIMEOUT']);
const isAwayFault = (error: unknown) => awayCodes.has(codeOf(error));
/** A statement cancelled for taking too long, because of others' locks or a busy machine. */
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

/** Runs a transaction on its own connection. Sends nothing on a closed one: a rollback there would end the process. */
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

/** Concurrent transactions, each with its own connection. */
const lanes = 3;

/** Connections to PostgreSQL, with every wait bounded. */
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
  /** Replaces connections that got no answer, as they may be dead. Those that still work finish first. */
  const renew = (silent: Sql, isAlive: boolean) => {
    if (sql !== silent) return;
    sql = openSql(url, options);
    end(silent, isAlive ? patience / 1000 : 0);
  };

  /** Settles with the query that checks whether PostgreSQL is back; null if there is none. */
  let probe: Promise<unknown> | null = null;
  let answeredAt = 0;
  const askInTime = async <Result>({ begin, onSilence }: Question<Result>): Promise<Result> => {
    const beganAt = performance.now();
    /** True if other queries were answered after this one started. */
    const isAlive = () => answeredAt > beganAt + clearlyLater;
    const timer: { id?: NodeJS.Timeout } = {};
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(new NoAnswer('PostgreSQL did not answer in time.'));
      // If this process itself was blocked, the answer has arrived and is read first.
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
    // Limits the total wait: the caller has already waited for an earlier query, perhaps of the same request.
    const longEnough = delay(probeTime).then(() => {
      throw unavailable(new NoAnswer('PostgreSQL is not responding.'));
    });
    longEnough.catch(() => {}); // it may be over before
    if (probe !== null) await Promise.race([probe, longEnough]);
    if (!isAway) return askInTime(question);
    if (probe !== null) return longEnough;
    return Promise.race([startProbe(question), longEnough]);
  };
  /** A lane is free once nothing runs on it, which can be later than its answer. */
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
        // The driver may be unable to send anything on a connection that closed during a send.
        isUsable = !isClosedFault(error);
        throw error;
      } finally {
        if (state.isLate || !isUsable) end(lane);
        giveLane(state.isLate || !isUsable ? openLane() : lane);
      }
    };
    return inTime({
      begin: run, // if it ends late, the caller has already been refused
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
        used = sql; // may be a new connection after a wait
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
