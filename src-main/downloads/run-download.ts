import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { readReceipt } from '../library/receipt.ts';
import { createManyFiles } from './bulk/many-files.ts';
import { checkLibrary } from './check-library.ts';
import { onDisk, onLibrary } from './disk.ts';
import type { SpaceClaim } from './disk-space.ts';
import { fetchAll } from './fetch-all.ts';
import type { RunDownload } from './job.ts';
import { createJudge, type Judged, type Placed } from './local-files.ts';
import { createFolderFinder, nameModelFolder } from './model-folder.ts';
import type { StagedFile } from './part-file.ts';
import { listStaged, partPlaceOf, readKeptBytes, stagedName } from './part-place.ts';
import { createPlaceFinder, refuseLongPaths } from './place.ts';
import { findTotalBytes, lookUpModel, planDownload, refuseChange, refusePaths } from './plan.ts';
import { putInPlace } from './put-in-place.ts';
import type { DownloadTools, Run } from './run.ts';
import { openStaging } from './staging.ts';

async function countNeededBytes({ staging }: Run, missing: readonly Placed[]): Promise<number> {
  const staged = await listStaged(staging.folder);
  let needed = 0;
  for (const { file } of missing) {
    const place = partPlaceOf(staging.folder, file);
    const isBegun = staged.has(place.whole) || staged.has(place.file);
    needed += file.sizeBytes - (isBegun ? await readKeptBytes(place, file) : 0);
  }
  return needed;
}

async function fetchInto(run: Run, parts: StagedFile[]): Promise<Placed[]> {
  const { plan, folder, hold } = run;
  const placed: Placed[] = [];
  const findPlace = createPlaceFinder(folder);
  for (const file of plan.files) placed.push({ file, target: await findPlace(file.relativePath) });
  await putInPlace(run, placed, async (missing: readonly Judged[]) => {
    await hold.claim(await countNeededBytes(run, missing), run.job.title);
    run.report({ status: 'downloading' });
    await fetchAll(run, missing, parts);
    run.report({ status: 'verifying', receivedBytes: plan.totalBytes, bytesPerSecond: null });
  });
  return placed;
}

/** Receives the files in staging, and puts them in their places together. */
async function receive(run: Run): Promise<Placed[]> {
  const parts: StagedFile[] = [];
  try {
    const placed = await fetchInto(run, parts);
    // What was not needed after all, as somebody else has put it there.
    const left = await listStaged(run.staging.folder).catch(() => null);
    if (left === null || [...left].some((file) => stagedName.test(path.basename(file))))
      await Promise.all(parts.map((part) => part.discard()));
    return placed;
  } catch (error) {
    await Promise.all(parts.map((part) => part.keep()));
    throw error;
  }
}

/** Throws before anything is charged: a newer version of the app has written there what this one would lose. */
async function refuseNewer(folder: string): Promise<void> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'newer') throw new AppError('FORBIDDEN', reading.message);
}

/** What a disk refused, told as what became of its library if that is away; the error itself where it is not. */
async function toAbsence(error: unknown, library: string, { roots }: DownloadTools): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return error;
  const { place } = error.details ?? {};
  if (place !== 'file' && place !== 'library') return error;
  const absence = await roots.findAbsence(library);
  if (absence === null) return error;
  const message = `${absence} The download then continues where it stopped.`;
  return new AppError('UNAVAILABLE', message, { cause: error, details: { place: 'library' } });
}

/**
 * Downloads one exact scene file and the files it needs into the library. No file of the library changes until all are
 * complete and verified; then the model changes in one step. However it ends, complete files and whole leaves remain in
 * staging, and the next try continues from them.
 */
export function createDownloadRunner(tools: DownloadTools): RunDownload {
  const findModelFolder = createFolderFinder();
  const many = createManyFiles();

  /** What can be refused is refused before the server is asked for what it charges. */
  async function runIn(library: string, hold: SpaceClaim, ...[job, control]: Parameters<RunDownload>) {
    await onLibrary(library, () => tools.roots.open(library));
    refusePaths([job], job);
    const [client, serverUrl] = [tools.clientOf(job), tools.serverUrl()];
    const model = await lookUpModel(client, job);
    refuseChange(model, job);
    const existing = await findModelFolder(library, job.guid);
    if (existing !== null) await refuseNewer(existing);
    const folder = existing ?? (await nameModelFolder(library, job.guid, model.title));
    refuseLongPaths(folder, [job], tools.platform);
    const staging = await onLibrary(library, () =>
      openStaging(library, folder, tools.sharing, control.signal),
    );
    try {
      await checkLibrary({ folder, staging, job, totalBytes: findTotalBytes(model, job), hold });
      control.signal.throwIfAborted();
      const plan = await planDownload(client, job, model);
      refuseLongPaths(folder, plan.files, tools.platform);
      control.report({
        totalBytes: plan.totalBytes,
        fileCount: plan.files.length,
        contentSha256: plan.contentSha256,
        chargedUsd: (job.chargedUsd ?? 0) + plan.chargedUsd,
      });
      control.signal.throwIfAborted();
      const judge = createJudge();
      const facts = { job, plan, tools, client, serverUrl, library, folder, staging, judge, hold, many };
      const placed = await receive({ ...control, ...facts });
      const scene = placed.find(({ file }) => file.relativePath === job.relativePath);
      return { filePath: scene?.target ?? folder };
    } finally {
      await staging.close();
    }
  }

  return async (job, control) => {
    if (job.library === null)
      throw new AppError('INVALID_INPUT', 'This download has no library folder. Add it again.');
    const hold = tools.space.open(job.library);
    try {
      const { library } = job;
      // Whatever a disk refuses passes, as when it was pulled in between: the next try says what it needs.
      return await onDisk(library, () => runIn(library, hold, job, control));
    } catch (error) {
      throw await toAbsence(error, job.library, tools);
    } finally {
      hold.release();
    }
  };
}
