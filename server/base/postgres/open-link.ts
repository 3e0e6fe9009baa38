import postgres from 'postgres';
import { AppError } from '../../contract/errors.ts';
import { codeOf } from '../storage/storage-fault.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = Sql;

export type Link = {
  /**
   * Asks PostgreSQL. Throws UNAVAILABLE where it is away or does not answer in time; what was asked may have been done
   * then, or not. While it is away one question at a time finds out whether it is back, and the others wait for nothing.
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
/** And one that finds out whether it is back. */
const probePatience = 1000;
/** A statement that takes too long is given up before it is taken for silence. */
const slowBefore = 250;

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
    connection: {
      application_name: name,
      statement_timeout: patience - slowBefore,
      lock_timeout: patience - slowBefore,
    },
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
const silentCodes = new Set(['NO_ANSWER', 'CONNECT_TIMEOUT']);
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

type Question<Result> = {
  readonly begin: () => Promise<Result>;
  /** Milliseconds. */
  readonly wait: number;
  readonly onSilence: () => void;
};

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
  const endNow = (one: Sql) => {
    const ended = one.end({ timeout: 0 }).finally(() => old.delete(ended));
    old.add(ended);
  };
  /** What does not answer is not asked again: its connections may lead nowhere. */
  const renew = (silent: Sql) => {
    if (sql !== silent) return;
    sql = openSql(url, options);
    endNow(silent);
  };

  let isProbed = false;
  const inTime = async <Result>({ begin, wait, onSilence }: Question<Result>): Promise<Result> => {
    const isProbe = isAway;
    if (isProbe && isProbed) throw unavailable(new NoAnswer('PostgreSQL does not answer.'));
    isProbed = isProbe;
    const timer: { id?: NodeJS.Timeout } = {};
    const late = new Promise<never>((_, reject) => {
      timer.id = setTimeout(() => reject(new NoAnswer('PostgreSQL did not answer in time.')), wait);
    });
    try {
      const result = await Promise.race([begin(), late]);
      setAway(false);
      return result;
    } catch (error) {
      if (silentCodes.has(codeOf(error))) onSilence();
      if (isAwayFault(error)) setAway(true);
      throw isAwayFault(error) || isSlowFault(error) ? unavailable(error) : error;
    } finally {
      clearTimeout(timer.id);
      if (isProbe) isProbed = false;
    }
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
        if (state.isLate || !isUsable) endNow(lane);
        giveLane(state.isLate || !isUsable ? openLane() : lane);
      }
    };
    return inTime({
      begin: run, // if it ends late, who waited was told by then
      wait: patience,
      onSilence() {
        state.isLate = true;
        if (state.lane !== null) endNow(state.lane);
      },
    });
  };

  return {
    ask(work) {
      const used = sql;
      const wait = isAway ? Math.min(patience, probePatience) : patience;
      return inTime({ begin: () => work(used), wait, onSilence: () => renew(used) });
    },
    transact: runInLane,
    isAway: () => isAway,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([...[sql, ...free].map((one) => one.end({ timeout: 2 })), ...old]);
    },
  };
}
