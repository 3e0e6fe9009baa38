import type { Gate } from './gate.ts';

type Wait = { readonly until: number; readonly gate: Gate | null };

/** Downloads that try again on their own, and the one timer for all of them. */
type Waits = {
  /** `gate` is what holds it back, if that holds back others too. */
  readonly begin: (id: string, wait: Wait) => void;
  readonly end: (id: string) => void;
  /** Those whose time has come since the last call; each keeps waiting until `end`. */
  readonly takeDue: () => string[];
  readonly findBehind: (gates: readonly Gate[]) => string[];
  /** Everybody is due. */
  readonly hurry: () => void;
  /** Comes back for the first that is not due yet, or at another time if that is earlier. */
  readonly setTimer: (other: number | null) => void;
  readonly stop: () => void;
};

type Alarm = { readonly id: string; readonly until: number };

export function createWaits(now: () => number, onDue: () => void): Waits {
  const waits = new Map<string, Wait>();
  /** Sorted by time; those of waits that have ended are skipped when their time comes. */
  let alarms: Alarm[] = [];
  let timer: NodeJS.Timeout | undefined;

  function begin(id: string, wait: Wait): void {
    waits.set(id, wait);
    let [low, high] = [0, alarms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((alarms[middle]?.until ?? 0) <= wait.until) low = middle + 1;
      else high = middle;
    }
    alarms.splice(low, 0, { id, until: wait.until });
  }

  return {
    begin,
    end: (id) => void waits.delete(id),
    takeDue() {
      const time = now();
      const due: string[] = [];
      while ((alarms[0]?.until ?? Number.POSITIVE_INFINITY) <= time) {
        const alarm = alarms.shift();
        if (alarm === undefined || waits.get(alarm.id)?.until !== alarm.until) continue;
        due.push(alarm.id);
      }
      return due;
    },
    findBehind: (gates) =>
      [...waits].flatMap(([id, { gate }]) => (gate !== null && gates.includes(gate) ? [id] : [])),
    hurry() {
      const until = now();
      alarms = [];
      for (const [id, wait] of [...waits]) begin(id, { ...wait, until });
    },
    setTimer(other) {
      clearTimeout(timer);
      const next = Math.min(alarms[0]?.until ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
      if (Number.isFinite(next)) timer = setTimeout(onDue, Math.max(1, next - now())).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
