import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from '../helpers/is-on-path.ts';
import { makeFolder } from './library.ts';

const run = promisify(execFile);

/** What can be turned at a running server from outside, through libraries that are loaded before it. */
export type Knobs = {
  /** For the server's process. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets writing to the database fail; the returned function mends it. Null with the reason where it cannot. */
  readonly breakWrites: (() => () => void) | null;
  /** Moves the server's clock by so many seconds. */
  readonly moveClock: ((seconds: number) => void) | null;
  /** Knob → why it is not there. */
  readonly absent: Readonly<Record<string, string>>;
  readonly remove: () => void;
};

const clockLibraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

async function buildShim(folder: string): Promise<string | null> {
  if (!isOnPath('gcc')) return null;
  const library = path.join(folder, 'failing-writes.so');
  const source = path.join(import.meta.dirname, 'failing-writes.c');
  await run('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  return library;
}

/** Prepares what this machine allows. */
export async function makeKnobs(): Promise<Knobs> {
  const { folder, remove } = makeFolder('knobs');
  const shim = process.platform === 'linux' ? await buildShim(folder) : null;
  const clock = clockLibraries.find((file) => existsSync(file)) ?? null;
  const eio = path.join(folder, 'writes-fail');
  const time = path.join(folder, 'time');
  // Replaced as a whole, since it is read at any moment.
  const setTime = (seconds: number) => {
    writeFileSync(`${time}.next`, `${seconds >= 0 ? '+' : ''}${seconds}\n`);
    renameSync(`${time}.next`, time);
  };
  setTime(0);
  const libraries = [shim, clock].filter((library) => library !== null);
  return {
    env: {
      ...(libraries.length > 0 && { LD_PRELOAD: libraries.join(':') }),
      ...(shim !== null && { SOAK_EIO: eio }),
      ...(clock !== null && {
        FAKETIME_TIMESTAMP_FILE: time,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      }),
    },
    breakWrites:
      shim === null
        ? null
        : () => {
            writeFileSync(eio, '');
            return () => rmSync(eio);
          },
    moveClock: clock === null ? null : setTime,
    absent: {
      ...(shim === null && { 'broken disk (EIO)': 'needs Linux and gcc (apt-get install gcc libc6-dev)' }),
      ...(clock === null && { 'clock jump': 'needs libfaketime (apt-get install libfaketime)' }),
    },
    remove,
  };
}
