import { setTimeout as delay } from 'node:timers/promises';
import { LeavesAnswer } from '../../../server/contract/catalogue/downloads.ts';
import { AppError, wordsOf } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { describeNetworkFailure } from '../../platform/network/network-failure.ts';
import { digestChunks } from '../staging/chunk-journal.ts';
import type { PartFile, Receiver } from '../staging/part-file.ts';
import type { FileAddresses, PlannedFile } from './plan.ts';
import { isGone, type TransferEnd, type TransferOptions, transfer } from './transfer.ts';

/** In milliseconds. The delays restart when bytes arrive. */
export type DownloadPatience = { readonly retryDelays: readonly number[]; readonly stallTimeout: number };

export const defaultPatience: DownloadPatience = {
  retryDelays: [500, 1000, 2000, 4000],
  stallTimeout: 30_000,
};

/** If a host asks for a longer wait, the download yields to others and retries later. */
const longestPause = 30_000;

type FetchFileOptions = Omit<TransferOptions, 'stallTimeout' | 'part'> & {
  readonly part: PartFile;
  readonly patience: DownloadPatience;
  /** Returns new addresses for a file whose addresses have expired. */
  readonly renewAddresses: (stale: FileAddresses) => Promise<FileAddresses>;
  /** Checks a received SHA-256 that was not known before; by default it must be the file's. */
  readonly isRight?: (sha256: string) => Promise<boolean>;
};

type Current = ReturnType<typeof createCurrent>;

function createCurrent({ file, renewAddresses }: FetchFileOptions) {
  let current: FileAddresses = file;
  return {
    read: () => current,
    renew: async () => {
      current = await renewAddresses(current);
    },
  };
}

/** The same address can be tried again. */
type Broken = Exclude<TransferEnd, { kind: 'complete' | 'gone' }>;

function gone(file: PlannedFile, host: string, status: number): AppError {
  return new AppError(
    'FILE_NOT_FOUND',
    sentence`${{ host }} does not have ${{ file: file.relativePath }} (status ${{ status }}), although the server lists it. Try again later; if it keeps happening, tell the server’s admin.`,
  );
}

function mismatch(file: PlannedFile, host: string): AppError {
  return new AppError(
    'CORRUPT_FILE',
    sentence`${{ host }} sent ${{ file: file.relativePath }} twice with content that does not match the catalogue (SHA-256 differs). Nothing was kept. Try again later; if it keeps happening, tell the server’s admin.`,
  );
}

function gaveUp(file: PlannedFile, host: string, end: Broken): AppError {
  if (end.kind === 'short')
    return new AppError(
      'CORRUPT_FILE',
      sentence`${{ host }} sent only ${{ count: end.receivedBytes }} of the ${{ total: file.sizeBytes }} bytes of ${{ file: file.relativePath }}. Try again later; if it keeps happening, tell the server’s admin.`,
    );
  if (end.cause instanceof AppError)
    return new AppError(end.cause.code, wordsOf(end.cause), {
      details: { retryAfterSeconds: end.retryAfter / 1000 },
    });
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    sentence`The connection to ${{ host }} kept breaking while ${{ file: file.relativePath }} was downloading (${{ reason: describeNetworkFailure(end.cause) }}). Check your network, then try again.`,
    { cause: end.cause },
  );
}

/** Returns the pause after each drop, in milliseconds; null once all retries are used. Restarts when bytes arrive. */
function createPauses(delays: readonly number[], receiver: Receiver) {
  let drops = 0;
  let bytes = receiver.receivedBytes();
  return (end: TransferEnd): number | null => {
    if (receiver.receivedBytes() > bytes) drops = 0;
    bytes = receiver.receivedBytes();
    const asked = end.kind === 'dropped' ? end.retryAfter : 0;
    const pause = delays[drops];
    drops += 1;
    return pause === undefined || asked > longestPause ? null : Math.max(pause, asked);
  };
}

const isOffRange = (end: TransferEnd) => end.kind === 'dropped' && end.isOffRange;

