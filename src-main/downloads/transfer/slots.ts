export type Slots = ReturnType<typeof createSlots>;

type SlotLimits = { readonly inAll: () => number; readonly perHost: () => number };
type Waiting = { readonly host: string; readonly enter: () => void };

/**
 * Limits the holders in total and per host; the limits can change at any time, and a busy host does not hold up others.
 * A holder frees its slot itself: p-queue would free it as soon as the signal aborts, while the task still closes its
 * files.
 */
export function createSlots({ inAll, perHost }: SlotLimits) {
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
    /** Waits for a host's slot, first come, first served. Returns a function that frees it. Rejects with the signal's reason. */
    take(host: string, signal: AbortSignal): Promise<() => void> {
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
