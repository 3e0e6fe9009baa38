import { isDeepStrictEqual } from 'node:util';
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

/** Holds every answer of a server to the contract, however a test asked for it; returns what was wrong. */
export function checkAnswers(http: FastifyInstance): readonly string[] {
  const wrong: string[] = [];
  http.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const known = byAddress.get(keyOf(method, routeOptions.url));
    if (known === undefined || statusCode !== known.route.status || statusCode === 204) return;
    const json: unknown = JSON.parse(String(payload));
    const { success, data, error } = known.route.response.safeParse(json);
    if (!success) wrong.push(`${known.name} answered against the contract: ${error.message}`);
    else if (!isDeepStrictEqual(data, json))
      wrong.push(`${known.name} answered what is not in the contract: ${payload}`);
  });
  return wrong;
}
