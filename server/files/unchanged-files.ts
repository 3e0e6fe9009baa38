import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { keepLatest } from '../base/cache/keep-latest.ts';
import { cacheBudgets } from '../base/cache-budgets.ts';
import { isOnTellingDisk, markOf } from '../base/storage/file-mark.ts';
import { toStorageFault } from '../base/storage/storage-fault.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import type { FileStamps } from './file-stamps.ts';

export type InFolder = { readonly folder: string };
export type Expected = {
  readonly relativePath: string;
  /** Path in the library; absent if at `relativePath` in the model's folder. */
  readonly place?: string | null;
  /** Set if this server made it: it is then among the derived files, by its SHA-256. */
  readonly derived?: unknown;
  readonly sizeBytes: number;
  readonly sha256: string;
};

/** Path of a file, relative to the library. */
export const placeOf = (
  { folder }: InFolder,
  { place, relativePath }: Pick<Expected, 'place' | 'relativePath'>,
) => place ?? `${folder}/${relativePath}`;

/** `disk`: its path on disk. */
type Seen = { readonly found: BigIntStats; readonly disk: string };
export type OpenedFile = Seen & { readonly handle: FileHandle };

export type UnchangedFiles = ReturnType<typeof createUnchangedFiles>;

type Parts = {
  readonly stamps: FileStamps;
  /** Lists a file among the problems of a model's folder until it is read again. */
  readonly distrust: (place: string, folder: string) => void;
  readonly isTelling?: typeof isOnTellingDisk;
};

const longestWait = 5000;
/** Milliseconds for which a file is trusted after it was read, if its disk keeps no reliable marks. */
const believedMs = 10 * 60_000;
/** Milliseconds; a file is reported once in this time, however often it is requested. */
const reportEvery = 2000;

const isChangedCode = 'ECHANGED';
export const isChangedFile = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === isChangedCode;
export const changed = (text: string) => Object.assign(new Error(text), { code: isChangedCode });

export const stampOf = (stamps: FileStamps, model: InFolder, file: Expected) =>
  file.place
    ? stamps.findPlace(file.place, file.sha256)
    : stamps.find(`${model.folder}/${file.relativePath}`);

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const chunks = handle.createReadStream({ start: 0, autoClose: false, highWaterMark: 512 * 1024 });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** Reopens the file, as reading continues after the caller closes its handle; null if the path now has another file. */
async function openOwn({ found, disk }: OpenedFile): Promise<FileHandle | null> {
  const handle = await open(disk, 'r').catch(() => null);
  if (handle && markOf(await handle.stat({ bigint: true }), disk) === markOf(found, disk)) return handle;
  await handle?.close();
  return null;
}

type Asked = { readonly model: InFolder; readonly file: Expected; readonly opened: OpenedFile };

/** The one rule that decides whether a library file is unchanged. */
export function createUnchangedFiles(parts: Parts) {
  const { stamps, distrust, isTelling = isOnTellingDisk } = parts;
  const confirmed = keepLatest<string, number>(cacheBudgets.confirmedFiles, 250);
  const reported = keepLatest<string, number>(cacheBudgets.reportedFiles, 250);
  const reading = new Map<string, Promise<void>>();

  function report(model: InFolder, file: Expected): void {
    if (file.derived) return;
    const place = placeOf(model, file);
    const now = performance.now();
    if (now - (reported.get(place) ?? Number.NEGATIVE_INFINITY) < reportEvery) return;
    reported.set(place, now);
    try {
      distrust(place, model.folder);
    } catch (error) {
      if (toStorageFault(error) === null) throw error; // the next request for the file reports it
    }
  }

  async function compare(key: string, file: Expected, opened: OpenedFile): Promise<void> {
    await using own = await openOwn(opened);
    const { disk, found } = opened;
    const handle = own ?? opened.handle;
    if ((await hashOf(handle)) !== file.sha256) throw changed(`${file.relativePath} has another SHA-256 now`);
    if (markOf(await handle.stat({ bigint: true }), disk) !== markOf(found, disk))
      throw changed(`${file.relativePath} is being written to`);
    confirmed.set(key, performance.now());
  }

  function compareOnce(key: string, file: Expected, opened: OpenedFile): Promise<void> {
    const running = reading.get(key);
    if (running) return running;
    const started = compare(key, file, opened).finally(() => reading.delete(key));
    started.catch(() => undefined); // the caller may have stopped waiting
    reading.set(key, started);
    return started;
  }

  async function confirm(key: string, { model, file, opened }: Asked): Promise<void> {
    const waiting = new AbortController();
    const timeUp = delay(longestWait, undefined, { ref: false, signal: waiting.signal }).then(() => {
      throw new AppError(
        'UNAVAILABLE',
        sentence`${{ file: file.relativePath }} has changed, and is compared with the catalogue. Ask again in a few seconds.`,
        { details: { retryAfterSeconds: 5, place: 'file' } },
      );
    });
    timeUp.catch(() => undefined);
    try {
      await Promise.race([compareOnce(key, file, opened), timeUp]);
    } catch (error) {
      if (isChangedFile(error)) report(model, file);
      throw error;
    } finally {
      waiting.abort();
    }
  }

  const keyOf = (model: InFolder, file: Expected, { found, disk }: Seen) =>
    `${file.sha256} ${markOf(found, disk)} ${placeOf(model, file)}`;

  return {
    /** Rereads a file whose bytes do not match the inventory. */
    report,
    /** Whether size and mark alone prove that a file is the one in the inventory. Throws if they prove that it is not. */
    isTold(model: InFolder, file: Expected, seen: Seen) {
      const { found, disk } = seen;
      if (found.size !== BigInt(file.sizeBytes)) {
        report(model, file);
        throw changed(`${file.relativePath} has ${found.size} bytes now, not ${file.sizeBytes}`);
      }
      const stamp = stampOf(stamps, model, file);
      if (stamp?.sha256 !== file.sha256) throw changed(`${file.relativePath} was read again since`);
      const isFirm = isTelling(found, disk);
      if (isFirm && stamp.mark === markOf(found, disk)) return true;
      const at = confirmed.get(keyOf(model, file, seen)) ?? Number.NEGATIVE_INFINITY;
      return performance.now() - at < (isFirm ? Number.POSITIVE_INFINITY : believedMs);
    },
    /** Compares the content if the mark has changed or the disk keeps no reliable marks. Throws if it differs. */
    confirm: (model: InFolder, file: Expected, opened: OpenedFile) =>
      confirm(keyOf(model, file, opened), { model, file, opened }),
  };
}