/** Waits before the next try, and renews the address if the last one got nothing. Throws when no retries are left. */
function createRecovery({ file, patience, signal }: FetchFileOptions, current: Current, receiver: Receiver) {
  const pauseAfter = createPauses(patience.retryDelays, receiver);
  let bytes = receiver.receivedBytes();
  return async (end: Broken, host: string): Promise<void> => {
    const pause = pauseAfter(end);
    if (pause === null) throw gaveUp(file, host, end);
    await delay(pause, undefined, { signal });
    const isBarren = receiver.receivedBytes() === bytes && !isOffRange(end);
    bytes = receiver.receivedBytes();
    // If no new address is available, the old one is worth another try.
    if (isBarren) await current.renew().catch(() => signal.throwIfAborted());
  };
}

/**
 * Receives a range of the file. Resumes after a drop, and renews the address if it has expired or its host sends
 * nothing more, as another host may have the file.
 */
function createReceiving(fetching: FetchFileOptions, current: Current) {
  const { file, patience, part, isRight: _isRight, ...options } = fetching;

  return async (receiver: Receiver): Promise<void> => {
    const recover = createRecovery(fetching, current, receiver);
    let bytesAtRenewal: number | null = null;
    let offRange = 0;
    for (;;) {
      const { url } = current.read();
      const asksWhole = offRange > 1 && receiver.startBytes === 0;
      const target = { part: receiver, file: { ...file, url }, asksWhole };
      const end = await transfer({ ...options, ...target, stallTimeout: patience.stallTimeout });
      const { host } = new URL(url);
      if (end.kind === 'complete') return;
      if (end.kind === 'gone') {
        if (bytesAtRenewal === receiver.receivedBytes()) throw gone(file, host, end.status);
        await current.renew();
        bytesAtRenewal = receiver.receivedBytes();
        continue;
      }
      if (isOffRange(end)) offRange += 1;
      await recover(end, host);
    }
  };
}

/** Fetches the SHA-256 of every chunk of a file; null if the host has none, or answers for another file. */
async function askChunkHashes(
  { http, file, signal }: FetchFileOptions,
  current: Current,
): Promise<readonly string[] | null> {
  const ask = async () => {
    const { leavesUrl } = current.read();
    if (leavesUrl === null) return null;
    return http.get(leavesUrl, { signal, retry: { limit: 0 }, throwHttpErrors: false });
  };
  try {
    let response = await ask();
    if (response !== null && isGone(response.statusCode)) {
      await current.renew();
      response = await ask();
    }
    if (response === null) return null;
    const answer = LeavesAnswer.parse(JSON.parse(response.body));
    const count = Math.ceil(file.sizeBytes / answer.leafBytes);
    const isOfFile =
      answer.sha256 === file.sha256 &&
      answer.leaves.length === count &&
      (file.leavesSha256 === null || digestChunks(answer.leaves) === file.leavesSha256);
    return isOfFile ? answer.leaves : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Fetches the damaged chunks again. Returns false if that cannot help. */
async function mendChunks(
  options: FetchFileOptions,
  current: Current,
  receive: (receiver: Receiver) => Promise<void>,
): Promise<boolean> {
  const { part } = options;
  const hashes = await askChunkHashes(options, current);
  const bad = hashes ? await part.findBadChunks(hashes) : [];
  if (bad.length === 0 || bad.length === hashes?.length) return false;
  for (const index of bad) await receive(part.replaceChunk(index));
  return true;
}

/**
 * Fetches one file into its part file. Resumes where an earlier run stopped, after verifying the last chunk. Damaged
 * content is repaired chunk by chunk if the server has the hashes, otherwise fetched once more from the start. On
 * return, the part file is complete and sealed.
 */
export async function fetchFile(options: FetchFileOptions): Promise<void> {
  const { file, part, isRight = async (sha256: string) => sha256 === file.sha256 } = options;
  const current = createCurrent(options);
  const receive = createReceiving(options, current);
  if (part.keptBytes > 0) {
    const hashes = await askChunkHashes(options, current);
    if (hashes) await part.checkLastChunk(hashes);
    options.onBytes();
  }
  let hasMended = false;
  let hasStartedOver = false;

  for (;;) {
    if (part.receivedBytes() < file.sizeBytes || file.sizeBytes === 0) await receive(part);
    if (await isRight(await part.finish())) return part.seal();
    if (!hasMended && (await mendChunks(options, current, receive))) {
      hasMended = true;
      continue;
    }
    await part.restart();
    if (hasStartedOver) throw mismatch(file, new URL(file.url).host);
    hasStartedOver = true;
    options.onBytes();
  }
}
