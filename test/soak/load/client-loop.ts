import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../bench/catalogue/random.ts';

type Stop = AbortSignal;

/** Waits as a person or program does between two requests, or until the run ends. */
async function think(milliseconds: number, random: Random, stop: Stop): Promise<void> {
  await delay(milliseconds * (0.5 + random()), undefined, { signal: stop }).catch(() => undefined);
}

/** Does a step again and again until the run ends, beginning somewhere within the first pause. */
export async function repeat(
  step: () => Promise<void>,
  { pause, random, stop }: { readonly pause: number; readonly random: Random; readonly stop: Stop },
): Promise<void> {
  await think(pause * random(), random, stop);
  while (!stop.aborted) {
    await step();
    await think(pause, random, stop);
  }
}
