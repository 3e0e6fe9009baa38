import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Storage } from './storage.ts';

/** How a piece of work ended; `changed`: listings show something else than before. */
export type Turn = { readonly changed: boolean };

type Work = {
  /** The catalogue's; `onChange` calls back after each of its changes. */
  readonly readiness: {
    readonly isReady: () => boolean;
    readonly onChange: (listener: () => Promise<void>) => void;
  };
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
  /** Whether there may be work at all. */
  readonly hasBegun: () => boolean;
  /** Does what is due next; null when nothing is. */
  readonly turn: () => Promise<Turn | null>;
  readonly onChange: () => Promise<void>;
  /** Called when nothing is due any more, and when the server ends. */
  readonly rest: () => Promise<void>;
  /** Ends a turn that is under way. */
  readonly close: () => void;
  /** The log's sentence about a turn that threw. */
  readonly failure: { readonly event: string; readonly message: string };
};

const lookEvery = 1000;

/** Does one piece of background work after another while the server runs, the library is read and its disk takes writes. */
export function keepWorking(http: FastifyInstance, work: Work): void {
  const { readiness, storage, failure } = work;
  let running: Promise<void> | null = null;
  let isEnding = false;
  const workOff = async () => {
    for (let turn = await work.turn(); turn !== null; turn = await work.turn()) {
      if (turn.changed) await work.onChange();
      await nextTurn();
      if (isEnding || storage.refusal()) break;
    }
    await work.rest();
  };
  const look = () => {
    if (isEnding || !work.hasBegun() || running !== null || !readiness.isReady() || storage.refusal()) return;
    running = workOff()
      .catch((error: unknown) => {
        if (storage.explain(error) !== error) return;
        http.log.error({ event: failure.event, err: error }, failure.message);
      })
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, lookEvery).unref();
  readiness.onChange(async () => look());
  http.addHook('preClose', async () => {
    isEnding = true;
    clearInterval(timer);
    work.close();
    await running;
    await work.rest();
  });
}
