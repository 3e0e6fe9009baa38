import { AppError } from '../../server/contract/errors.ts';
import type { Http } from '../http.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import { mergeReceipt, readReceipt, writeReceipt } from '../library/receipt.ts';
import type { LibraryRoots } from '../library/roots.ts';
import type { ServerClient } from '../server-client.ts';
import type { Bandwidth } from './bandwidth.ts';
import { checkLibrary } from './check-library.ts';
import { onDisk, onLibrary } from './disk.ts';
import type { RunDownload } from './download-run.ts';
import { type DownloadPatience, fetchFile } from './fetch-file.ts';
import { judgeLocal, type Placed, setAside } from './local-files.ts';
import { locateModelFolder } from './model-folder.ts';
import { createPartFile, openWhole, type StagedFile } from './part-file.ts';
import { partPlaceOf, readKeptBytes } from './part-place.ts';
import { preparePlace, removeEmptyFolders } from './place.ts';
import {
  type FileAddresses,
  findTotalBytes,
  lookUpModel,
  type Plan,
  type PlannedFile,
  planDownload,
  refuseChange,
  refusePaths,
  renewAddresses,
} from './plan.ts';
import { createProgress } from './progress.ts';
import type { Slots } from './slots.ts';
import type { Hold, Space } from './space.ts';

export type DownloadTools = {
  readonly http: Http;
  /** Asks the server of the job as its account, and no other. */
  readonly clientOf: (job: DownloadJob) => ServerClient;
  readonly slots: Slots;
  readonly space: Space;
  readonly bandwidth?: Bandwidth | undefined;
  readonly patience: DownloadPatience;
  readonly roots: LibraryRoots;
  readonly serverUrl: () => string;
  readonly onLibraryChange: () => void;
};

type Run = Parameters<RunDownload>[1] & {
  readonly job: DownloadJob;
  readonly plan: Plan;
  readonly tools: DownloadTools;
  readonly client: ServerClient;
  readonly serverUrl: string;
  readonly library: string;
  readonly folder: string;
  readonly hold: Hold;
};

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

/** The files to fetch, and those of them whose place holds the person's own work. */
type Wanted = { readonly missing: readonly Placed[]; readonly edited: readonly Placed[] };

function askAboutEdits({ job }: Run, edited: readonly Placed[]): AppError {
  const [first] = edited;
  const others = edited.length - 1;
  const names = others === 0 ? '' : ` and ${others} other ${others === 1 ? 'file' : 'files'}`;
  return new AppError(
    'FILE_EDITED',
    `${first?.target}${names} of “${job.title}” changed after the download, so nothing was replaced. Keep your changes, or set them aside under another name and download the original.`,
  );
}

/** Nothing that the person has changed is ever replaced: it stays, or gets another name, as they chose. */
async function findWanted(run: Run, placed: readonly Placed[]): Promise<Wanted> {
  const { job, folder, signal } = run;
  run.report({ status: 'verifying' });
  const reading = await readReceipt(folder);
  const receipt = reading.kind === 'receipt' ? reading.receipt : null;
  const missing: Placed[] = [];
  const edited: Placed[] = [];
  for (const entry of placed) {
    const state = await judgeLocal(entry, receipt, signal);
    if (state === 'edited') edited.push(entry);
    else if (state !== 'same') missing.push(entry);
  }
  if (edited.length > 0 && job.edited === 'ask') throw askAboutEdits(run, edited);
  return job.edited === 'aside' ? { missing: [...missing, ...edited], edited } : { missing, edited: [] };
}

