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

/** The tag of an answer that depends on the catalogue's state and the address alone: weak, as times in it differ. */
export const tagOfState = (state: string, url: string) => `W/"${digest(state, url)}"`;

/** An opaque name for a state. */
export const nameOfState = (state: string) => digest(state);

/** The tag of these very bytes. */
export const tagOfBody = (body: Buffer) => `"${digest(body)}"`;

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether If-None-Match names the tag, by the weak comparison that GET asks for. */
export function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = withoutWeakness(tag);
  return header.split(',').some((one) => withoutWeakness(one) === wanted);
}

/** Whether If-Match names a strong tag, by the strong comparison. */
export const isMatched = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === tag);

/** Headers that make every cache revalidate. */
export const sendTag = (reply: FastifyReply, tag: string) =>
  reply.headers({ etag: tag, 'cache-control': 'public, max-age=0, must-revalidate' });

/** How a body may be sent, the cheapest for its size first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Smaller bodies fit into one packet uncompressed. */
const leastBytes = 1400;

const [squeeze, deflate, pack] = [promisify(zstdCompress), promisify(gzip), promisify(brotliCompress)];
/** Above this, brotli costs several times as much and saves nothing on listings. */
const brotliQuality = 4;

/** The best encoding that the client accepts, by Accept-Encoding; null: the plain body. */
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

/** Works on its own thread. */
export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'zstd') return squeeze(body);
  if (encoding === 'gzip') return deflate(body);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return pack(body, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** Caches must not give one encoding to a client that asks for another. */
export const varyByEncoding = (reply: FastifyReply) => reply.header('vary', 'Accept-Encoding');

const mark = Symbol('ready answer');
const written = Symbol('written');
const kind = Symbol('what was written');

/** An answer of one route that is JSON already; only the functions of this file make one. */
export type ReadyAnswer<N extends RouteName> = {
  readonly [mark]: N;
  readonly body: Buffer;
  /** Whether it holds until the catalogue changes. */
  readonly isLasting: boolean;
};

/** The first fields of an object as JSON, without its closing brace: written once, and kept for many answers. */
export type Written<T extends object> = {
  readonly [written]: true;
  readonly [kind]?: T;
  readonly json: Buffer;
};

/** Takes JSON text that the caller knows to be that of a T. */
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

/** The rest of an object after the fields that are already written. */
function finish(rest: object): Buffer {
  const json = JSON.stringify(rest);
  return json === '{}' ? closing : Buffer.from(`,${json.slice(1)}`);
}

/** An answer whose first fields were written before. */
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
  /** Each item's cached first fields, and the fields of this answer. */
  readonly results: Iterable<readonly [first: Written<T>, rest: Omit<ItemOf<N>, keyof T>]>;
  readonly isLasting: boolean;
};

/** A list of cached items, each with the fields of this answer. */
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
