import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf } from '../platform/storage/disk-errors.ts';
import { isRunning } from '../platform/storage/is-running.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';

/** Milliseconds. */
type LeaseTiming = {
  /** How often a holder proves that it is alive. */
  readonly beat: number;
  /** How long a holder can be silent until it counts as dead. */
  readonly stale: number;
  /** How often a waiting computer checks. */
  readonly poll: number;
};
export type Sharing = { readonly machine: () => Promise<string>; readonly timing: LeaseTiming };

export const defaultLeaseTiming: LeaseTiming = { beat: 5000, stale: 30_000, poll: 250 };

export type Lease = {
  /** Throws LeaseLost if this computer was taken for dead, as after a long sleep, and another has taken over. */
  readonly assertHeld: () => Promise<void>;
  readonly release: () => Promise<void>;
};

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

type LeaseOptions = {
  /** An existing folder, possibly shared with other computers. */
  readonly folder: string;
  readonly name: string;
  readonly machine: string;
  readonly timing: LeaseTiming;
  readonly signal: AbortSignal;
};

const Holder = z.object({
  machine: z.string(),
  host: z.string(),
  pid: z.number().int(),
  token: z.string(),
  beat: z.number().int(),
  /** For humans only: computers never compare their clocks. */
  at: z.string(),
  /** Two words of equal length, so that the file is overwritten in place and never seen empty. */
  state: z.enum(['held', 'free']),
});
type Holder = z.infer<typeof Holder>;
type Found = { readonly number: number; readonly text: string };

const held = new Set<string>();

const fileOf = ({ folder, name }: LeaseOptions, number: number) =>
  path.join(folder, `${name}-${number}.lease`);

function parseHolder(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function listNumbers({ folder, name }: LeaseOptions): Promise<number[]> {
  const suffix = '.lease';
  const own = (await readdir(folder)).filter((file) => file.startsWith(`${name}-`) && file.endsWith(suffix));
  const numbers = own.map((file) => Number(file.slice(name.length + 1, -suffix.length)));
  return numbers.filter(Number.isSafeInteger).toSorted((a, b) => a - b);
}

async function findLast(options: LeaseOptions): Promise<Found | null> {
  const number = (await listNumbers(options)).at(-1);
  if (number === undefined) return null;
  const text = await readFile(fileOf(options, number), 'utf8').catch(() => '');
  return { number, text };
}

/** Returns true for a released lease, or one whose process on this computer has exited. */
function isFree(text: string, machine: string): boolean {
  const holder = parseHolder(text);
  if (holder === null) return false;
  if (holder.state === 'free') return true;
  if (holder.machine !== machine || holder.host !== hostname()) return false;
  return holder.pid === process.pid ? !held.has(holder.token) : !isRunning(holder.pid);
}

/**
 * Judges a holder by whether its file changes while we watch, so that clocks need not agree. One check counts for
 * little, as this computer may have slept since the last one.
 */
function createWatch({ stale, poll }: LeaseTiming, now: () => number = () => performance.now()) {
  let last: (Found & { readonly at: number; readonly idle: number }) | null = null;
  return {
    look(found: Found): { readonly isStale: boolean; readonly isAlive: boolean } {
      const at = now();
      const isSame = last !== null && last.number === found.number && last.text === found.text;
      const isAlive = last !== null && !isSame;
      const idle = last !== null && isSame ? last.idle + Math.min(at - last.at, 2 * poll) : 0;
      last = { ...found, at, idle };
      return { isStale: idle >= stale, isAlive };
    },
  };
}

async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** Returns null if another computer was faster. Only one can create a number, and the highest number counts. */
async function claim(options: LeaseOptions, number: number): Promise<Lease | null> {
  const file = fileOf(options, number);
  const token = randomUUID();
  const owner = { machine: options.machine, host: hostname(), pid: process.pid, token };
  let beat = 0;
  const describe = (state: Holder['state']): string =>
    `${JSON.stringify({ ...owner, beat, at: new Date().toISOString(), state } satisfies Holder)}\n`;
  const created = await open(file, 'wx').catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  });
  if (created === null) return null;
  held.add(token);
  const withdraw = async () => {
    held.delete(token);
    await rm(file, { force: true });
  };
  try {
    await created.writeFile(describe('held')).finally(() => created.close());
  } catch (error) {
    await withdraw(); // the disk is full
    throw error;
  }
  const numbers = await listNumbers(options);
  if (numbers.at(-1) !== number) {
    await withdraw();
    return null;
  }
  for (const older of numbers.slice(0, -1)) await rm(fileOf(options, older), { force: true });

  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beat += 1;
    beating = beating.then(() => overwrite(file, describe('held'))).catch(() => undefined);
  }, options.timing.beat).unref();
  return {
    async assertHeld() {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (text !== '' && parseHolder(text)?.token !== token) throw new LeaseLost();
      if (text === '' && !(await listNumbers(options)).includes(number)) throw new LeaseLost();
    },
    async release() {
      clearInterval(timer);
      await beating;
      await overwrite(file, describe('free')).catch(() => undefined); // removed with its folder, or taken over
      held.delete(token);
    },
  };
}

/** Whether to wait for another holder to finish, to give up once it is seen alive, or to give up at once. */
type Patience = 'all' | 'some' | 'none';

async function take(options: LeaseOptions, patience: Patience): Promise<Lease | null> {
  const watch = createWatch(options.timing);
  for (;;) {
    options.signal.throwIfAborted();
    const last = await findLast(options);
    const seen = last === null ? null : watch.look(last);
    if (last === null || seen?.isStale || isFree(last.text, options.machine)) {
      const lease = await claim(options, (last?.number ?? 0) + 1);
      if (lease !== null) return lease;
    } else if (patience === 'none' || (patience === 'some' && seen?.isAlive)) return null;
    else await delay(options.timing.poll, undefined, { signal: options.signal });
  }
}

/**
 * Takes the right to change a folder that several computers share. Relies only on exclusive creation of files, which
 * network shares provide. Waits while another holder is alive; rejects with the signal's reason.
 */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  for (;;) {
    const lease = await take(options, 'all');
    if (lease !== null) return lease;
  }
}

/** Returns null as soon as another holder is seen alive. */
export const takeLeaseUnlessAlive = (options: LeaseOptions): Promise<Lease | null> => take(options, 'some');

/** Returns null if there is another holder, dead or alive. */
export const takeLeaseIfFree = (options: LeaseOptions): Promise<Lease | null> => take(options, 'none');

export const MachineFile = z.object({ version: z.literal(1), id: z.uuid() });
export type MachineFile = z.infer<typeof MachineFile>;

/** Identifies this computer in libraries: 16 hex digits, lasting, or until the app quits if the file cannot be written. */
export function createMachine(file: JsonFile<MachineFile>): () => Promise<string> {
  let reading: Promise<string> | null = null;

  async function read(): Promise<string> {
    const known = (await file.read())?.id;
    if (known !== undefined) return known;
    const id = randomUUID();
    await file.write({ version: 1, id }).catch(() => undefined); // already logged
    return id;
  }

  return async () => {
    reading ??= read();
    return (await reading).replaceAll('-', '').slice(-16);
  };
}