/** Fetches all files or none: the first failure stops the others and is the one that is thrown. */
async function fetchAll(run: Run, missing: readonly Placed[], parts: StagedFile[]): Promise<void> {
  const { http, slots, patience, bandwidth } = run.tools;
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const renew = createRenewal(run);
  const missingBytes = missing.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const presentBytes = run.plan.totalBytes - missingBytes;
  const onBytes = createProgress({ presentBytes, parts, report: run.report, onFetched: run.hold.spend });
  onBytes();
  const fetches = missing.map(async ({ file, target }) => {
    const giveBack = await slots.take(new URL(file.url).host, signal);
    try {
      const whole = await openWhole(target, file, signal);
      if (whole) {
        parts.push(whole);
        return onBytes();
      }
      const part = await createPartFile(target, file);
      parts.push(part);
      const renewAddresses = (stale: FileAddresses) => renew(file, stale);
      await fetchFile({ http, file, part, signal, patience, bandwidth, onBytes, renewAddresses });
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

async function writeFacts({ job, plan, tools, folder, serverUrl }: Run): Promise<void> {
  const previous = await readReceipt(folder);
  const receipt = mergeReceipt(previous.kind === 'receipt' ? previous.receipt : null, {
    receiptVersion: 1,
    guid: job.guid,
    ...plan.model,
    serverUrl,
    downloadedAt: new Date().toISOString(),
    files: [...plan.receiptFiles],
  });
  await onDisk(folder, () => writeReceipt(folder, receipt));
  tools.onLibraryChange();
}

async function countNeededBytes(missing: readonly Placed[]): Promise<number> {
  const needed = missing.map(async ({ file, target }) => {
    const kept = await readKeptBytes(partPlaceOf(target, file), file);
    return file.sizeBytes - kept;
  });
  return (await Promise.all(needed)).reduce((sum, bytes) => sum + bytes, 0);
}

async function fetchInto(run: Run, placed: Placed[]): Promise<void> {
  const { library, folder, hold } = run;
  const parts: StagedFile[] = [];
  try {
    for (const file of run.plan.files)
      placed.push({ file, target: await preparePlace(library, folder, file.relativePath) });
    const { missing, edited } = await findWanted(run, placed);
    await hold.claim(await countNeededBytes(missing), run.job.title);
    run.report({ status: 'downloading' });
    await fetchAll(run, missing, parts);
    run.report({ status: 'verifying', receivedBytes: run.plan.totalBytes, bytesPerSecond: null });
    for (const { target } of edited) await setAside(target, new Date());
    for (const part of parts) await part.commit();
    await writeFacts(run);
  } catch (error) {
    await Promise.all(parts.splice(0).map((part) => part.keep()));
    throw error;
  } finally {
    await Promise.all(parts.map((part) => part.discard()));
    for (const { target } of placed) await removeEmptyFolders(library, target);
  }
}

/**
 * Downloads one exact scene file and the files it needs into the library. No file of the library changes until all are
 * complete and verified. However it ends, complete files and whole leaves remain beside their places, and the next try
 * continues from them.
 */
export function createDownloadRunner(tools: DownloadTools): RunDownload {
  async function runIn(library: string, hold: Hold, ...[job, control]: Parameters<RunDownload>) {
    await onLibrary(library, () => tools.roots.open(library));
    refusePaths([job], job);
    const [client, serverUrl] = [tools.clientOf(job), tools.serverUrl()];
    const model = await lookUpModel(client, job);
    refuseChange(model, job);
    const folder = await locateModelFolder(library, job.guid, model.title);
    await checkLibrary({ library, folder, job, totalBytes: findTotalBytes(model, job), hold });
    control.signal.throwIfAborted(); // what follows may be charged
    const plan = await planDownload(client, job, model);
    control.report({
      totalBytes: plan.totalBytes,
      fileCount: plan.files.length,
      contentSha256: plan.contentSha256,
      chargedUsd: (job.chargedUsd ?? 0) + plan.chargedUsd,
    });
    control.signal.throwIfAborted();
    const placed: Placed[] = [];
    await fetchInto({ ...control, job, plan, tools, client, serverUrl, library, folder, hold }, placed);
    const scene = placed.find(({ file }) => file.relativePath === job.relativePath);
    return { filePath: scene?.target ?? folder };
  }

  return async (job, control) => {
    if (job.library === null)
      throw new AppError('INVALID_INPUT', 'This download has no library folder. Add it again.');
    const hold = tools.space.open(job.library);
    try {
      return await runIn(job.library, hold, job, control);
    } finally {
      hold.release();
    }
  };
}
