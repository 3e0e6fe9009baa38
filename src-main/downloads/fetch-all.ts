import { constants } from 'node:fs';
import { copyFile, lstat, rm } from 'node:fs/promises';
import { AppError } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import type { Crate } from './archive/crates.ts';
import { fetchArchive } from './archive/fetch-archive.ts';
import { onDisk } from './disk.ts';
import { fetchFile } from './fetch-file.ts';
import { createLeafJournal } from './leaf-journal.ts';
import type { Judged } from './local-files.ts';
import { createPartFile, openWhole, type StagedFile, toStaged } from './part-file.ts';
import { listStaged, type PartPlace, partPlaceOf, readKeptBytes } from './part-place.ts';
import { type FileAddresses, type PlannedFile, renewAddresses } from './plan.ts';
import { createProgress } from './progress.ts';
import { reuseFile } from './reuse-file.ts';
import type { Run } from './run.ts';

/**
 * Begins with a copy of what is in the file's place and is not what it was, so that only the chunks that differ are
 * fetched: a damaged file of 20 GiB costs 8 MiB. Where disks can, the copy takes no space (a reflink).
 */
async function seedPart({ file, target, state }: Judged, place: PartPlace): Promise<void> {
  if (state !== 'edited' || file.leavesUrl === null || (await readKeptBytes(place, file)) > 0) return;
  const found = await lstat(target).catch(() => null);
  if (!found?.isFile() || found.size !== file.sizeBytes || found.size < limits.leafBytes) return;
  const journal = createLeafJournal(place.journal, file);
  try {
    await copyFile(target, place.file, constants.COPYFILE_FICLONE);
    const count = Math.floor(file.sizeBytes / limits.leafBytes);
    for (let leaf = 0; leaf < count; leaf += 1) await journal.note(leaf);
  } catch {
    await rm(place.file, { force: true }); // it is fetched whole
    await journal.remove();
  } finally {
    await journal.close();
  }
}

/** Renews the addresses once for all files of the job that wait for it. */
function createRenewal({ job, plan, client }: Run) {
  let addresses: ReadonlyMap<string, FileAddresses> = new Map(
    plan.files.map((file) => [file.relativePath, file]),
  );
  let renewing: Promise<void> | null = null;

  return async (file: PlannedFile, stale: FileAddresses): Promise<FileAddresses> => {
    if (addresses.get(file.relativePath)?.url === stale.url) {
      renewing ??= renewAddresses(client, job, plan)
        .then((fresh) => {
          addresses = fresh;
        })
        .finally(() => {
          renewing = null;
        });
      await renewing;
    }
    return addresses.get(file.relativePath) ?? stale;
  };
}

type Fetching = {
  readonly run: Run;
  readonly signal: AbortSignal;
  /** What an earlier run left in staging. */
  readonly left: ReadonlySet<string>;
  /** A file is complete in staging, or about to be received there. */
  readonly add: (staged: StagedFile) => void;
};

/** What need not be received: an earlier run left it, or another model has it. */
async function findStaged({ run, signal, left, add }: Fetching, { file, target }: Judged): Promise<boolean> {
  const place = partPlaceOf(run.staging.folder, file);
  const sources = run.tools.findContent?.(run.library, file.sha256) ?? [];
  const whole =
    (left.has(place.whole) ? await openWhole(target, place, file, signal) : null) ??
    (sources.length === 0 ? null : await onDisk(target, () => reuseFile(sources, place, file, signal)));
  if (whole !== null) add(whole);
  return whole !== null;
}

/** Larger files are worth a request each. */
const smallBytes = 1024 * 1024;
/** Fewer small files are received one by one. */
const fewestTogether = 8;

/**
 * Receives small files together, as one archive, as long as that brings any. Answers what is left to receive one by one: the
 * archive only saves requests, and nothing depends on it.
 */
