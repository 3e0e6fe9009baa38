import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutputOf, RouteName } from '../../contract/index.ts';

const digest = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('base64url');
};

/** Tag of an answer that depends only on the catalogue's state and the address. Weak, because times in it differ. */
export const tagOfState = (state: string, url: string) => `W/"${digest(state, url)}"`;

export const nameOfState = (state: string) => digest(state);

export const tagOfBody = (body: Buffer) => `"${digest(body)}"`;

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match matches the tag, by weak comparison. */
export function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = withoutWeakness(tag);
  return header.split(',').some((one) => withoutWeakness(one) === wanted);
}

/** Whether If-Match matches the tag, by strong comparison. */
export const isMatched = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === tag);

export const sendTag = (reply: FastifyReply, tag: string) =>
  reply.headers({ etag: tag, 'cache-control': 'public, max-age=0, must-revalidate' });

/** Encodings, cheapest for its size first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Smaller bodies fit into one packet uncompressed. */
const leastBytes = 1400;

const [squeeze, deflate, pack] = [promisify(zstdCompress), promisify(gzip), promisify(brotliCompress)];
/** Above this, brotli costs several times as much and saves nothing on listings. */
const brotliQuality = 4;

/** The best encoding that Accept-Encoding allows; null for the plain body. */
export function pickEncoding(request: FastifyRequest, bytes: number): Encoding | null {
  const header = request.headers['accept-encoding'];
  if (header === undefined || bytes < leastBytes) return null;
  const accepted = String(header)
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name);
  return encodings.find((one) => accepted.includes(one)) ?? null;
}

/** Compresses on libuv's thread pool. */
export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'zstd') return squeeze(body);
  if (encoding === 'gzip') return deflate(body);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return pack(body, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** Keeps caches from serving an encoding that the client does not accept. */
export const varyByEncoding = (reply: FastifyReply) => reply.header('vary', 'Accept-Encoding');

const mark = Symbol('ready answer');
const written = Symbol('written');
const kind = Symbol('what was written');

/** JSON of one route's answer; only this file's functions create it. */
export type ReadyAnswer<N extends RouteName> = {
  readonly [mark]: N;
  readonly body: Buffer;
  /** Whether it is valid until the catalogue changes. */
  readonly isLasting: boolean;
};

/** The first fields of an object as JSON, without the closing brace: serialised once, cached, and used in many answers. */
export type Written<T extends object> = {
  readonly [written]: true;
  readonly [kind]?: T;
  readonly json: Buffer;
};

/** Marks JSON text as that of a T; the caller vouches for it. */
export const writtenAs = <T extends object>(json: string): Written<T> => ({
  [written]: true,
  json: Buffer.from(json.slice(0, -1)),
});

export const readyAnswer = <N extends RouteName>(name: N, answer: OutputOf<N>): ReadyAnswer<N> => ({
  [mark]: name,
  body: Buffer.from(JSON.stringify(answer)),
  isLasting: true,
});

const [comma, closing, ending] = [Buffer.from(','), Buffer.from('}'), Buffer.from(']}')];

/** JSON of the remaining fields, after those already written. */
function finish(rest: object): Buffer {
  const json = JSON.stringify(rest);
  return json === '{}' ? closing : Buffer.from(`,${json.slice(1)}`);
}

/** Builds an answer from pre-serialised first fields and the rest. */
export const readyObject = <N extends RouteName, T extends Partial<OutputOf<N>>>(
  name: N,
  first: Written<T>,
  rest: Omit<OutputOf<N>, keyof T>,
): ReadyAnswer<N> => ({ [mark]: name, body: Buffer.concat([first.json, finish(rest)]), isLasting: true });

type ListRoute = {
  [N in RouteName]: OutputOf<N> extends { readonly results: readonly object[] } ? N : never;
}[RouteName];
type ItemOf<N extends ListRoute> = OutputOf<N>['results'][number];

type List<N extends ListRoute, T extends object> = {
  readonly head: Omit<OutputOf<N>, 'results'>;
  /** Each item's cached first fields, and its fields for this answer. */
  readonly results: Iterable<readonly [first: Written<T>, rest: Omit<ItemOf<N>, keyof T>]>;
  readonly isLasting: boolean;
};

export function readyList<N extends ListRoute, T extends Partial<ItemOf<N>>>(
  name: N,
  { head, results, isLasting }: List<N, T>,
): ReadyAnswer<N> {
  const parts: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"results":[`)];
  for (const [first, rest] of results) {
    if (parts.length > 1) parts.push(comma);
    parts.push(first.json, finish(rest));
  }
  parts.push(ending);
  return { [mark]: name, body: Buffer.concat(parts), isLasting };
}

export const isReadyAnswer = (value: unknown): value is ReadyAnswer<RouteName> =>
  typeof value === 'object' && value !== null && mark in value;
