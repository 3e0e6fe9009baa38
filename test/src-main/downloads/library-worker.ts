import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * One computer that shares a library with others: its own process, with the app's own download code. Its disk is
 * slow at random, as told by a seed, and it can end in the middle of any operation on the disk, as a crash does.
 */
export type WorkerTask = {
  readonly library: string;
  readonly origin: string;
  readonly userData: string;
  readonly request: object;
  readonly seed: number;
  /** Milliseconds before it begins. */
  readonly wait: number;
  /** Looks for left part files first, as the app does at its start. */
  readonly sweeps: boolean;
  /** The operation on the disk before which the process is killed; null for none. */
  readonly killAt: number | null;
  /** The operation on the disk before which the process is frozen, as by a computer that falls asleep; null for none. */
  readonly sleepAt: number | null;
  /** Milliseconds after which another computer that does nothing counts as dead. */
  readonly stale: number;
  /** The longest pause before an operation on the disk, in milliseconds. */
  readonly slowness: number;
};

export type WorkerAnswer = { readonly error: string | null; readonly operations: number };

let random = () => 0;
let slowness = 0;
let operations = 0;
let killAt: number | null = null;
let sleepAt: number | null = null;

/** A sequence of numbers from 0 to 1 that a seed repeats (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const slowed = ['rename', 'rm', 'open', 'mkdir', 'rmdir', 'lstat', 'readdir', 'readFile'] as const;
for (const name of slowed) {
  const original = fs.promises[name];
  Reflect.set(fs.promises, name, async (...input: unknown[]) => {
    operations += 1;
    if (operations === killAt) process.kill(process.pid, 'SIGKILL');
    if (operations === sleepAt) process.kill(process.pid, 'SIGSTOP');
    const pause = random() < 0.06 ? random() * slowness : 0;
    const isBefore = random() < 0.5;
    if (pause > 0 && isBefore) await delay(pause);
    const result = await Reflect.apply(original, fs.promises, input);
    if (pause > 0 && !isBefore) await delay(pause);
    return result;
  });
}
syncBuiltinESMExports();

const { createComputer } = await import('./computer.ts');

async function work(task: WorkerTask): Promise<WorkerAnswer> {
  random = createRandom(task.seed);
  slowness = task.slowness;
  operations = 0;
  await delay(task.wait);
  const computer = await createComputer(task);
  ({ killAt, sleepAt } = task);
  try {
    if (task.sweeps) await computer.sweep();
    await computer.download();
    await computer.findLibrary();
    return { error: null, operations };
  } catch (error) {
    return { error: String(error), operations };
  } finally {
    killAt = null;
    sleepAt = null;
  }
}

process.on('message', (task: WorkerTask) => void work(task).then((answer) => process.send?.(answer)));
process.send?.('ready');
