import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { startBridge } from './bridge-process.ts';
import { type Command, type ControlState, MaxState } from './commands.ts';

const Answer = z.union([z.object({ state: MaxState }), z.object({ error: z.string() })]);

/** In milliseconds: longer than any step of a script takes. */
const answerWithin = 150_000;

/** The thread in which 3ds Max runs; its calls wait for .NET, so that the server must live in another. */
export async function startMaxThread() {
  const bridge = await startBridge();
  const worker = new Worker(new URL('./max-worker.ts', import.meta.url), { workerData: bridge.pipes });
  return {
    ask: async (
      message: { open: { root: string; year: number } } | { command: Command },
    ): Promise<MaxState> => {
      worker.postMessage(message);
      // A thread that waits for .NET goes on, with an error, once that has ended.
      const tooLate = setTimeout(bridge.kill, answerWithin);
      const [reply] = await once(worker, 'message').finally(() => clearTimeout(tooLate));
      const answer = Answer.parse(reply);
      if ('error' in answer) throw new Error(answer.error);
      if (answer.state.faults.length > 0)
        throw new Error(`faults of the script:\n${answer.state.faults.join('\n')}`);
      return answer.state;
    },
    stop: async () => {
      bridge.kill();
      await worker.terminate();
      await bridge.stop();
    },
  };
}
export type MaxThread = Awaited<ReturnType<typeof startMaxThread>>;

/**
 * A new 3ds Max, which takes the place of the thread's former one, with a folder that outlives it: `restart` gives the
 * same computer another day. Every command rejects when the script made a mistake, also one that it caught itself.
 */
export async function startMax(
  thread: MaxThread,
  { year = 2024, root = mkdtempSync(path.join(tmpdir(), 'lodestock-max-')) } = {},
) {
  mkdirSync(path.join(root, 'userstartupscripts'), { recursive: true });
  await thread.ask({ open: { root, year } });
  const max = (command: Command) => thread.ask({ command });
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
      const next = await startMax(thread, { year: nextYear, root });
      await next.max({ do: 'startUp' });
      return next;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
export type MaxSession = Awaited<ReturnType<typeof startMax>>;
