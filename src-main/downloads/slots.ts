export type Slots = {
  /**
   * Waits for a free slot for a host, first come, first served. The returned function frees it. Rejects with the signal's
   * reason.
   */
  readonly take: (host: string, signal: AbortSignal) => Promise<() => void>;
};

type SlotLimits = { readonly inAll: () => number; readonly perHost: () => number };
type Waiting = { readonly host: string; readonly enter: () => void };

/**
 * So many holders at once, in all and per host; the limits may change while they wait, and a waiter for a busy host
 * does not hold up the others. A slot is free when its holder says so: p-queue frees it as soon as the signal aborts, while
 * the task is still closing its files.
 */
export function createSlots({ inAll, perHost }: SlotLimits): Slots {
  const waiting: Waiting[] = [];
  const taken = new Map<string, number>();
  let takenInAll = 0;

  function count(host: string, change: 1 | -1): void {
    const next = (taken.get(host) ?? 0) + change;
    if (next === 0) taken.delete(host);
    else taken.set(host, next);
    takenInAll += change;
  }

  function admit(): void {
    while (takenInAll < inAll()) {
      const index = waiting.findIndex(({ host }) => (taken.get(host) ?? 0) < perHost());
      const [next] = index === -1 ? [] : waiting.splice(index, 1);
      if (!next) return;
      count(next.host, 1);
      next.enter();
    }
  }

  return {
    take(host, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const giveBack = () => {
          count(host, -1);
          admit();
        };
        const own: Waiting = {
          host,
          enter() {
            signal.removeEventListener('abort', leave);
            resolve(giveBack);
          },
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(own), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(own);
        admit();
      });
    },
  };
}
