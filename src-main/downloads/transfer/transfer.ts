import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { readRetryAfter } from '../../../server/shared/read-retry-after.ts';
import type { Body } from '../../platform/network/body.ts';
import type { Http } from '../../platform/network/http.ts';
import type { Receiver } from '../staging/part-file.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { PlannedFile } from './plan.ts';
import { createWriteBatch } from './write-batch.ts';

export type TransferOptions = {
  readonly http: Pick<Http, 'get' | 'openBody'>;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dropped. */
  readonly stallTimeout: number;
  readonly file: PlannedFile;
  readonly part: Receiver;
  readonly onBytes: () => void;
  readonly bandwidth?: Bandwidth | undefined;
  /** Requests the whole file and skips received bytes, for hosts that cannot send a range. */
  readonly asksWhole?: boolean;
};

/** How one request ended: complete, dropped, cleanly but too short, or at an address that is no longer valid. */
export type TransferEnd =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'dropped';
      readonly cause: unknown;
      readonly retryAfter: number;
      /** The host responded, but not with the requested range. */
      readonly isOffRange: boolean;
    }
  | { readonly kind: 'short'; readonly receivedBytes: number }
  | { readonly kind: 'gone'; readonly status: number };

/** Statuses of file hosts for an expired address. */
export const isGone = (status: number) => status === 403 || status === 404 || status === 410;
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

function refusal(file: PlannedFile, status: number): AppError {
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    sentence`${{ host: new URL(file.url).host }} refused ${{ file: file.relativePath }} with status ${{ status }}. Try again later; if it keeps happening, tell the server’s admin.`,
  );
}

function overrun(file: PlannedFile): AppError {
  return new AppError(
    'CORRUPT_FILE',
    sentence`${{ host: new URL(file.url).host }} sent more than the ${{ total: file.sizeBytes }} bytes of ${{ file: file.relativePath }}. Tell the server’s admin.`,
  );
}

function continuesPart(response: Body, part: Receiver, file: PlannedFile): boolean {
  if (response.statusCode !== 206) return false;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '');
  return (
    Number(range?.[1]) === part.receivedBytes() &&
    (range?.[2] === '*' || Number(range?.[2]) === file.sizeBytes)
  );
}

/** Smaller files share connections. */
const largeBytes = 4 * 1024 * 1024;

function open(options: TransferOptions): Promise<Body> {
  const { http, file, part, signal, stallTimeout, asksWhole = false } = options;
  const received = part.receivedBytes();
  const isPart = !asksWhole && (received > 0 || part.endBytes < file.sizeBytes);
  const end = part.endBytes < file.sizeBytes ? part.endBytes - 1 : '';
  const range = { range: `bytes=${received}-${end}`, 'if-range': `"${file.sha256}"` };
  const isLarge = part.endBytes - received >= largeBytes;
  return http.openBody(file.url, { signal, stallTimeout, isLarge, headers: isPart ? range : {} });
}

const mostAtOnce = 1024 * 1024;

/** Appends the body after skipping the bytes received before. On any error, the bytes that arrived are written. */
async function receive(options: TransferOptions, body: Body, skippedBytes: number): Promise<void> {
  const { part, bandwidth, signal } = options;
  let left = skippedBytes;
  let position = part.receivedBytes();
  const mostBytes = Math.max(Math.min(part.endBytes - position, mostAtOnce), 1);
  const batch = createWriteBatch(
    async (content) => {
      await part.append(content);
      options.onBytes();
    },
    { mostBytes, longestWait: 50 },
  );
  try {
    await body.visit((whole) => {
      const chunk = left === 0 ? whole : whole.subarray(Math.min(left, whole.length));
      left -= whole.length - chunk.length;
      if (chunk.length === 0) return undefined;
      position += chunk.length;
      if (position > part.endBytes) throw overrun(options.file);
      const added = batch.add(chunk);
      const taken = bandwidth?.take(chunk.length, signal);
      return added ? Promise.all([added, taken]) : taken;
    });
  } finally {
    await batch.flush();
  }
}

const dropped = (cause: unknown, found: { retryAfter?: number; isOffRange?: boolean } = {}): TransferEnd => ({
  kind: 'dropped',
  cause,
  retryAfter: found.retryAfter ?? 0,
  isOffRange: found.isOffRange ?? false,
});

/** Returns the result if the headers decide it, else how many bytes to skip. No status discards received bytes. */
function judgeHead(options: TransferOptions, response: Body): TransferEnd | number {
  const { file, part } = options;
  const status = response.statusCode;
  if (isGone(status)) return { kind: 'gone', status };
  if (isPassing(status)) {
    const seconds = readRetryAfter(response.headers['retry-after'], Date.now()) ?? 0;
    return dropped(refusal(file, status), { retryAfter: seconds * 1000 });
  }
  if (status === 416) return dropped(refusal(file, status), { isOffRange: true });
  if (status !== 200 && status !== 206) throw refusal(file, status);
  const received = part.receivedBytes();
  const isInside = part.startBytes > 0 || part.endBytes < file.sizeBytes;
  const announced = response.headers['content-length'];
  if (status === 206) {
    if (!continuesPart(response, part, file)) return dropped(refusal(file, status), { isOffRange: true });
    if (received + Number(announced ?? 0) > part.endBytes) throw overrun(file);
    return 0;
  }
  if (isInside) return dropped(refusal(file, status), { isOffRange: true });
  const isOther = received > 0 && announced !== undefined && Number(announced) !== file.sizeBytes;
  if (isOther) return dropped(refusal(file, status));
  if (Number(announced ?? 0) > file.sizeBytes) throw overrun(file);
  return received;
}

/** Requests the file once, from the first missing byte, and writes what arrives. */
export async function transfer(options: TransferOptions): Promise<TransferEnd> {
  const { part, signal } = options;
  let body: Body | null = null;
  try {
    body = await open(options);
    const judged = judgeHead(options, body);
    if (typeof judged !== 'number') return judged;
    await receive(options, body, judged);
    const receivedBytes = part.receivedBytes();
    return receivedBytes === part.endBytes ? { kind: 'complete' } : { kind: 'short', receivedBytes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    return dropped(error);
  } finally {
    body?.destroy();
  }
}
