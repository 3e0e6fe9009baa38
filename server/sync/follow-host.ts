import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, toIso } from '../base/clock.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import { type Problems, toProblem } from '../catalogue/write/problems.ts';
import type { SyncTimes } from '../config/tuning.ts';
import { sentence, textOf } from '../contract/sentence.ts';
import type { HostClient } from './host-client.ts';
import { HostFault } from './host-fault.ts';
import type { Turn } from './read-host.ts';

type Parts = {
  readonly id: number;
  readonly url: string;
  readonly client: HostClient;
  readonly turn: (signal: AbortSignal) => Promise<Turn>;
  readonly problems: Problems;
  readonly clock: Clock;
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly times: Pick<SyncTimes, 'idle' | 'firstPause' | 'longestPause' | 'probe' | 'hurry'>;
  readonly onChange: () => void;
  /** Called each time it was found out whether the host answers. */
  readonly onHealth: (isUp: boolean) => void;
  /** Called each time the host was fully read. */
  readonly onDone: () => void;
};

/** Milliseconds between checks whether the data folder is writable again. */
const unwritablePause = 1000;

/** Follows one host until closed, independently of the others. */
export function followHost(parts: Parts) {
  const { id, url, client, turn, problems, clock, storage, log, times } = parts;
  const closing = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isAnswering = false;
  let wasAsked = false;
  let attemptAt = Number.NEGATIVE_INFINITY;
  let faults = 0;
  let listed: 'no' | 'untilAnswer' | 'untilEnd' = 'untilAnswer';
  let isFollowing = false;
  /** When it last answered correctly, in milliseconds since 1970; null if never. */
  let heardAt: number | null = null;
  /** Number of changes not read yet; null before the first answer. */
  let behind: number | null = null;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<boolean> | null = null;
  /** Requests accepted before the close are still answered. */
  const probeSignal = new AbortController().signal;

  const note = (isUp: boolean) => {
    isAnswering = isUp;
    wasAsked = true;
    parts.onHealth(isUp);
  };
  const pause = async (milliseconds: number) => {
    waking = new AbortController();
    const signal = AbortSignal.any([closing.signal, waking.signal]);
    await sleep(milliseconds, null, { signal }).catch(() => {});
  };
  const succeed = ({ isDone, hasChanged, behind: left }: Turn) => {
    note(true);
    heardAt = clock();
    behind = left;
    if (faults > 0) log.info({ event: 'sync', host: url }, 'The file host can be followed again.');
    faults = 0;
    if (listed === 'untilAnswer' || (listed === 'untilEnd' && isDone)) {
      problems.clear(url, 'host');
      listed = 'no';
    }
    if (hasChanged) parts.onChange();
  };
  const fail = (error: unknown) => {
    const isFault = error instanceof HostFault;
    if (isFault && error.isDown) note(false);
    const reason = isFault
      ? error.reason
      : sentence`${{ host: url }} cannot be followed because of an error on this server; see its log.`;
    if (listed !== 'untilEnd') listed = isFault && error.isUnending ? 'untilEnd' : 'untilAnswer';
    problems.set(toProblem(url, 'host', reason), toIso(clock()));
    if (!isFault) log.error({ event: 'sync', host: url, err: error }, 'A file host could not be followed.');
    else if (faults === 0) log.warn({ event: 'sync', host: url }, textOf(reason));
    faults += 1;
  };
  const step = async () => {
    if (storage.refusal()) {
      wasAsked = false; // callers that need to know ask the host themselves
      await pause(unwritablePause);
      return;
    }
    attemptAt = performance.now();
    try {
      const done = await turn(closing.signal);
      succeed(done);
      if (!done.isDone) return;
      parts.onDone();
      await pause(Math.max(0, times.idle - (performance.now() - attemptAt)));
    } catch (error) {
      if (closing.signal.aborted) return;
      if (storage.explain(error) !== error) return;
      fail(error);
      const longest = Math.min(times.longestPause, times.firstPause * 2 ** Math.min(faults - 1, 20));
      // Random, so that many hosts coming back are not all asked at once.
      await pause(longest * (0.75 + Math.random() / 4));
    }
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      await step().catch((error: unknown) => {
        if (storage.explain(error) !== error) return;
        log.error({ event: 'sync', host: url, err: error }, 'The state of a file host could not be kept.');
        return pause(times.longestPause);
      });
    }
  };
  const probe = () => {
    probing ??= client
      .status(probeSignal, times.probe)
      .then(
        () => true,
        (error: unknown) => error instanceof HostFault && !error.isDown && isAnswering,
      )
      .then((isUp) => {
        note(isUp);
        probedAt = performance.now();
        return isUp;
      })
      .finally(() => {
        probing = null;
      });
    return probing;
  };

  return {
    id,
    /** Null while another process follows it. */
    state: () => (isFollowing ? { url, heardAt, behind } : null),
    /** Whether the host answers now: asks it, unless it is known to be down. */
    async isUp() {
      const isStale = !isFollowing && performance.now() - probedAt >= times.hurry;
      if (isAnswering || !wasAsked || isStale) return probe();
      // It may be back: check soon, but never wait for a host that is known to be down.
      if (performance.now() - attemptAt >= times.hurry) waking.abort();
      return false;
    },
    start() {
      isFollowing = true;
      running = run();
    },
    async close() {
      closing.abort();
      await running;
      isFollowing = false;
    },
  };
}
