import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { pick, type Random } from '../bench/catalogue/random.ts';
import type { DiskFault } from '../helpers/broken-disk.ts';
import { isOnPath } from '../helpers/is-on-path.ts';
import type { Measurements } from './measurements.ts';
import type { SoakPlace } from './place.ts';

const run = promisify(execFile);
const seconds = (count: number) => delay(count * 1000);

type Fault = {
  readonly name: string;
  /** Why it cannot be thrown in here; null where it can. */
  readonly absent: string | null;
  /** Whether it ends the server's process, after which its memory is that of another. */
  readonly isKill: boolean;
  /** Throws it in, lets it last, and takes it away. */
  readonly happen: () => Promise<void>;
};

type Parts = {
  readonly place: SoakPlace;
  readonly measurements: Measurements;
  readonly random: Random;
};

const kill = (name: string, who: 'site' | 'host', { place, measurements, random }: Parts): Fault => ({
  name,
  absent: null,
  isKill: true,
  async happen() {
    const end = measurements.open(name, { cuts: true });
    await place[who].stop('SIGKILL');
    await seconds(random() * 2);
    await place[who].start();
    end();
  },
});

const fullDisk = ({ place, measurements }: Parts): Fault => ({
  name: 'full disk',
  absent: place.disk.absent,
  isKill: false,
  async happen() {
    const end = measurements.open('full disk');
    const makeRoom = place.disk.fill();
    await seconds(10);
    makeRoom();
    end();
  },
});

const failingDisk = (name: string, kind: DiskFault, { place, measurements }: Parts): Fault => ({
  name,
  absent: place.knobs.absent.disk ?? null,
  isKill: false,
  async happen() {
    const end = measurements.open(name);
    const mend = place.knobs.failDisk?.(kind);
    await seconds(6);
    mend?.();
    end();
  },
});

/** Addresses of files that were given out before a jump are over after it, and so are waiting sign-ins. */
const timed = ['file', 'poll', 'approve'];

const clockJump = ({ place, measurements, random }: Parts): Fault => ({
  name: 'clock jump',
  absent: place.knobs.absent.clock ?? null,
  isKill: false,
  async happen() {
    const hours = pick([2, -3], random);
    const end = measurements.open('clock jump', { excuses: timed });
    place.knobs.moveClock?.(hours * 3600);
    await seconds(8);
    place.knobs.moveClock?.(0);
    // A plugin that waits between two polls learns only now that its sign-in was over meanwhile.
    await seconds(8);
    end();
  },
});

const noDescriptors = ({ place, measurements }: Parts): Fault => ({
  name: 'no descriptors',
  absent: isOnPath('prlimit') ? null : 'needs prlimit (apt-get install util-linux)',
  isKill: false,
  async happen() {
    const pid = place.site.pid();
    if (pid === null) return;
    const end = measurements.open('no descriptors', { cuts: true });
    const open = readdirSync(`/proc/${pid}/fd`).length;
    const { stdout } = await run('prlimit', [
      `--pid=${pid}`,
      '--nofile',
      '--noheadings',
      '--output=SOFT,HARD',
    ]);
    const [soft = '', hard = ''] = stdout.trim().split(/\s+/);
    await run('prlimit', [`--pid=${pid}`, `--nofile=${open + 3}:${hard}`]);
    await seconds(8);
    await run('prlimit', [`--pid=${pid}`, `--nofile=${soft}:${hard}`]);
    end();
  },
});

const lockedDatabase = ({ place, measurements }: Parts): Fault => ({
  name: 'locked database',
  absent: null,
  isKill: false,
  async happen() {
    const end = measurements.open('locked database');
    const db = new Database(path.join(place.site.dataDir, 'lodestock.db'));
    db.pragma('busy_timeout = 30000');
    db.exec('BEGIN IMMEDIATE');
    await seconds(6);
    db.exec('COMMIT');
    db.close();
    end();
  },
});

/** Every fault, those that cannot be had here too. */
export const listFaults = (parts: Parts): readonly Fault[] => [
  kill('site killed', 'site', parts),
  kill('file host killed', 'host', parts),
  fullDisk(parts),
  failingDisk('broken disk (EIO)', 'EIO', parts),
  failingDisk('read-only disk (EROFS)', 'EROFS', parts),
  clockJump(parts),
  noDescriptors(parts),
  lockedDatabase(parts),
];

type Schedule = { readonly faults: readonly Fault[]; readonly random: Random; readonly milliseconds: number };

/** The share of a run in which no process is killed, so that memory can be judged. */
const quietShare = 0.4;

/** Throws faults in, one after another with rests between, each once before any comes again; gives how often each came. */
export async function throwFaults({ faults, random, milliseconds }: Schedule): Promise<Map<string, number>> {
  const start = performance.now();
  const passed = () => performance.now() - start;
  const counts = new Map<string, number>();
  const rest = Math.min(20_000, milliseconds / 30);
  let left: Fault[] = [];
  // The last of them needs time to be taken away, and the server to recover.
  while (passed() < milliseconds - 20_000) {
    await delay(rest * (0.5 + random()));
    const mayKill = passed() < milliseconds * (1 - quietShare);
    left = left.filter((fault) => mayKill || !fault.isKill);
    if (left.length === 0)
      left = faults.filter((fault) => fault.absent === null && (mayKill || !fault.isKill));
    const fault = pick(left, random);
    left = left.filter((other) => other !== fault);
    if (passed() > milliseconds - 20_000) break;
    await fault.happen();
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    console.error(`  ${Math.round(passed() / 1000)} s: ${fault.name}`);
  }
  await delay(Math.max(0, milliseconds - passed()));
  return counts;
}
