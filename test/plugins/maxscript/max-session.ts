import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Bridge } from './bridge-process.ts';
import { type Command, type ControlState, MaxState } from './commands.ts';

const Answer = z.union([z.object({ state: MaxState }), z.object({ error: z.string() })]);

/**
 * A 3ds Max in a thread of its own, with a folder that outlives it: `restart` gives the same computer another day.
 * Every command rejects when the script made a programming mistake, also one that it caught itself.
 */
export async function startMax(
  bridge: Bridge,
  { year = 2024, root = mkdtempSync(path.join(tmpdir(), 'lodestock-max-')) } = {},
) {
  mkdirSync(path.join(root, 'userstartupscripts'), { recursive: true });
  const worker = new Worker(new URL('./max-worker.ts', import.meta.url), {
    workerData: { root, year, ...bridge.pipes },
  });
  const max = async (command: Command): Promise<MaxState> => {
    worker.postMessage(command);
    const [message] = await once(worker, 'message');
    const answer = Answer.parse(message);
    if ('error' in answer) throw new Error(answer.error);
    if (answer.state.faults.length > 0)
      throw new Error(`faults of the script:\n${answer.state.faults.join('\n')}`);
    return answer.state;
  };
  const see = async (control: string): Promise<ControlState> => {
    const { controls } = await max({ do: 'look' });
    const found = controls[control.toLowerCase()];
    if (found === undefined) throw new Error(`the panel shows no ${control}`);
    return found;
  };
  return {
    root,
    max,
    see,
    status: async () => (await see('lblStatus')).text,
    /** The same folders with a 3ds Max of maybe another year, which has run its start-up scripts. */
    restart: async (nextYear = year) => {
      await worker.terminate();
      const next = await startMax(bridge, { year: nextYear, root });
      await next.max({ do: 'startUp' });
      return next;
    },
    close: async () => {
      await worker.terminate();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
export type MaxSession = Awaited<ReturnType<typeof startMax>>;
