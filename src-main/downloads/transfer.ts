import type { IncomingMessage } from 'node:http';
import { AppError } from '../../server/contract/errors.ts';
import type { Http } from '../http.ts';
import type { Receiver } from './part-file.ts';
import type { PlannedFile } from './plan.ts';

export type TransferOptions = {
  readonly http: Http;
  readonly file: PlannedFile;
  readonly part: Receiver;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dropped. */
  readonly stallTimeout: number;
  readonly onBytes: () => void;
};

/** How one request ended: complete, dropped, cleanly but too short, or at an address that is no longer served. */
export type TransferEnd =
  | { readonly kind: 'complete' }
  /** `waitMs`: what the server asks for before the next attempt. */
  | { readonly kind: 'dropped'; readonly cause: unknown; readonly waitMs?: number }
  | { readonly kind: 'short'; readonly receivedBytes: number }
  | { readonly kind: 'gone'; readonly status: number };

const isGone = (status: number) => status === 403 || status === 404 || status === 410;
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

const longestWait = 60_000;

/** How long the server wants to be left alone; 0 when it does not say so in seconds. */
const readWait = ({ headers }: IncomingMessage) =>
  Math.min(longestWait, 1000 * (Number(headers['retry-after'] ?? 0) || 0));

function refusal(file: PlannedFile, status: number): AppError {
  return new AppError(
    'FILE_HOST_UNAVAILABLE',
    `${new URL(file.url).host} refused ${file.relativePath} with status ${status}. Try again later; if it keeps happening, tell the person who runs the server.`,
  );
}

function overrun(file: PlannedFile): AppError {
  return new AppError(
    'CORRUPT_FILE',
    `${new URL(file.url).host} sent more than the ${file.sizeBytes} bytes of ${file.relativePath}. Nothing was kept. Tell the person who runs the server.`,
  );
}

/** True when the response continues exactly at the next byte. */
function continuesPart(response: IncomingMessage, part: Receiver, file: PlannedFile): boolean {
  if (response.statusCode !== 206) return false;
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers['content-range'] ?? '');
  return (
    Number(range?.[1]) === part.receivedBytes() &&
    (range?.[2] === '*' || Number(range?.[2]) === file.sizeBytes)
  );
}

function openStream({ http, file, part, signal, stallTimeout }: TransferOptions) {
  const received = part.receivedBytes();
  const isPart = received > 0 || part.endBytes < file.sizeBytes;
  const end = part.endBytes < file.sizeBytes ? part.endBytes - 1 : '';
  return http.stream(file.url, {
    signal,
    retry: { limit: 0 },
    decompress: false,
    throwHttpErrors: false,
    timeout: { response: stallTimeout, socket: stallTimeout },
    headers: {
      'accept-encoding': 'identity',
      ...(isPart && { range: `bytes=${received}-${end}`, 'if-range': `"${file.sha256}"` }),
    },
  });
}

async function receive(options: TransferOptions, stream: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) continue;
    if (options.part.receivedBytes() + chunk.length > options.part.endBytes) throw overrun(options.file);
    await options.part.append(chunk);
    options.onBytes();
  }
}

function waitForResponse(stream: NodeJS.EventEmitter): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.on('error', reject);
  });
}

/** The end that the response headers decide; null if the body should be read. */
async function judgeHead(options: TransferOptions, response: IncomingMessage): Promise<TransferEnd | null> {
  const { file, part } = options;
  const status = response.statusCode ?? 0;
  if (isGone(status)) return { kind: 'gone', status };
  if (isPassing(status)) return { kind: 'dropped', cause: refusal(file, status), waitMs: readWait(response) };
  const receivedBytes = part.receivedBytes();
  const isInside = part.startBytes > 0 || part.endBytes < file.sizeBytes;
  const continues = (receivedBytes > 0 || isInside) && continuesPart(response, part, file);
  if (isInside && !continues) return { kind: 'dropped', cause: refusal(file, status) };
  if (receivedBytes > 0 && !continues) await part.restart();
  if (status === 416) return { kind: 'short', receivedBytes };
  if (status === 206 && !continues) return { kind: 'dropped', cause: refusal(file, status) };
  if (status !== 200 && status !== 206) throw refusal(file, status);
  const announced = Number(response.headers['content-length'] ?? 0);
  if (part.receivedBytes() + announced > part.endBytes) throw overrun(file);
  return null;
}

/** Requests the file once, from the first missing byte on, and writes what arrives. */
export async function transfer(options: TransferOptions): Promise<TransferEnd> {
  const { part, signal } = options;
  const stream = openStream(options);
  try {
    const end = await judgeHead(options, await waitForResponse(stream));
    if (end) return end;
    await receive(options, stream);
    const receivedBytes = part.receivedBytes();
    return receivedBytes === part.endBytes ? { kind: 'complete' } : { kind: 'short', receivedBytes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    return { kind: 'dropped', cause: error };
  } finally {
    stream.destroy();
  }
}
