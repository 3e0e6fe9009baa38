import { AppError, type ErrorCode } from '../../../server/contract/errors.ts';
import type { DownloadJob } from '../../platform/ipc/contract.ts';
import type { Group } from './ready-jobs.ts';

/** Milliseconds between tries; the last one repeats. */
export type RetryDelays = readonly number[];
export const defaultRetryDelays: RetryDelays = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** What a temporary failure affects: all downloads from the server, all into the library, or only this one. */
export type Reach = 'server' | 'library' | 'one';

const temporary: Partial<Record<ErrorCode, Reach>> = {
  UNAVAILABLE: 'server',
  RATE_LIMITED: 'server',
  UNAUTHENTICATED: 'server',
  INSUFFICIENT_STORAGE: 'library',
  INTERNAL: 'one',
  FILE_HOST_UNAVAILABLE: 'one',
};
/** Disks come back, and programs close their files. */
const temporaryOnDisk: readonly ErrorCode[] = ['UNAVAILABLE', 'FORBIDDEN'];

/** Returns null for failures that a retry cannot cure, and for our own bugs, which are not AppErrors. */
export function findReach(error: unknown): Reach | null {
  if (!(error instanceof AppError)) return null;
  const place = error.details?.place;
  if (temporaryOnDisk.includes(error.code) && place === 'library') return 'library';
  if (temporaryOnDisk.includes(error.code) && place === 'file') return 'one';
  return temporary[error.code] ?? null;
}

export function readRetryAfter(error: unknown): number {
  const seconds = error instanceof AppError ? error.details?.retryAfterSeconds : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}

export const delayOf = (delays: RetryDelays, tries: number) =>
  delays[Math.min(tries, delays.length - 1)] ?? 0;

type Gate = ReturnType<typeof createGate>;

/** A circuit breaker per server or library. A failure that affects all shuts it; after the wait, one scout tries first. */
function createGate(delays: RetryDelays, now: () => number) {
  let shutUntil: number | null = null;
  let scout: string | null = null;
  let tries = 0;

  return {
    admits: () => shutUntil === null || (scout === null && now() >= shutUntil),
    enter(id: string): void {
      if (shutUntil !== null) scout = id;
    },
    /** Records a success. Returns true if the gate was shut. */
    open(): boolean {
      const wasShut = shutUntil !== null;
      shutUntil = null;
      scout = null;
      tries = 0;
      return wasShut;
    },
    /** Records a temporary failure. Returns when the next download may try, in milliseconds since 1970. */
    shut(id: string, leastDelay: number): number {
      // While the gate is shut, only the scout's failure counts; the other downloads started before it shut.
      if (shutUntil === null || scout === id) {
        shutUntil = now() + Math.max(delayOf(delays, tries), leastDelay);
        scout = null;
        tries += 1;
      }
      return shutUntil;
    },
    /** Called when a download stopped for a reason of its own. */
    leave(id: string): void {
      if (scout === id) scout = null;
    },
    /** Lets one download try at once, because the user asked for it or conditions have changed. */
    hurry(): void {
      tries = 0;
      if (shutUntil !== null) shutUntil = now();
    },
    /** Returns when the next download may try; null if no time is set. */
    nextTry: () => (scout === null ? shutUntil : null),
  };
}

/** Keeps one gate per server and one per library, so that an outage holds up only the downloads that depend on it. */
export function createGates(delays: RetryDelays, now: () => number) {
  const servers = new Map<string, Gate>();
  const libraries = new Map<string, Gate>();
  const groups = new Map<Group, readonly Gate[]>();

  function find(gates: Map<string, Gate>, key: string | null): Gate {
    const gate = gates.get(key ?? '') ?? createGate(delays, now);
    gates.set(key ?? '', gate);
    return gate;
  }

  const both = ({ server, library }: Pick<DownloadJob, 'server' | 'library'>): readonly [Gate, Gate] => [
    find(servers, server),
    find(libraries, library),
  ];

  function gatesOf(group: Group): readonly Gate[] {
    const known = groups.get(group);
    if (known) return known;
    const [server, , library]: (string | null)[] = JSON.parse(group);
    const gates = both({ server: server ?? null, library: library ?? null });
    groups.set(group, gates);
    return gates;
  }

  const all = () => [...servers.values(), ...libraries.values()];

  return {
    /** Returns the gate that a failure of this reach shuts. */
    of(job: DownloadJob, reach: Reach): Gate | null {
      if (reach === 'one') return null;
      const [server, library] = both(job);
      return reach === 'server' ? server : library;
    },
    admits: (group: Group) => gatesOf(group).every((gate) => gate.admits()),
    enter(job: DownloadJob): void {
      for (const gate of both(job)) gate.enter(job.id);
    },
    /** Records a success. Returns the gates that were shut. */
    open: (job: DownloadJob): Gate[] => both(job).filter((gate) => gate.open()),
    leave(job: DownloadJob): void {
      for (const gate of both(job)) gate.leave(job.id);
    },
    hurry(): void {
      for (const gate of all()) gate.hurry();
    },
    /** Returns when the next download may try, in milliseconds since 1970; null if no time is set. */
    nextTry(): number | null {
      const times = all().flatMap((gate) => gate.nextTry() ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

type Wait = { readonly until: number; readonly gate: Gate | null };

/** Tracks downloads that wait for a retry, with one timer for all. */
export function createWaits(now: () => number, onDue: () => void) {
  const waits = new Map<string, Wait>();
  /** Sorted by time. The alarm of a finished wait is skipped when it is due. */
  let alarms: { readonly id: string; readonly until: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  /** `gate` is set if it also holds back other downloads. */
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
    end: (id: string) => void waits.delete(id),
    /** Returns the waits that became due since the last call; each stays until `end`. */
    takeDue(): string[] {
      const time = now();
      const due: string[] = [];
      while ((alarms[0]?.until ?? Number.POSITIVE_INFINITY) <= time) {
        const alarm = alarms.shift();
        if (alarm === undefined || waits.get(alarm.id)?.until !== alarm.until) continue;
        due.push(alarm.id);
      }
      return due;
    },
    findBehind: (gates: readonly Gate[]): string[] =>
      [...waits].flatMap(([id, { gate }]) => (gate !== null && gates.includes(gate) ? [id] : [])),
    hurry(): void {
      const until = now();
      alarms = [];
      for (const [id, wait] of [...waits]) begin(id, { ...wait, until });
    },
    /** Calls `onDue` when the first wait is due, or at `other` if that is earlier. */
    setTimer(other: number | null): void {
      clearTimeout(timer);
      const next = Math.min(alarms[0]?.until ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
      if (Number.isFinite(next)) timer = setTimeout(onDue, Math.max(1, next - now())).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
