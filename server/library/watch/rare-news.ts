/** Pause after each announcement, as a multiple of its duration, up to `longestCalmMs`. */
const calm = 4;
const longestCalmMs = 5000;

type Options = {
  /** Reports its own errors. */
  readonly tell: () => Promise<unknown>;
  /** Waits this many milliseconds; rejects when no more announcements are wanted. */
  readonly wait: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
};

/** Throttles frequent announcements to a fifth of the time. The last one is never lost. */
export function createRareNews({ tell, wait, now = () => performance.now() }: Options): () => void {
  let told = Promise.resolve();
  let isDue = false;
  let calmUntil = 0;
  const tellInTime = async () => {
    await wait(Math.max(0, calmUntil - now()));
    isDue = false;
    const start = now();
    await tell().catch(() => {});
    calmUntil = now() + Math.min(longestCalmMs, calm * (now() - start));
  };
  return () => {
    if (isDue) return;
    isDue = true;
    told = told.then(tellInTime).catch(() => {});
  };
}
