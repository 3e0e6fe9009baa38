import { setTimeout as sleep } from 'node:timers/promises';

export type ChangeWait = ReturnType<typeof createChangeWait>;

const step = 200;

/** Polls, because another process can write the catalogue. */
export function createChangeWait(head: () => number) {
  const closing = new AbortController();
  return {
    /** Resolves at a change after `since`, on timeout, or when the caller disconnects or the server closes. */
    async wait({
      since,
      milliseconds,
      signal,
    }: {
      since: number;
      milliseconds: number;
      signal: AbortSignal;
    }) {
      const end = Date.now() + milliseconds;
      const over = AbortSignal.any([signal, closing.signal]);
      while (!over.aborted && head() <= since && Date.now() < end) {
        const pause = Math.min(step, Math.max(1, end - Date.now()));
        await sleep(pause, null, { signal: over }).catch(() => {});
      }
    },
    /** Releases all current and future waits. */
    close: () => closing.abort(),
  };
}
