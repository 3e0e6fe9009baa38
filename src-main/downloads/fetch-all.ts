import { AppError } from '../../server/contract/errors.ts';
import type { DownloadJob } from '../platform/ipc/contract.ts';
import { onDisk } from '../platform/storage/disk-errors.ts';
import type { Judged } from './commit/local-files.ts';
import type { Download } from './download-context.ts';
import { createPartFile, openWhole, type StagedFile, toStaged } from './staging/part-file.ts';
import { reuseFile, seedPart } from './staging/reuse-file.ts';
import { listStaged, stagedPathsOf } from './staging/staging.ts';
import type { Crate } from './transfer/archive/crates.ts';
import { fetchArchive } from './transfer/archive/fetch-archive.ts';
import { fetchFile } from './transfer/fetch-file.ts';
import { type FileAddresses, type PlannedFile, renewAddresses } from './transfer/plan.ts';

/** Renews expired addresses once for all files of the job. */
function createRenewal({ job, plan, client }: Download) {
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
  readonly download: Download;
  readonly signal: AbortSignal;
  readonly left: ReadonlySet<string>;
  /** Called when a file is complete in staging or about to be received there. */
  readonly add: (staged: StagedFile) => void;
};

/** Returns true if a file need not be received, because an earlier run left it or another model has it. */
async function findStaged(
  { download, signal, left, add }: Fetching,
  { file, target }: Judged,
): Promise<boolean> {
  const place = stagedPathsOf(download.staging.folder, file);
  const sources = download.tools.findContent?.(download.library, file.sha256) ?? [];
  const whole =
    (left.has(place.whole) ? await openWhole(target, place, file, signal) : null) ??
    (sources.length === 0 ? null : await onDisk(target, () => reuseFile(sources, place, file, signal)));
  if (whole !== null) add(whole);
  return whole !== null;
}

/** Larger files get a request each. */
const smallBytes = 1024 * 1024;
/** Fewer small files are received one by one. */
const fewestTogether = 8;

/** Receives small files as one archive, to save requests. Returns the files that remain, possibly all. */
async function fetchTogether(fetching: Fetching, missing: readonly Judged[]): Promise<readonly Judged[]> {
  const { download, signal, add } = fetching;
  const { http, slots, patience, bandwidth } = download.tools;
  const { archiveUrl: url } = download.plan;
  const small = missing.filter(({ file }) => file.sizeBytes <= smallBytes);
  if (url === null || small.length < fewestTogether) return missing;
  const wanted = new Map<PlannedFile, Judged>();
  for (const judged of small) if (!(await findStaged(fetching, judged))) wanted.set(judged.file, judged);
  const names = download.plan.files.map(({ relativePath }) => relativePath);
  const store = async ({ memory, packed }: Crate<PlannedFile>): Promise<void> => {
    const files = packed.map(({ entry: file, at, bytes }) => {
      const place = stagedPathsOf(download.staging.folder, file);
      return { file, place, at, bytes, sha256: file.sha256, part: place.file, whole: place.whole };
    });
    const orders = files.map(({ file: _file, place: _place, ...order }) => order);
    const { stored, refused } = await download.many.store(memory, orders);
    for (const [index, { file, place }] of files.entries()) {
      if (stored[index] !== true) continue;
      wanted.delete(file);
      add(toStaged(place, file.sizeBytes));
    }
    if (refused === null) return;
    const file = files[refused.index]?.file;
    const target = (file && wanted.get(file)?.target) ?? download.folder;
    await onDisk(target, () => Promise.reject(refused.error));
  };
  const giveBack = await slots.take(new URL(url).host, signal);
  try {
    for (let before = Number.POSITIVE_INFINITY; wanted.size < before && wanted.size >= fewestTogether; ) {
      before = wanted.size;
      const options = { http, url, names, signal, bandwidth, store, files: [...wanted.keys()] };
      await fetchArchive({ ...options, stallTimeout: patience.stallTimeout }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof AppError) throw error; // a disk error
      });
    }
  } finally {
    giveBack();
  }
  return missing.filter(({ file }) => file.sizeBytes > smallBytes || wanted.has(file));
}

/** Milliseconds between progress reports about complete files. */
const reportInterval = 50;

/** Fetches all files. The first failure stops the others and is thrown. */
export async function fetchAll(
  download: Download,
  missing: readonly Judged[],
  parts: StagedFile[],
): Promise<void> {
  const { http, slots, patience, bandwidth } = download.tools;
  const stop = new AbortController();
  const signal = AbortSignal.any([download.signal, stop.signal]);
  const renew = createRenewal(download);
  const missingBytes = missing.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  const presentBytes = download.plan.totalBytes - missingBytes;
  const onBytes = createProgress({
    presentBytes,
    parts,
    report: download.report,
    onFetched: download.space.spend,
  });
  let lastReport = Number.NEGATIVE_INFINITY;
  // Each report sums all parts, and there can be thousands of small files.
  const add = (staged: StagedFile) => {
    parts.push(staged);
    if (performance.now() - lastReport < reportInterval) return;
    lastReport = performance.now();
    onBytes();
  };
  const left = await onDisk(download.folder, () => listStaged(download.staging.folder));
  const fetching = { download, signal, left, add };
  onBytes();
  const apart = await fetchTogether(fetching, missing);
  onBytes();
  const fetches = apart.map(async (judged) => {
    const { file, target } = judged;
    const giveBack = await slots.take(new URL(file.url).host, signal);
    const place = stagedPathsOf(download.staging.folder, file);
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
  download.signal.throwIfAborted();
  stop.signal.throwIfAborted();
}

const step = 100;

/** Measures speed over a sliding window, in milliseconds. */
export function createSpeedMeter(window = 5000, now: () => number = () => performance.now()) {
  let samples: { readonly at: number; readonly bytes: number }[] = [];

  return {
    record(bytes: number) {
      const at = now();
      const last = samples.at(-1);
      if (last && bytes < last.bytes) samples = []; // a file restarted
      if (last && at - last.at < step && samples.length > 1) samples.pop();
      samples.push({ at, bytes });
      while (samples.length > 2 && at - (samples[1]?.at ?? at) >= window) samples.shift();
    },
    /** Bytes per second over the window; null until it can be measured. */
    read() {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.at <= first.at) return null;
      return Math.round(((last.bytes - first.bytes) * 1000) / (last.at - first.at));
    },
  };
}

type ProgressOptions = {
  readonly presentBytes: number;
  /** Grows while files are added. */
  readonly parts: readonly StagedFile[];
  readonly report: (progress: Pick<DownloadJob, 'receivedBytes' | 'bytesPerSecond'>) => void;
  readonly onFetched?: (bytes: number) => void;
};

/** Returns a function that reports the job's received bytes and speed; call it after each change. */
function createProgress({ presentBytes, parts, report, onFetched }: ProgressOptions): () => void {
  const speed = createSpeedMeter();
  return () => {
    const fetched = parts.reduce((sum, part) => sum + part.receivedBytes(), 0);
    const written = parts.reduce((sum, part) => sum + Math.max(0, part.receivedBytes() - part.keptBytes), 0);
    speed.record(written);
    onFetched?.(written);
    report({ receivedBytes: presentBytes + fetched, bytesPerSecond: speed.read() });
  };
}
