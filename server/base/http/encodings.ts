import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
