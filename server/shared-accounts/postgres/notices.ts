import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type Link, openSql, type Sql } from './open-link.ts';

export type Notices = {
  /** Identifies this process in notices. */
  readonly origin: string;
  /** Whether notices of other processes arrive, so that cached values can be trusted. */
  isHeard(): boolean;
  onNotice(listener: (notice: string) => void): void;
  /** Adds a listener for each reconnection, after which notices may have been missed. */
  onHeardAgain(listener: () => void): void;
  /** Resolves once it listens, or once PostgreSQL turns out to be unreachable. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Milliseconds between heartbeats that a process sends to itself through PostgreSQL; shorter while it is unreachable. */
const beatEvery = { usually: 1000, away: 250 };
/** Milliseconds without a heartbeat after which a connection counts as dead. */
const longestSilence = 4000;

/** Listens to other processes through PostgreSQL, and detects when it cannot hear them. */
export function openNotices(url: string, link: Link): Notices {
  const origin = randomUUID();
  const listeners: ((notice: string) => void)[] = [];
  const heardAgain: (() => void)[] = [];
  const state: { sql: Sql | null; heardAt: number; openedAt: number; timer: NodeJS.Timeout | null } = {
    ...{ sql: null, heardAt: Number.NEGATIVE_INFINITY, openedAt: 0, timer: null },
  };
  let isClosed = false;
  const isHeard = () => performance.now() - state.heardAt < longestSilence;

  const hear = (notice: string) => {
    if (notice !== `beat ${origin}`) {
      for (const listen of listeners) listen(notice);
      return;
    }
    const wasHeard = isHeard();
    state.heardAt = performance.now();
    if (!wasHeard) for (const tell of heardAgain) tell();
  };
  const open = async () => {
    const sql = openSql(url, { max: 1 });
    state.sql = sql;
    state.openedAt = performance.now();
    // Notices are lost while disconnected, so nothing counts as heard until the next heartbeat.
    await sql.listen('lodestock', hear, () => {
      state.heardAt = Number.NEGATIVE_INFINITY;
    });
  };
  const reopen = async () => {
    await state.sql?.end({ timeout: 0 });
    if (!isClosed) await open();
  };
  const beat = async () => {
    await link.ask((sql) => sql`SELECT pg_notify('lodestock', ${`beat ${origin}`})`);
    const now = performance.now();
    if (!isHeard() && now - state.openedAt > longestSilence) await reopen();
  };
  const goOn = () => {
    if (isClosed) return;
    const wait = link.isAway() || !isHeard() ? beatEvery.away : beatEvery.usually;
    state.timer = setTimeout(() => {
      // A failed heartbeat needs no handling: requests for accounts find out themselves.
      beat()
        .catch(() => {})
        .finally(goOn);
    }, wait).unref();
  };

  return {
    origin,
    isHeard,
    onNotice: (listener) => void listeners.push(listener),
    onHeardAgain: (listener) => void heardAgain.push(listener),
    async start() {
      await Promise.race([
        open(),
        new Promise((resolve) => setTimeout(resolve, longestSilence).unref()),
      ]).catch(() => {});
      await beat().catch(() => {});
      goOn();
    },
    async close() {
      isClosed = true;
      if (state.timer !== null) clearTimeout(state.timer);
      await state.sql?.end({ timeout: 0 });
    },
  };
}
