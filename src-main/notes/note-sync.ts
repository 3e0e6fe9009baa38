import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../server/contract/errors.ts';
import type { Words } from '../../server/contract/sentence.ts';
import type { Log } from '../platform/storage/log.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import { type Exchange, exchangeNotes } from './exchange-notes.ts';
import { isSameAccount, type NoteAccount } from './note-files.ts';

export type NoteServer = {
  readonly server: string;
  readonly id: string | null;
  readonly client: Pick<ServerClient, 'call'>;
  readonly learn: (id: string) => Promise<void>;
};

type SyncOptions = Omit<Exchange, 'account' | 'client' | 'after'> & {
  /** Null unless the signed-in user may keep notes. */
  readonly findServer: () => NoteServer | null;
  /** Called when notes arrive, and when the reason for unsent notes changes. */
  readonly onChange: (notSent: Words | null) => void;
  readonly log: Log;
  /** Milliseconds to wait for more changes before sending. */
  readonly pause?: number;
  /** Milliseconds between requests for notes from other computers. */
  readonly every?: number;
};

const minute = 60_000;
/** Expected states, not errors: a server without notes, an app without the scope, no server, or no sign-in. */
const expected: ReadonlySet<string> = new Set([
  ...['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED'],
]);

/** Synchronises the notes on this computer with the account while signed in. */
export function createNoteSync(options: SyncOptions) {
  const { findServer, onChange, log, pause = 1500, every = 5 * minute } = options;
  let progress: { readonly account: NoteAccount; readonly last: number } | null = null;
  let notSent: Words | null = null;
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let ticking: NodeJS.Timeout | null = null;
  let endedAt = 0;

  function take(isNew: boolean, refusal: Words | null): void {
    const isOther = !isDeepStrictEqual(refusal, notSent);
    notSent = refusal;
    if (isNew || isOther) onChange(notSent);
  }

  async function exchange(): Promise<void> {
    const found = findServer();
    if (found === null) {
      take(false, null);
      return;
    }
    const { server, client } = found;
    // Finds out only who owns the token: no entry has a greater number.
    const id = found.id ?? (await client.call('noteEntries', { after: Number.MAX_SAFE_INTEGER })).account;
    if (found.id === null) await found.learn(id);
    const account = { server, id };
    const after = progress !== null && isSameAccount(progress.account, account) ? progress.last : 0;
    const { last, isNew, refusal } = await exchangeNotes({ ...options, account, client, after });
    progress = { account, last };
    take(isNew, refusal);
  }

  async function attempt(): Promise<void> {
    try {
      await exchange();
    } catch (error) {
      const isExpected = error instanceof AppError && expected.has(error.code);
      if (!isExpected) log.warn('notes.not-exchanged', { error });
    } finally {
      endedAt = Date.now();
    }
  }

  async function repeat(): Promise<void> {
    do {
      isAsked = false;
      await attempt();
    } while (isAsked && !isStopped);
    running = null;
  }

  function run(): Promise<void> {
    isAsked = true;
    running ??= repeat();
    return running;
  }

  function wake(): void {
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void run();
    }, pause);
    timer.unref();
  }

  return {
    run,
    wake,
    notSent: () => notSent,
    /** Called when the user views notes, so that those from other computers are there. */
    look: () => {
      if (Date.now() - endedAt > minute / 2) wake();
    },
    start() {
      ticking = setInterval(wake, every);
      ticking.unref();
      wake();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      if (ticking !== null) clearInterval(ticking);
    },
  };
}
