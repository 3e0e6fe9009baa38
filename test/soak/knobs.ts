import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrokenDisk, makeBrokenDisk, noBrokenDisk } from '../helpers/broken-disk.ts';
import { makeFolder } from './library.ts';

/** What can be turned at a running server from outside, through libraries that are loaded before it. */
type Knobs = {
  /** For the server's process. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets whatever changes the data folder fail; the returned function mends it. Null where it cannot. */
  readonly failDisk: BrokenDisk['fail'] | null;
  /** Moves the server's clock by so many seconds. */
  readonly moveClock: ((seconds: number) => void) | null;
  /** Knob → why it is not there. */
  readonly absent: Readonly<Record<string, string>>;
  readonly remove: () => void;
};

const clockLibraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** Prepares what this machine allows for a server with its data in `dataDir`. */
export function makeKnobs(dataDir: string): Knobs {
  const { folder, remove } = makeFolder('knobs');
  const disk = noBrokenDisk === null ? makeBrokenDisk(dataDir) : null;
  const clock = clockLibraries.find((file) => existsSync(file)) ?? null;
  const time = path.join(folder, 'time');
  // Replaced as a whole, since it is read at any moment.
  const setTime = (seconds: number) => {
    writeFileSync(`${time}.next`, `${seconds >= 0 ? '+' : ''}${seconds}\n`);
    renameSync(`${time}.next`, time);
  };
  setTime(0);
  const libraries = [disk?.env.LD_PRELOAD ?? null, clock].filter((library) => library !== null);
  return {
    env: {
      ...disk?.env,
      ...(libraries.length > 0 && { LD_PRELOAD: libraries.join(':') }),
      ...(clock !== null && {
        FAKETIME_TIMESTAMP_FILE: time,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      }),
    },
    failDisk: disk?.fail ?? null,
    moveClock: clock === null ? null : setTime,
    absent: {
      ...(noBrokenDisk !== null && { disk: noBrokenDisk }),
      ...(clock === null && { clock: 'needs libfaketime (apt-get install libfaketime)' }),
    },
    remove() {
      disk?.remove();
      remove();
    },
  };
}
