import type { DownloadHold, Settings } from '../../ipc/contract.ts';
import { findOpening } from './download-hours.ts';

/** What the computer tells of its network and power. */
export type ComputerState = {
  /** False when there is no network at all. */
  readonly isOnline: () => boolean;
  /** Whether each byte may cost the person; null where the system does not tell. */
  readonly isMetered: () => Promise<boolean | null>;
  readonly onSleep: (listener: () => void) => void;
  readonly onWake: (listener: () => void) => void;
};

type HoldOptions = {
  readonly computer: ComputerState;
  readonly settings: () => Pick<Settings, 'downloadHours' | 'pauseOnMetered'>;
  /** Whether files come over a network: false for a server on this computer. */
  readonly usesNetwork: () => boolean;
  /** Whether anything is in the list that would continue. */
  readonly hasWork: () => boolean;
  readonly now: () => number;
  readonly onChange: (hold: DownloadHold | null) => void;
};

type Holds = {
  /** Why no download continues now; null while they may. */
  readonly read: () => DownloadHold | null;
  /** Looks again at once: a setting or the server is another. */
  readonly look: () => void;
  /** The person wants them now, until the reasons that stand are over. */
  readonly startAnyway: () => void;
  readonly start: () => void;
  readonly stop: () => void;
};

const lookInterval = 5000;
const meteredInterval = 60_000;

/** Holds all downloads up while the computer is offline or asleep, outside the chosen hours, and in a metered network. */
export function createHolds(options: HoldOptions): Holds {
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

  /** Asking may start a program of the system, so it is asked only while there is something to download. */
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
    read: () => hold,
    look: tick,
    startAnyway() {
      // Nothing can be done about a computer without a network.
      for (const { reason } of findReasons()) if (reason !== 'offline') overruled.add(reason);
      look();
    },
    start() {
      computer.onSleep(() => {
        isAsleep = true;
        look();
      });
      computer.onWake(() => {
        isAsleep = false;
        askedAt = Number.NEGATIVE_INFINITY; // perhaps in another network
        tick();
      });
      tick();
      timer = setInterval(tick, lookInterval).unref();
    },
    stop: () => clearInterval(timer),
  };
}
