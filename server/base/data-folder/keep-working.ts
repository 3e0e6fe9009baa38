import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Storage } from './storage.ts';

/** Result of one turn; `changed`: listings now show something different. */
export type Turn = { readonly changed: boolean };

type Work = {
  /** The catalogue's readiness; `onChange` listeners run after each of its changes. */
  readonly readiness: {
    readonly isReady: () => boolean;
    readonly onChange: (listener: () => Promise<void>) => void;
  };
  readonly storage: Pick<Storage, 'refusal' | 'explain'>;
  /** Whether there may be any work yet. */
  readonly hasBegun: () => boolean;
  /** Does what is due next; null if nothing is. */
  readonly turn: () => Promise<Turn | null>;
  readonly onChange: () => Promise<void>;
  /** Called when nothing is due any more, and when the server closes. */
  readonly rest: () => Promise<void>;
  /** Aborts the running turn. */
  readonly close: () => void;
  /** What to log about a turn that threw. */
  readonly failure: { readonly event: string; readonly message: string };
};

const lookEvery = 1000;

/** Does background work, one turn at a time, once the library has been read and while its disk accepts writes. */
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
