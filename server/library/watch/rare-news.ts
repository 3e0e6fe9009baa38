/** After news was told, the next waits this many times as long as that took, but not too long. */
const calm = 4;
const longestCalmMs = 5000;

type Options = {
  /** Its errors are its own. */
  readonly tell: () => Promise<unknown>;
  /** Waits so many milliseconds; rejects when nothing is to be told any more. */
  readonly wait: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
};

/** Tells often repeated news so rarely that telling takes a fifth of the time; the last news is always told. */
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
