import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { takeLeaseIfFree, takeLeaseUnlessAlive } from '../library/lease.ts';
import type { ModelFolder } from '../library/model-folders.ts';
import { stateFolder } from '../library/state-folder.ts';
import { readDiskTime } from '../storage/read-disk-time.ts';
import { stagedName } from './part-place.ts';
import { isStagingOf, openedStaging, type Sharing } from './staging.ts';

type SweepOptions = {
  readonly library: string;
  readonly folders: readonly ModelFolder[];
  readonly sharing: Sharing;
  /** Models with a job that will continue. */
  readonly resumable: ReadonlySet<string>;
};

const neverAborts = new AbortController().signal;

/** Part files are useful only together with their journal; complete files need none. */
function findUseful(names: readonly string[]): ReadonlySet<string> {
  const parts = names.filter((name) => name.endsWith('.part'));
  const resumable = parts.flatMap((part) => {
    const journal = part.replace(/\.part$/, '.leaves');
    return names.includes(journal) ? [part, journal] : [];
  });
  return new Set([...resumable, ...names.filter((name) => name.endsWith('.whole'))]);
}

/** Skips a folder that is in use: a computer with a copy of this one's data may be writing there. */
async function sweepStaging(options: SweepOptions, folder: string, keepsUseful: boolean): Promise<number> {
  const { sharing, library } = options;
  const machine = await sharing.machine();
  const lease = await takeLeaseIfFree({
    ...{ folder, name: openedStaging.leaseName, machine, timing: sharing.timing, signal: neverAborts },
  });
  if (lease === null) return 0;
  const names = await readdir(folder);
  const useful = keepsUseful ? findUseful(names) : new Set<string>();
  const useless = names.filter((name) => stagedName.test(name) && !useful.has(name));
  for (const name of useless) await rm(path.join(folder, name), { force: true });
  await openedStaging.close(library, folder, lease);
  return useless.length;
}

const anyStaging = /^[0-9a-f]{16}(-\d+)?$/;
/** A computer that has been silent for so long will not come back for its parts. Milliseconds. */
const abandonedAfter = 30 * 24 * 60 * 60 * 1000;

/** When something in a folder was written last. */
async function readLastWrite(folder: string, names: readonly string[]): Promise<number> {
  const found = await Promise.all(names.map((name) => lstat(path.join(folder, name))));
  return Math.max(...found.map(({ mtimeMs }) => mtimeMs));
}

/** Removes what another computer left in staging a month ago; one that is alive shows it by its lease. */
async function sweepAbandoned({ library, sharing }: SweepOptions, folder: string): Promise<number> {
  const names = await readdir(folder);
  const staged = names.filter((name) => stagedName.test(name));
  if (staged.length === 0) return 0;
  // By the clock of the disk alone: those of two computers need not agree.
  const age = (await readDiskTime(folder)) - (await readLastWrite(folder, names));
  if (age <= abandonedAfter) return 0;
  const machine = await sharing.machine();
  const lease = await takeLeaseUnlessAlive({
    ...{ folder, name: openedStaging.leaseName, machine, timing: sharing.timing, signal: neverAborts },
  });
  if (lease === null) return 0;
  for (const name of staged) await rm(path.join(folder, name), { force: true });
  await openedStaging.close(library, folder, lease);
  return staged.length;
}

/**
 * Removes what a killed run of this computer left in staging and no job will continue. What other computers have there is
 * theirs, until they have been silent for a month. Returns how many files were removed.
 */
export async function sweepParts(options: SweepOptions): Promise<number> {
  const machine = await options.sharing.machine();
  let count = 0;
  for (const { folder, reading } of options.folders) {
    const guid = reading.kind === 'receipt' ? reading.receipt.guid : null;
    const isResumable = [...options.resumable].some(
      (known) => known === guid || path.basename(folder).endsWith(`_${known}`),
    );
    const state = path.join(folder, stateFolder);
    const entries = await readdir(state, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const place = path.join(state, entry.name);
      if (!entry.isDirectory()) continue;
      if (isStagingOf(machine, entry.name))
        count += await sweepStaging(options, place, isResumable).catch(() => 0);
      else if (anyStaging.test(entry.name)) count += await sweepAbandoned(options, place).catch(() => 0);
    }
  }
  return count;
}