async function fetchTogether(fetching: Fetching, missing: readonly Judged[]): Promise<readonly Judged[]> {
  const { run, signal, add } = fetching;
  const { http, slots, patience, bandwidth } = run.tools;
  const { archiveUrl: url } = run.plan;
  const small = missing.filter(({ file }) => file.sizeBytes <= smallBytes);
  if (url === null || small.length < fewestTogether) return missing;
  const wanted = new Map<PlannedFile, Judged>();
  for (const judged of small) if (!(await findStaged(fetching, judged))) wanted.set(judged.file, judged);
  const names = run.plan.files.map(({ relativePath }) => relativePath);
  const store = async ({ memory, packed }: Crate<PlannedFile>): Promise<void> => {
    const files = packed.map(({ entry: file, at, bytes }) => {
      const place = partPlaceOf(run.staging.folder, file);
      return { file, place, at, bytes, sha256: file.sha256, part: place.file, whole: place.whole };
    });
    const orders = files.map(({ file: _file, place: _place, ...order }) => order);
    const { stored, refused } = await run.many.store(memory, orders);
    for (const [index, { file, place }] of files.entries()) {
      if (stored[index] !== true) continue;
      wanted.delete(file);
      add(toStaged(place, file.sizeBytes));
    }
    if (refused === null) return;
    const file = files[refused.index]?.file;
    const target = (file && wanted.get(file)?.target) ?? run.folder;
    await onDisk(target, () => Promise.reject(refused.error));
  };
  const giveBack = await slots.take(new URL(url).host, signal);
  try {
    for (let before = Number.POSITIVE_INFINITY; wanted.size < before && wanted.size >= fewestTogether; ) {
      before = wanted.size;
      const options = { http, url, names, signal, bandwidth, store, files: [...wanted.keys()] };
      await fetchArchive({ ...options, stallTimeout: patience.stallTimeout }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof AppError) throw error; // of the disk
      });
    }
  } finally {
    giveBack();
  }
  return missing.filter(({ file }) => file.sizeBytes > smallBytes || wanted.has(file));
}

/** Milliseconds between two tellings of files that are complete. */
const tellEvery = 50;

/** Fetches all files or none: the first failure stops the others and is the one that is thrown. */
export async function fetchAll(run: Run, missing: readonly Judged[], parts: StagedFile[]): Promise<void> {
  const { http, slots, patience, bandwidth } = run.tools;
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const renew = createRenewal(run);
  const missingBytes = missing.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const presentBytes = run.plan.totalBytes - missingBytes;
  const onBytes = createProgress({ presentBytes, parts, report: run.report, onFetched: run.hold.spend });
  let lastTold = Number.NEGATIVE_INFINITY;
  // Each telling looks at all parts, and small files come by the thousand.
  const add = (staged: StagedFile) => {
    parts.push(staged);
    if (performance.now() - lastTold < tellEvery) return;
    lastTold = performance.now();
    onBytes();
  };
  const left = await onDisk(run.folder, () => listStaged(run.staging.folder));
  const fetching = { run, signal, left, add };
  onBytes();
  const apart = await fetchTogether(fetching, missing);
  onBytes();
  const fetches = apart.map(async (judged) => {
    const { file, target } = judged;
    const giveBack = await slots.take(new URL(file.url).host, signal);
    const place = partPlaceOf(run.staging.folder, file);
    try {
      if (await findStaged(fetching, judged)) return;
      await seedPart(judged, place);
      const part = await createPartFile(target, place, file);
      parts.push(part);
      const renewAddresses = (stale: FileAddresses) => renew(file, stale);
      const receiving = { part, signal, patience, bandwidth, onBytes };
      await fetchFile({ http, file, renewAddresses, ...receiving });
    } catch (error) {
      stop.abort(error);
      throw error;
    } finally {
      giveBack();
    }
  });
  await Promise.allSettled(fetches);
  run.signal.throwIfAborted();
  stop.signal.throwIfAborted();
}
