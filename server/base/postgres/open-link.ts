import postgres from 'postgres';
import { AppError } from '../../contract/errors.ts';
import { codeOf } from '../storage/storage-fault.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Transaction = postgres.TransactionSql<{ bigint: number }>;

export type Link = {
  /**
   * Asks PostgreSQL. Throws UNAVAILABLE where it is away or does not answer in time; what was asked may have been done
   * then, or not.
   */
  ask<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
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

const awayCodes = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'ECONNREFUSED'],
  ...['ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // It is shut down, starts, takes no more connections, or has only been told to read.
  ...['57P01', '57P02', '57P03', '53300', '25006', 'NO_ANSWER'],
]);
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

/** Connections to PostgreSQL, of which none is waited for longer than a person would. */
export function openLink(url: string, options: LinkOptions = {}): Link {
  const { patience = usualPatience } = options;
  let sql = openSql(url, options);
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

  return {
    async ask(work) {
      const used = sql;
      const timer: { id?: NodeJS.Timeout } = {};
      const late = new Promise<never>((_, reject) => {
        timer.id = setTimeout(() => reject(new NoAnswer('PostgreSQL did not answer in time.')), patience);
      });
      try {
        const result = await Promise.race([work(used), late]);
        setAway(false);
        return result;
      } catch (error) {
        if (error instanceof NoAnswer) renew(used);
        if (isAwayFault(error)) setAway(true);
        throw isAwayFault(error) || isSlowFault(error) ? unavailable(error) : error;
      } finally {
        clearTimeout(timer.id);
      }
    },
    isAway: () => isAway,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([sql.end({ timeout: 2 }), ...old]);
    },
  };
}
