import type { IncomingHttpHeaders } from 'node:http';
import { isMatched, isNamed } from '../../base/http/ready-answer.ts';
import { type ByteRange, readRange } from '../byte-ranges.ts';
import { etagOf, type HeadFields } from './file-head.ts';
import type { Piece } from './send-pieces.ts';

export type AnswerPlan = {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly fields: HeadFields;
  readonly pieces: readonly Piece[];
};

type Served = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** As an HTTP date; if absent, date conditions do not apply. */
  readonly modified?: string;
};

const boundary = 'lodestock-byte-ranges';
const whole = (sizeBytes: number): readonly Piece[] =>
  sizeBytes === 0 ? [] : [{ start: 0, end: sizeBytes - 1 }];
const lengthOf = (piece: Piece) =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.end - piece.start + 1;
const partHead = ({ start, end }: ByteRange, { contentType, sizeBytes }: Served): Piece =>
  `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: bytes ${start}-${end}/${sizeBytes}\r\n\r\n`;

/** If-Range needs the strong ETag; a date is too coarse here, so it never allows a part. */
const mayBePartial = (headers: IncomingHttpHeaders, etag: string) =>
  headers['if-range'] === undefined || headers['if-range'] === etag;

function planParts(ranges: readonly ByteRange[], file: Served): AnswerPlan {
  const [only, second] = ranges;
  if (only && !second) {
    const { start, end } = only;
    const fields = {
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${file.sizeBytes}`,
    };
    return { status: 206, fields, pieces: [only] };
  }
  const pieces = [...ranges.flatMap((range) => [partHead(range, file), range]), `\r\n--${boundary}--\r\n`];
  const fields = {
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
  };
  return { status: 206, fields, pieces };
}

/** Whether the served version is newer than a client's date; undefined if either is not a date. */
function isModifiedSince(since: string | undefined, { modified }: Served): boolean | undefined {
  if (since === undefined || modified === undefined) return undefined;
  const [asked, own] = [Date.parse(since), Date.parse(modified)];
  return Number.isNaN(asked) || Number.isNaN(own) ? undefined : own > asked;
}

const isFailed = (headers: IncomingHttpHeaders, file: Served, etag: string) =>
  headers['if-match'] === undefined
    ? isModifiedSince(headers['if-unmodified-since'], file) === true
    : !isMatched(headers['if-match'], etag);

const isKnown = (headers: IncomingHttpHeaders, file: Served, etag: string) =>
  headers['if-none-match'] === undefined
    ? isModifiedSince(headers['if-modified-since'], file) === false
    : isNamed(headers['if-none-match'], etag);

/** Evaluates RFC 9110, 13.2.2, in order, with the SHA-256 as strong ETag: preconditions, caches, then Range with If-Range. */
export function planAnswer(headers: IncomingHttpHeaders, file: Served): AnswerPlan {
  const { sizeBytes } = file;
  const etag = etagOf(file.sha256);
  const none = { 'content-length': 0, 'cache-control': 'no-store' };
  if (isFailed(headers, file, etag)) return { status: 412, fields: none, pieces: [] };
  if (isKnown(headers, file, etag)) return { status: 304, fields: {}, pieces: [] };
  const range = mayBePartial(headers, etag)
    ? readRange(headers.range, sizeBytes)
    : readRange(undefined, sizeBytes);
  if (range.kind === 'parts') return planParts(range.ranges, file);
  if (range.kind === 'whole')
    return { status: 200, fields: { 'content-length': sizeBytes }, pieces: whole(sizeBytes) };
  const fields = { 'content-range': `bytes */${sizeBytes}`, ...none };
  return { status: 416, fields, pieces: [] };
}
