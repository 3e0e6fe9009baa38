import type { FileHandle } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as createDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, readRange } from './byte-ranges.ts';

export type SentFile = {
  readonly open: () => Promise<FileHandle>;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly disposition: 'attachment' | 'inline';
};

const chunkBytes = 512 * 1024;

/** Sends a file or parts of it: HEAD, Range, If-Range and If-None-Match on a strong ETag, the SHA-256. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile) {
  const etag = `"${file.sha256}"`;
  const handle = await file.open();
  try {
    const { mtime } = await handle.stat();
    setHeaders(reply, file, { etag, modified: mtime.toUTCString() });
    if (matches(request.headers['if-none-match'], etag)) return await finish(handle, reply.code(304).send());
    const range = isRangeValid(request, etag)
      ? readRange(request.headers.range, file.sizeBytes)
      : readRange(undefined, 0);
    if (range.kind === 'unsatisfiable') {
      reply.header('content-range', `bytes */${file.sizeBytes}`);
      return await finish(handle, reply.code(416).send());
    }
    const parts = range.kind === 'parts' ? range.ranges : [{ start: 0, end: file.sizeBytes - 1 }];
    const isPartial = range.kind === 'parts';
    return await sendParts({ request, reply, file, handle, parts, isPartial });
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

async function finish(handle: FileHandle, reply: FastifyReply) {
  await handle.close();
  return reply;
}

function setHeaders(
  reply: FastifyReply,
  file: SentFile,
  { etag, modified }: { etag: string; modified: string },
) {
  reply.headers({
    etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'cache-control': file.cacheControl,
    'content-type': file.contentType,
    'content-disposition': createDisposition(file.name, { type: file.disposition }),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  });
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header === '*' || header.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag));

/** If-Range takes the strong ETag; a date is not exact enough here, so it never allows a part. */
const isRangeValid = (request: FastifyRequest, etag: string) => {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag;
};

type Sending = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly file: SentFile;
  readonly handle: FileHandle;
  readonly parts: readonly ByteRange[];
  readonly isPartial: boolean;
};

async function sendParts(sending: Sending) {
  const { request, reply, file, handle, parts, isPartial } = sending;
  const [only, second] = parts;
  const boundary = 'lodestock-byte-ranges';
  if (isPartial) reply.code(206);
  const pieces = second
    ? parts.flatMap((part) => [headOf(part, file, boundary), part]).concat(`\r\n--${boundary}--\r\n`)
    : [only ?? { start: 0, end: -1 }];
  if (second) reply.type(`multipart/byteranges; boundary=${boundary}`);
  else if (isPartial && only)
    reply.header('content-range', `bytes ${only.start}-${only.end}/${file.sizeBytes}`);
  reply.header(
    'content-length',
    pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
  );
  // An empty stream, because Fastify would set the length of an empty answer to 0.
  if (request.method === 'HEAD') return finish(handle, reply.send(Readable.from([])));
  const body = new PassThrough({ highWaterMark: chunkBytes });
  pipeline(Readable.from(readPieces(handle, pieces)), body).catch(() => {});
  return reply.send(body);
}

type Piece = string | ByteRange;
const lengthOf = (piece: Piece) =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.end - piece.start + 1;
const headOf = ({ start, end }: ByteRange, file: SentFile, boundary: string): Piece =>
  `\r\n--${boundary}\r\nContent-Type: ${file.contentType}\r\nContent-Range: bytes ${start}-${end}/${file.sizeBytes}\r\n\r\n`;

async function* readPieces(handle: FileHandle, pieces: readonly Piece[]) {
  try {
    for (const piece of pieces) {
      if (typeof piece === 'string') yield Buffer.from(piece);
      else yield* readRangeOf(handle, piece);
    }
  } finally {
    await handle.close();
  }
}

async function* readRangeOf(handle: FileHandle, { start, end }: ByteRange) {
  let position = start;
  while (position <= end) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - position + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    // The connection must break rather than end: a short file may never look whole.
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
