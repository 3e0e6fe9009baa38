export type Slots = {
  /** Waits for a free slot, first come, first served. The returned function frees it. Rejects with the signal's reason. */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
};

/**
 * At most `limit()` holders at once; the limit may change while they wait. A slot is free when its holder says so: p-queue
 * frees it as soon as the signal aborts, while the task is still closing its files.
 */
export function createSlots(limit: () => number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function admit(): void {
    while (taken < limit()) {
      const next = waiting.shift();
      if (!next) return;
      taken += 1;
      next();
    }
  }

  function giveBack(): void {
    taken -= 1;
    admit();
  }

  return {
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(giveBack);
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
        admit();
      });
    },
  };
}
