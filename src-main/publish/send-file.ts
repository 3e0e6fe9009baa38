import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, fromErrorBody, internalMessage } from '../../server/contract/errors.ts';
import { fileChanged, type ResumableUpload, resumeUpload } from '../../server/shared/resume-upload.ts';
import type { Http } from '../platform/network/http.ts';
import { toNetworkFailure } from '../platform/network/network-failure.ts';
import type { LocalFile } from './list-given.ts';

type Server = { readonly http: Http; readonly baseUrl: string; readonly token: string };
export type Sending = Omit<ResumableUpload, 'relativePath' | 'create' | 'sendRest' | 'wait'> & {
  readonly file: LocalFile;
  readonly sha256: string;
  readonly wait?: ResumableUpload['wait'] | undefined;
};

const address = '/api/publish/uploads';
/** The most that a dropped connection can lose. */
const pieceBytes = 16 * 1024 * 1024;

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';
const pause = async (milliseconds: number, signal: AbortSignal) => {
  await delay(milliseconds, undefined, { signal });
};

type Ask = {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly where: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NodeJS.ReadableStream;
  readonly signal?: AbortSignal;
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws the server's own AppError, UNAVAILABLE if it does not respond, or the signal's reason. */
async function ask({ http, baseUrl, token }: Server, { method, where, headers, body, signal }: Ask) {
  const url = new URL(baseUrl + where);
  const answer = await http(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
    throwHttpErrors: false,
    retry: { limit: 0 },
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw toNetworkFailure(baseUrl, error);
  });
  if (answer.statusCode < 300) return answer.headers;
  const bare = answer.statusCode === 404 ? 'NOT_FOUND' : 'INTERNAL';
  throw fromErrorBody(parseJson(answer.body)) ?? new AppError(bare, internalMessage);
}

async function create(server: Server, { file, sha256, signal }: Sending): Promise<string> {
  const { relativePath, sizeBytes } = file;
  const metadata = `relativePath ${toBase64(relativePath)},sha256 ${toBase64(sha256)}`;
  const headers = { 'upload-length': String(sizeBytes), 'upload-metadata': metadata };
  const { location } = await ask(server, { method: 'POST', where: address, headers, signal });
  return location?.split('/').at(-1) ?? '';
}

/** Throws if the file ends early, as the server would wait for the rest. */
async function* readPiece({ path, relativePath }: LocalFile, at: number, end: number) {
  let left = end - at;
  for await (const chunk of createReadStream(path, { start: at, end: end - 1 })) {
    left -= chunk.length;
    yield chunk;
  }
  if (left > 0) throw fileChanged(relativePath);
}

type Rest = { readonly uploadId: string; readonly onSent: (bytes: number) => void };

/** Streams the file, so that it is never in memory whole. */
async function sendRest(
  server: Server,
  { file, signal }: Sending,
  { uploadId, onSent }: Rest,
): Promise<void> {
  const where = `${address}/${uploadId}`;
  // A shorter file would never reach the announced length.
  if ((await stat(file.path)).size !== file.sizeBytes) throw fileChanged(file.relativePath);
  let at = Number((await ask(server, { method: 'HEAD', where, signal }))['upload-offset']);
  for (onSent(at); at < file.sizeBytes; onSent(at)) {
    const end = Math.min(at + pieceBytes, file.sizeBytes);
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(end - at),
      'upload-offset': String(at),
    };
    const body = Readable.from(readPiece(file, at, end), { objectMode: false });
    at = Number((await ask(server, { method: 'PATCH', where, headers, body, signal }))['upload-offset']);
  }
}

/** Uploads a file with `resumeUpload`, each time to the current server. */
export const sendFile = (findServer: () => Server, sending: Sending): Promise<string> =>
  resumeUpload({
    ...{ ...sending, relativePath: sending.file.relativePath, wait: sending.wait ?? pause },
    create: () => create(findServer(), sending),
    sendRest: (uploadId, onSent) => sendRest(findServer(), sending, { uploadId, onSent }),
  });

/** Deletes an upload, unless it is already gone. Throws AppError. */
export async function removeUpload(server: Server, uploadId: string): Promise<void> {
  await ask(server, { method: 'DELETE', where: `${address}/${uploadId}` }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
