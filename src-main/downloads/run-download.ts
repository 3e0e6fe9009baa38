import { AppError } from '../../server/contract/errors.ts';
import { readReceipt } from '../library/receipt.ts';
import { checkFreeSpace, onDisk } from './disk.ts';
import { fetchFile } from './fetch-file.ts';
import { createJudge, type Judged, type Placed } from './local-files.ts';
import { findModelFolder, nameModelFolder } from './model-folder.ts';
import { createPartFile, openWhole, type StagedFile } from './part-file.ts';
import { partPlaceOf, readKeptBytes } from './part-place.ts';
import { findPlace } from './place.ts';
import { type FileAddresses, type PlannedFile, planDownload, renewAddresses } from './plan.ts';
import { createProgress } from './progress.ts';
import { putInPlace } from './put-in-place.ts';
import type { RunDownload } from './queue.ts';
import type { DownloadTools, Run } from './run.ts';
import { seedPart } from './seed-part.ts';
import { openStaging } from './staging.ts';

/** Renews the addresses once for all files of the job that wait for it. */
function createRenewal({ job, plan, tools }: Run) {
  let addresses: ReadonlyMap<string, FileAddresses> = new Map(
    plan.files.map((file) => [file.relativePath, file]),
  );
  let renewing: Promise<void> | null = null;

  return async (file: PlannedFile, stale: FileAddresses): Promise<FileAddresses> => {
    if (addresses.get(file.relativePath)?.url === stale.url) {
      renewing ??= renewAddresses(tools.client, job, plan)
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

/** Fetches all files or none: the first failure stops the others and is the one that is thrown. */
async function fetchAll(run: Run, missing: readonly Judged[], parts: StagedFile[]): Promise<void> {
  const { http, slots, patience } = run.tools;
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const renew = createRenewal(run);
  const missingBytes = missing.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const presentBytes = run.plan.totalBytes - missingBytes;
  const onBytes = createProgress({ presentBytes, parts, report: run.report });
  onBytes();
  const fetches = missing.map(async (judged) => {
    const { file, target } = judged;
    const giveBack = await slots.take(signal);
    const place = partPlaceOf(run.staging.folder, file);
    try {
      const whole = await openWhole(target, place, file, signal);
      if (whole) {
        parts.push(whole);
        return onBytes();
      }
      await seedPart(judged, place);
      const part = await createPartFile(target, place, file);
      parts.push(part);
      const renewAddresses = (stale: FileAddresses) => renew(file, stale);
      await fetchFile({ http, file, part, signal, patience, onBytes, renewAddresses });
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

async function countNeededBytes({ staging }: Run, missing: readonly Placed[]): Promise<number> {
  const needed = missing.map(async ({ file }) => {
    const kept = await readKeptBytes(partPlaceOf(staging.folder, file), file);
    return file.sizeBytes - kept;
  });
  return (await Promise.all(needed)).reduce((sum, bytes) => sum + bytes, 0);
}

async function fetchInto(run: Run, parts: StagedFile[]): Promise<Placed[]> {
  const { plan, library, folder } = run;
  const placed: Placed[] = [];
  for (const file of plan.files) placed.push({ file, target: await findPlace(folder, file.relativePath) });
  await putInPlace(run, placed, async (missing: readonly Judged[]) => {
    const neededBytes = await countNeededBytes(run, missing);
    await checkFreeSpace({ folder: library, neededBytes, title: run.job.title });
    run.report({ status: 'downloading' });
    await fetchAll(run, missing, parts);
    run.report({ status: 'verifying', receivedBytes: plan.totalBytes, bytesPerSecond: null });
  });
  return placed;
}

/** Whether a later run can continue with what was received: after everything but a cancel. */
const canContinue = ({ isStopping, signal }: Run) => isStopping() || !signal.aborted;

/** Receives the files in staging, and puts them in their places together. */
async function receive(run: Run): Promise<Placed[]> {
  const parts: StagedFile[] = [];
  try {
    return await fetchInto(run, parts);
  } catch (error) {
    if (canContinue(run)) await Promise.all(parts.splice(0).map((part) => part.keep()));
    throw error;
  } finally {
    await Promise.all(parts.map((part) => part.discard()));
    await run.staging.close();
  }
}

/** Throws before anything is charged: a newer version of the app has written there what this one would lose. */
async function refuseNewer(folder: string): Promise<void> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'newer') throw new AppError('FORBIDDEN', reading.message);
}

/**
 * Downloads one exact scene file and the files it needs into the library. No file of the library changes until all are
 * complete and verified; then the model changes in one step. A cancelled download leaves nothing behind; after any other
 * end, complete files and whole leaves remain in staging, and the next try continues from them.
 */
export function createDownloadRunner(tools: DownloadTools): RunDownload {
  return async (job, control) => {
    const library = tools.libraryFolder();
    await onDisk(library, () => tools.roots.open(library)); // before anything is charged
    const existing = await findModelFolder(library, job.guid);
    if (existing !== null) await refuseNewer(existing);
    const plan = await planDownload(tools.client, job);
    control.report({
      totalBytes: plan.totalBytes,
      fileCount: plan.files.length,
      chargedUsd: (job.chargedUsd ?? 0) + plan.chargedUsd,
    });
    control.signal.throwIfAborted();
    const folder = existing ?? (await nameModelFolder(library, job.guid, plan.model.title));
    const staging = await openStaging(library, folder, tools.sharing, control.signal);
    const judge = createJudge();
    const placed = await receive({ ...control, job, plan, tools, library, folder, staging, judge });
    const scene = placed.find(({ file }) => file.relativePath === job.relativePath);
    return { filePath: scene?.target ?? folder };
  };
}
