import type { Settling } from '../scan/folders/settling.ts';

export type Keeper = ReturnType<typeof createKeeper>;

type Options = {
  /** Scans everything if `only` is absent. */
  readonly scan: (only?: readonly string[]) => Promise<void>;
  readonly settling: Settling;
  /** Interval between complete scans, in milliseconds; 0: never. */
  readonly sweepMs: number;
  /** True while a folder or share is missing, so that sweeps are more frequent. */
  readonly isSomethingAway: () => boolean;
  /** True if one of them has returned, so that a complete scan starts at once. */
  readonly isSomethingBack?: () => boolean;
  /** Called with the first of several failures in a row. */
  readonly onError: (error: unknown) => void;
};

const storm = 2000;
const debounceMs = 150;
const awayMs = 15_000;
const lookMs = 1000;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** Combines events into few scans, one at a time, of touched folders, sometimes of all. Retries with growing pauses. */
export function createKeeper({
  scan,
  settling,
  sweepMs,
  isSomethingAway,
  isSomethingBack,
  onError,
}: Options) {
  const touched = new Set<string>();
  let isAllDue = false;
  let failures = 0;
  let soon: NodeJS.Timeout | null = null;
  let isScanning = false;
  let sweep: NodeJS.Timeout | null = null;
  let isSweeping = false;
  let look: NodeJS.Timeout | null = null;
  let isStarted = false;
  let isClosed = false;

  const retryDelay = () => Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 20));

  function fail(error: unknown): void {
    failures += 1;
    if (failures === 1) onError(error);
  }

  function planNext(): void {
    const isDue = isAllDue || touched.size > 0;
    if (failures > 0 && isDue) planScan(retryDelay());
    else if (isDue) planScan(debounceMs);
    else if (settling.folders().length > 0) planScan(settling.quietMs);
  }

  async function scanDue(): Promise<void> {
    const folders = [...touched, ...settling.folders()];
    const isAll = isAllDue || folders.length > storm;
    touched.clear();
    isAllDue = false;
    try {
      await scan(isAll ? undefined : folders);
      failures = 0;
    } catch (error) {
      isAllDue ||= isAll;
      for (const folder of isAll ? [] : folders) touched.add(folder);
      fail(error);
    }
  }

  function planScan(delay: number): void {
    // All events during a scan lead to a single further scan.
    if (!isStarted || isClosed || soon || isScanning) return;
    soon = setTimeout(() => {
      soon = null;
      isScanning = true;
      scanDue().finally(() => {
        isScanning = false;
        planNext();
      });
    }, delay);
  }

  function planSweep(): void {
    if (!isStarted || isClosed || sweepMs === 0) return;
    if (sweep) clearTimeout(sweep);
    sweep = setTimeout(sweepNow, isSomethingAway() ? Math.min(sweepMs, awayMs) : sweepMs);
  }

  function sweepNow(): void {
    if (isSweeping) return;
    isSweeping = true;
    scan()
      .then(() => {
        failures = 0;
      }, miss)
      .finally(() => {
        isSweeping = false;
        planSweep();
        planNext();
      });
  }

  function miss(error: unknown): void {
    isAllDue = true;
    fail(error);
  }

  return {
    /** Reports a change in this folder. */
    touch(folder: string) {
      if (touched.size <= storm) touched.add(folder);
      planScan(failures > 0 ? retryDelay() : debounceMs);
    },
    /** Schedules a complete scan after a failed one. */
    miss,
    /** Retries immediately, as what failed may work now. */
    retry() {
      if (failures === 0 || !soon) return;
      clearTimeout(soon);
      soon = null;
      planScan(0);
    },
    start() {
      if (!isStarted) {
        isStarted = true;
        planSweep();
        if (isSomethingBack) look = setInterval(() => isSomethingBack() && sweepNow(), lookMs).unref();
      }
      planNext();
    },
    close() {
      isClosed = true;
      if (soon) clearTimeout(soon);
      if (sweep) clearTimeout(sweep);
      if (look) clearInterval(look);
    },
  };
}
