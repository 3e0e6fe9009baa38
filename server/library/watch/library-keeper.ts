import type { Settling } from '../scan/settling.ts';

export type Keeper = {
  /** Somebody changed something in this folder. */
  readonly touch: (folder: string) => void;
  /** Begins to follow changes and to sweep. */
  readonly start: () => void;
  readonly close: () => void;
};

type Options = {
  /** Of everything, without `only`. */
  readonly scan: (only?: readonly string[]) => Promise<void>;
  readonly settling: Settling;
  /** How often everything is looked through, in milliseconds; 0: never. */
  readonly sweepMs: number;
  /** Whether a folder or share is away that should be looked for more often. */
  readonly isSomethingAway: () => boolean;
  readonly onError: (error: unknown) => void;
};

const storm = 2000;
const debounceMs = 150;
const awayMs = 15_000;

/** Brings many events into few scans: one at a time, of the touched folders only, and of everything now and then. */
export function createKeeper({ scan, settling, sweepMs, isSomethingAway, onError }: Options): Keeper {
  const touched = new Set<string>();
  let soon: NodeJS.Timeout | null = null;
  let sweep: NodeJS.Timeout | null = null;
  let isStarted = false;
  let isClosed = false;

  function planSettling(): void {
    if (settling.folders().length > 0) planScan(settling.quietMs);
  }

  function planScan(delay: number): void {
    if (!isStarted || isClosed || soon) return;
    soon = setTimeout(() => {
      const folders = [...touched, ...settling.folders()];
      touched.clear();
      // Kept until the scan ends, so that what happens meanwhile makes one more scan, not many.
      scan(folders.length > storm ? undefined : folders)
        .catch(onError)
        .finally(() => {
          soon = null;
          if (touched.size > 0) planScan(debounceMs);
          else planSettling();
        });
    }, delay);
  }

  function planSweep(): void {
    if (!isStarted || isClosed || sweepMs === 0) return;
    sweep = setTimeout(
      () => {
        scan()
          .catch(onError)
          .finally(() => {
            planSweep();
            planSettling();
          });
      },
      isSomethingAway() ? Math.min(sweepMs, awayMs) : sweepMs,
    );
  }

  return {
    touch(folder) {
      if (touched.size <= storm) touched.add(folder);
      planScan(debounceMs);
    },
    start() {
      isStarted = true;
      planSweep();
      planSettling();
    },
    close() {
      isClosed = true;
      if (soon) clearTimeout(soon);
      if (sweep) clearTimeout(sweep);
    },
  };
}
