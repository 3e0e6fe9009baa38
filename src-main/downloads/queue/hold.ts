import type { DownloadHold, Settings } from '../../platform/ipc/contract.ts';
import type { DownloadHours } from '../../platform/ipc/settings-fields.ts';
import type { ComputerState } from '../../platform/kernel.ts';

type HoldOptions = {
  readonly computer: ComputerState;
  readonly settings: () => Pick<Settings, 'downloadHours' | 'pauseOnMetered'>;
  /** False for a server on this computer. */
  readonly usesNetwork: () => boolean;
  readonly hasWork: () => boolean;
  readonly now: () => number;
  readonly onChange: (hold: DownloadHold | null) => void;
};

/** Returns a time on a local day, with the daylight saving of that day. */
function at(now: Date, dayOffset: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + dayOffset, hours, minutes);
}

/** Returns the hours that start `dayOffset` days from now; null if the day has none. */
function findHours({ from, to, days }: DownloadHours, now: Date, dayOffset: number) {
  const begin = at(now, dayOffset, from);
  if (!days.includes(begin.getDay())) return null;
  return { begin, end: at(now, to > from ? dayOffset : dayOffset + 1, to) };
}

/** Returns when downloads may next run, in milliseconds since 1970; null if they may run now. */
export function findOpening(hours: DownloadHours, now: Date): number | null {
  for (const dayOffset of [-1, 0, 1, 2, 3, 4, 5, 6, 7]) {
    const found = findHours(hours, now, dayOffset);
    if (found === null || found.end <= now) continue;
    return found.begin <= now ? null : found.begin.getTime();
  }
  return now.getTime() + 24 * 60 * 60 * 1000; // unreachable: the schema requires a day
}

const lookInterval = 5000;
const meteredInterval = 60_000;

/** Holds all downloads while the computer is offline or asleep, outside the chosen hours, and on a metered network. */
export function createHolds(options: HoldOptions) {
  const { computer, settings, usesNetwork, now } = options;
  let hold: DownloadHold | null = null;
  let isAsleep = false;
  let isMetered = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let overruled = new Set<DownloadHold['reason']>();
  let timer: NodeJS.Timeout | undefined;

  function findReasons(): DownloadHold[] {
    const { downloadHours, pauseOnMetered } = settings();
    const reasons: DownloadHold[] = [];
    if (isAsleep) reasons.push({ reason: 'asleep', until: null });
    if (usesNetwork() && !computer.isOnline()) reasons.push({ reason: 'offline', until: null });
    const opening = downloadHours === null ? null : findOpening(downloadHours, new Date(now()));
    if (opening !== null) reasons.push({ reason: 'hours', until: new Date(opening).toISOString() });
    if (usesNetwork() && pauseOnMetered && isMetered) reasons.push({ reason: 'metered', until: null });
    return reasons;
  }

  function look(): void {
    const reasons = findReasons();
    overruled = new Set([...overruled].filter((one) => reasons.some(({ reason }) => reason === one)));
    const next = reasons.find(({ reason }) => !overruled.has(reason)) ?? null;
    if (JSON.stringify(next) === JSON.stringify(hold)) return;
    hold = next;
    options.onChange(hold);
  }

  /** The query can start a system program, so it runs only while there is something to download. */
  async function askMetered(): Promise<void> {
    const isNeeded = settings().pauseOnMetered && usesNetwork() && options.hasWork();
    if (!isNeeded || now() - askedAt < meteredInterval) return;
    askedAt = now();
    isMetered = (await computer.isMetered().catch(() => null)) === true;
    look();
  }

  function tick(): void {
    look();
    void askMetered();
  }

  return {
    /** Returns why no download may run now; null if they may. */
    read: () => hold,
    /** Checks at once, after a change of settings or server. */
    look: tick,
    /** Overrides each of the current reasons until it has passed. */
    startAnyway(): void {
      for (const { reason } of findReasons()) if (reason !== 'offline') overruled.add(reason);
      look();
    },
    start(): void {
      computer.onSleep(() => {
        isAsleep = true;
        look();
      });
      computer.onWake(() => {
        isAsleep = false;
        askedAt = Number.NEGATIVE_INFINITY; // the network may have changed
        tick();
      });
      tick();
      timer = setInterval(tick, lookInterval).unref();
    },
    stop: () => clearInterval(timer),
  };
}
