import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { inTurn } from '../../server/contract/sentence.ts';
import { createPlaceFinder, findPlace, refuseLongPaths } from '../library/place.ts';
import { readReceipt } from '../library/receipt.ts';
import type { DownloadJob } from '../platform/ipc/contract.ts';
import { onDisk, onLibrary } from '../platform/storage/disk-errors.ts';
import { createJudge, type Judged, type Placed } from './commit/local-files.ts';
import { createFolderFinder, nameModelFolder } from './commit/model-folder.ts';
import type { Download, DownloadTools } from './download-context.ts';
import { fetchAll } from './fetch-all.ts';
import { putInPlace } from './put-in-place.ts';
import type { SpaceClaim } from './queue/disk-space.ts';
import type { RunDownload } from './queue/job.ts';
import { createManyFiles } from './staging/many-files.ts';
import type { StagedFile } from './staging/part-file.ts';
import {
  listStaged,
  openStaging,
  readKeptBytes,
  type Staging,
  stagedName,
  stagedPathsOf,
} from './staging/staging.ts';
import { learnFiles } from './transfer/learn-files.ts';
import { findTotalBytes, lookUpModel, planDownload, refuseChange, refusePaths } from './transfer/plan.ts';

type Check = {
  readonly folder: string;
  readonly staging: Pick<Staging, 'folder'>;
  readonly job: DownloadJob;
  readonly space: SpaceClaim;
};

/** Counts bytes that are already on the disk: from earlier runs, and support files in the library. */
async function countPresent({ folder, staging, job }: Check): Promise<number> {
  const sizeOf = async (file: string) => {
    const found = await lstat(file).catch(() => null);
    return found?.isFile() ? found.size : 0;
  };
  const names = await readdir(staging.folder).catch(() => []);
  const received = names.filter((name) => stagedName.test(name));
  const reading = await readReceipt(folder);
  const files = reading.kind === 'receipt' ? reading.receipt.files : [];
  const shared = files.filter(
    ({ relativePath, lod, role }) =>
      relativePath === job.relativePath || (lod === job.lod && role !== 'scene'),
  );
  const paths = [
    ...received.map((name) => path.join(staging.folder, name)),
    ...shared.map(({ relativePath }) => path.join(folder, relativePath)),
  ];
  const sizes = await Promise.all(paths.map(sizeOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Checks, before anything is charged, that the scene file and its support files fit. */
async function checkSpace(check: Check, totalBytes: number): Promise<void> {
  const { space, job } = check;
  try {
    await space.claim(totalBytes, job.title);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const present = await countPresent(check);
    if (present === 0) throw error;
    await space.claim(Math.max(0, totalBytes - present), job.title);
  }
}

async function countNeededBytes({ staging }: Download, missing: readonly Placed[]): Promise<number> {
  const staged = await listStaged(staging.folder);
  let needed = 0;
  for (const { file } of missing) {
    const place = stagedPathsOf(staging.folder, file);
    const isBegun = staged.has(place.whole) || staged.has(place.file);
    needed += file.sizeBytes - (isBegun ? await readKeptBytes(place, file) : 0);
  }
  return needed;
}

async function fetchInto(download: Download, parts: StagedFile[]): Promise<Placed[]> {
  const { plan, folder, space } = download;
  const placed: Placed[] = [];
  const findPlace = createPlaceFinder(folder);
  for (const file of plan.files) placed.push({ file, target: await findPlace(file.relativePath) });
  await putInPlace(download, placed, async (missing: readonly Judged[]) => {
    await space.claim(await countNeededBytes(download, missing), download.job.title);
    download.report({ status: 'downloading' });
    await fetchAll(download, missing, parts);
    download.report({ status: 'verifying', receivedBytes: plan.totalBytes, bytesPerSecond: null });
  });
  return placed;
}

/** Receives the files in staging, then moves them into place together. */
async function receive(download: Download): Promise<Placed[]> {
  const parts: StagedFile[] = [];
  try {
    const placed = await fetchInto(download, parts);
    // Another computer has already put some of these files in place.
    const left = await listStaged(download.staging.folder).catch(() => null);
    if (left === null || [...left].some((file) => stagedName.test(path.basename(file))))
      await Promise.all(parts.map((part) => part.discard()));
    return placed;
  } catch (error) {
    await Promise.all(parts.map((part) => part.keep()));
    throw error;
  }
}

/** Throws before anything is charged if a newer version of the app has written fields that this version would lose. */
async function refuseNewer(folder: string): Promise<void> {
  const reading = await readReceipt(folder);
  if (reading.kind === 'newer') throw new AppError('FORBIDDEN', reading.message);
}

/** Turns a disk error into one about the absent library, if the library is away. */
async function toAbsence(error: unknown, library: string, { roots }: DownloadTools): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return error;
  const { place } = error.details ?? {};
  if (place !== 'file' && place !== 'library') return error;
  const absence = await roots.findAbsence(library);
  if (absence === null) return error;
  const message = inTurn(absence, 'The download then continues where it stopped.');
  return new AppError('UNAVAILABLE', message, { cause: error, details: { place: 'library' } });
}

/**
 * Downloads one scene file and the files it needs into the library. No file of the library changes until all are
 * complete and verified; then the model changes in one step. If the download stops early, complete files and whole
 * chunks stay in staging, and the next try resumes from them.
 */
export function createDownloader(tools: DownloadTools): RunDownload {
  const findModelFolder = createFolderFinder();
  const many = createManyFiles();

  /** Checks everything that can fail before it requests the files, which may be charged. */
  async function downloadTo(library: string, space: SpaceClaim, ...[job, control]: Parameters<RunDownload>) {
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
      await findPlace(folder, job.relativePath);
      const totalBytes = findTotalBytes(model, job);
      if (totalBytes !== null) await checkSpace({ folder, staging, job, space }, totalBytes);
      control.signal.throwIfAborted();
      const asked = await planDownload(client, job, model);
      refuseLongPaths(folder, asked.files, tools.platform);
      control.report({
        totalBytes: asked.totalBytes,
        fileCount: asked.files.length,
        contentSha256: asked.contentSha256,
        chargedUsd: (job.chargedUsd ?? 0) + asked.chargedUsd,
      });
      control.signal.throwIfAborted();
      const begun = { job, plan: asked, tools, client, serverUrl, space, library, folder, staging };
      const isExact = asked.files.every(({ promised }) => promised === undefined);
      const plan = isExact ? asked : await learnFiles({ ...control, ...begun });
      const judge = createJudge();
      const facts = { ...begun, plan, judge, many };
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
    const space = tools.space.open(job.library);
    try {
      const { library } = job;
      // A disk error counts as temporary: the disk may have been unplugged, and the next try reports what it needs.
      return await onDisk(library, () => downloadTo(library, space, job, control));
    } catch (error) {
      throw await toAbsence(error, job.library, tools);
    } finally {
      space.release();
    }
  };
}
