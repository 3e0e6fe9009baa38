import postgres from 'postgres';
import { AppError } from '../../contract/errors.ts';
import { codeOf } from '../storage/storage-fault.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = Sql;

export type Link = {
  /**
   * Asks PostgreSQL. Throws UNAVAILABLE where it is away or does not answer in time; what was asked may have been done
   * then, or not.
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

/** Milliseconds that a question waits for its answer. */
const usualPatience = 2500;

/** Whole numbers below 2^53, as everything that is counted here is. */
const types = { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } };

export type LinkOptions = {
  /** Connections at most. */
  readonly max?: number;
  readonly patience?: number;
  /** By which its connections are told from those of others. */
  readonly name?: string;
};

export const serverName = 'lodestock';

export const openSql = (
  url: string,
  { max = 4, patience = usualPatience, name = serverName }: LinkOptions = {},
): Sql =>
  postgres(url, {
    ...{ max, types, fetch_types: false },
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    keep_alive: 5,
    backoff: () => 0.1,
    onnotice: () => {},
    connection: { application_name: name, statement_timeout: patience, lock_timeout: patience },
  });

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
const isAwayFault = (error: unknown) => awayCodes.has(codeOf(error));
/** A statement that was given up as it took too long: of locks that others hold, or of a busy machine. */
const isSlowFault = (error: unknown) => ['57014', '55P03'].includes(codeOf(error));

const unavailable = (cause: unknown) =>
  new AppError(
    'UNAVAILABLE',
    'The accounts of this server cannot be reached now. Nothing is charged twice; try again in a moment.',
    { cause },
  );

class NoAnswer extends Error {
  readonly code = 'NO_ANSWER';
}

/**
 * Runs work as one transaction on a connection that nothing else uses meanwhile. Nothing more is sent on one that closed:
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

/** Transactions at a time; each has a connection of its own. */
const lanes = 3;

/** Connections to PostgreSQL, of which none is waited for longer than a person would. */
export function openLink(url: string, options: LinkOptions = {}): Link {
  const { patience = usualPatience } = options;
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
  /** What does not answer is not asked again: its connections may lead nowhere. */
  const renew = (silent: Sql) => {
    if (sql !== silent) return;
    sql = openSql(url, options);
    const ended = silent.end({ timeout: 0 }).finally(() => old.delete(ended));
    old.add(ended);
  };

  const inTime = async <Result>(work: Promise<Result>, onSilence: () => void): Promise<Result> => {
    const timer: { id?: NodeJS.Timeout } = {};
    const late = new Promise<never>((_, reject) => {
      timer.id = setTimeout(() => reject(new NoAnswer('PostgreSQL did not answer in time.')), patience);
    });
    try {
      const result = await Promise.race([work, late]);
      setAway(false);
      return result;
    } catch (error) {
      if (error instanceof NoAnswer) onSilence();
      if (isAwayFault(error)) setAway(true);
      throw isAwayFault(error) || isSlowFault(error) ? unavailable(error) : error;
    } finally {
      clearTimeout(timer.id);
    }
  };
  /** A lane is free again once nothing runs on it any more, which may be later than its answer. */
  const runInLane = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    const state: { isLate: boolean; lane: Sql | null } = { isLate: false, lane: null };
    const run = async () => {
      const lane = await takeLane();
      state.lane = lane;
      try {
        if (state.isLate) throw new NoAnswer('Nobody waits for it any more.');
        return await inTransaction(lane, work);
      } finally {
        giveLane(state.isLate ? openLane() : lane);
      }
    };
    const running = run();
    running.catch(() => {}); // who waited was told by then
    return inTime(running, () => {
      state.isLate = true;
      if (state.lane === null) return;
      const ended = state.lane.end({ timeout: 0 }).finally(() => old.delete(ended));
      old.add(ended);
    });
  };

  return {
    ask(work) {
      const used = sql;
      return inTime(work(used), () => renew(used));
    },
    transact: runInLane,
    isAway: () => isAway,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([...[sql, ...free].map((one) => one.end({ timeout: 2 })), ...old]);
    },
  };
}
