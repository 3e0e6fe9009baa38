import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/tokens.ts';
import type { RouteDefinition, RouteRequest } from '../contract/define.ts';
import { type OutputOf, type RouteName, type Routes, routes } from '../contract/index.ts';
import { type Authenticate, requireCaller } from './auth.ts';
import { isDiscovery, normalizeQuery } from './query.ts';
import type { Sessions } from './session.ts';

type CallerOf<R extends RouteDefinition> = R['callers'] extends readonly [] ? Caller | null : Caller;

export type HandlerRequest<N extends RouteName> = RouteRequest<Routes[N]> & {
  readonly caller: CallerOf<Routes[N]>;
  readonly http: { readonly request: FastifyRequest; readonly reply: FastifyReply };
};

/** One function per route of the table; a missing one does not compile. */
export type Handlers = {
  readonly [N in RouteName]: (request: HandlerRequest<N>) => OutputOf<N> | Promise<OutputOf<N>>;
};

type Parts = { readonly authenticate: Authenticate; readonly sessions: Sessions };
type AnyHandler = (request: unknown) => unknown;

/** Turns the route table into Fastify routes: who may call, validation, answer. */
export function bindRoutes(app: FastifyInstance, handlers: Handlers, parts: Parts) {
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    const handler = handlers[name as RouteName] as AnyHandler;
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      app.route({
        method: route.method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        handler: (request, reply) => answer({ route, handler, parts, request, reply }),
      });
    }
  }
}

type Call = {
  readonly route: RouteDefinition;
  readonly handler: AnyHandler;
  readonly parts: Parts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

async function answer({ route, handler, parts, request, reply }: Call) {
  const isPublic = route.callers.length === 0;
  const presented = isPublic && isDiscovery(route) ? null : parts.authenticate(request);
  const caller = isPublic ? presented : requireCaller(route, presented);
  if (!isPublic && caller?.kind === 'session' && route.method !== 'GET') parts.sessions.guard(request);
  const input = {
    params: route.params?.parse(request.params) ?? {},
    query: route.query?.parse(normalizeQuery(route.query, request.query)) ?? {},
    body: route.body?.parse(request.body ?? {}) ?? {},
  };
  const body = await handler({ ...input, caller, http: { request, reply } });
  if (!isDiscovery(route)) reply.header('cache-control', 'no-store');
  reply.code(route.status);
  if (route.status === 204) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
