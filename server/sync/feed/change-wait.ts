import { setTimeout as sleep } from 'node:timers/promises';

export type ChangeWait = {
  /** Settles when there is a change after `since`, when the time is over, the caller gone or the server closing. */
  wait(wish: { since: number; milliseconds: number; signal: AbortSignal }): Promise<void>;
  /** Lets everybody go who waits now or later. */
  close(): void;
};

const step = 200;

/** Polls, because another process may write the catalogue. */
export function createChangeWait(head: () => number): ChangeWait {
  const closing = new AbortController();
  return {
    async wait({ since, milliseconds, signal }) {
      const end = Date.now() + milliseconds;
      const over = AbortSignal.any([signal, closing.signal]);
      while (!over.aborted && head() <= since && Date.now() < end) {
        const pause = Math.min(step, Math.max(1, end - Date.now()));
        await sleep(pause, null, { signal: over }).catch(() => {});
      }
    },
    close: () => closing.abort(),
  };
}
