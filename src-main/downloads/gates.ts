import type { DownloadJob } from '../ipc/contract.ts';
import { createGate, type Gate, type Reach, type RetryDelays } from './gate.ts';
import type { Lane } from './lineup.ts';

type Facts = Pick<DownloadJob, 'server' | 'library'>;

/** One gate per server and per library: what is away holds up only the downloads that need it. */
type Gates = {
  /** The gate that a failure of this reach shuts. */
  readonly of: (job: DownloadJob, reach: Reach) => Gate | null;
  /** Whether a download of the lane may start now. */
  readonly admit: (lane: Lane) => boolean;
  readonly enter: (job: DownloadJob) => void;
  /** The download got through. Returns the gates that were shut. */
  readonly open: (job: DownloadJob) => Gate[];
  readonly leave: (job: DownloadJob) => void;
  readonly hurry: () => void;
  /** When the next download may try, in milliseconds since 1970; null while none waits for a time. */
  readonly nextTry: () => number | null;
};

export function createGates(delays: RetryDelays, now: () => number): Gates {
  const servers = new Map<string, Gate>();
  const libraries = new Map<string, Gate>();
  const lanes = new Map<Lane, readonly Gate[]>();

  function find(gates: Map<string, Gate>, key: string | null): Gate {
    const gate = gates.get(key ?? '') ?? createGate(delays, now);
    gates.set(key ?? '', gate);
    return gate;
  }

  const both = ({ server, library }: Facts): readonly [Gate, Gate] => [
    find(servers, server),
    find(libraries, library),
  ];

  function readLane(lane: Lane): readonly Gate[] {
    const known = lanes.get(lane);
    if (known) return known;
    const [server, , library]: (string | null)[] = JSON.parse(lane);
    const gates = both({ server: server ?? null, library: library ?? null });
    lanes.set(lane, gates);
    return gates;
  }

  const all = () => [...servers.values(), ...libraries.values()];

  return {
    of(job, reach) {
      if (reach === 'one') return null;
      const [server, library] = both(job);
      return reach === 'server' ? server : library;
    },
    admit: (lane) => readLane(lane).every((gate) => gate.admits()),
    enter(job) {
      for (const gate of both(job)) gate.enter(job.id);
    },
    open: (job) => both(job).filter((gate) => gate.open(job.id)),
    leave(job) {
      for (const gate of both(job)) gate.leave(job.id);
    },
    hurry() {
      for (const gate of all()) gate.hurry();
    },
    nextTry() {
      const times = all().flatMap((gate) => gate.nextTry() ?? []);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}
