import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { RouteDefinition } from '../../server/contract/define.ts';
import { routes } from '../../server/contract/index.ts';

const keyOf = (method: string, url: string | undefined) => `${method} ${url}`;

const byAddress = new Map(
  Object.entries<RouteDefinition>(routes).flatMap(([name, route]) =>
    [route.path, ...(route.aliases ?? [])].map((path) => [
      keyOf(route.method, path.replaceAll(/\{(\w+)\}/g, ':$1')),
      { name, route },
    ]),
  ),
);

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const isKnown = (encoding: unknown): encoding is keyof typeof decoders =>
  typeof encoding === 'string' && Object.hasOwn(decoders, encoding);
const readText = (payload: unknown, encoding: unknown) =>
  String(Buffer.isBuffer(payload) && isKnown(encoding) ? decoders[encoding](payload) : payload);

/** Holds every answer of a server to the contract, however a test asked for it; returns what was wrong. */
export function checkAnswers(http: FastifyInstance): readonly string[] {
  const wrong: string[] = [];
  http.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const { statusCode } = reply;
    const known = byAddress.get(keyOf(method, routeOptions.url));
    if (known === undefined || statusCode !== known.route.status || statusCode === 204) return;
    const json: unknown = JSON.parse(readText(payload, reply.getHeader('content-encoding')));
    const { success, data, error } = known.route.response.safeParse(json);
    if (!success) wrong.push(`${known.name} answered against the contract: ${error.message}`);
    else if (!isDeepStrictEqual(data, json))
      wrong.push(`${known.name} answered what is not in the contract: ${payload}`);
  });
  return wrong;
}
