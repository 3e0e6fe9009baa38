import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { z } from 'zod';
import { mayChange, type RouteDefinition, type RouteRequest } from '../../contract/define.ts';
import { describeIssue } from '../../contract/describe-issue.ts';
import { type OutputOf, type RouteName, type Routes, routes } from '../../contract/index.ts';
import type { Storage } from '../data-folder/storage.ts';
import { type Authenticate, type Caller, requireCaller } from './caller.ts';
import type { DiscoveryAnswers } from './discovery-answers.ts';
import { isReadyAnswer, type ReadyAnswer } from './ready-answer.ts';
import type { RouteRates } from './route-rates.ts';

/** Open to every origin and cacheable, because no credentials are read. */
export const isDiscovery = (route: RouteDefinition) =>
  route.callers.length === 0 && route.audience.includes('public');

/** Whether the route fails while nothing can be written. */
const isChange = (route: RouteDefinition) => mayChange(route) && route.mayOnlyRead !== true;

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');

const isList = (schema: unknown) =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);

/** Treats an empty parameter as absent; a repeated one is a list if the schema has one, else its last value counts. */
function normalizeQuery(schema: z.ZodObject, query: unknown): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = { ...(typeof query === 'object' ? query : {}) };
  const entries = Object.entries(schema.shape).flatMap(([name, field]) => {
    const texts = toTexts(given[name]);
    if (texts.length === 0) return [];
    return [[name, isList(field) ? texts : texts[texts.length - 1]]];
  });
  return Object.fromEntries(entries);
}

type CallerOf<R extends RouteDefinition> = R['callers'] extends readonly [] ? Caller | null : Caller;

export type HandlerRequest<N extends RouteName> = RouteRequest<Routes[N]> & {
  readonly caller: CallerOf<Routes[N]>;
  readonly http: { readonly request: FastifyRequest; readonly reply: FastifyReply };
};

type Answer<N extends RouteName> = OutputOf<N> | ReadyAnswer<N>;

/** One handler per route; a missing one does not compile. A handler can return pre-serialised JSON. */
export type Handlers = {
  readonly [N in RouteName]: (request: HandlerRequest<N>) => Answer<N> | Promise<Answer<N>>;
};

type Parts = {
  readonly authenticate: Authenticate;
  /** Refuses a change from a browser session that did not come from our own page. */
  readonly sessions: { readonly guard: (request: FastifyRequest) => void };
  readonly answers: DiscoveryAnswers;
  readonly rates: RouteRates;
  readonly storage: Pick<Storage, 'admit'>;
};
type AnyHandler = (request: unknown) => unknown;

type HostName = {
  [N in RouteName]: 'host' extends Routes[N]['audience'][number] ? N : never;
}[RouteName];
type RendererName = {
  [N in RouteName]: 'renderer' extends Routes[N]['audience'][number] ? N : never;
}[RouteName];
export type HostHandlers = Pick<Handlers, HostName>;
export type RendererHandlers = Pick<Handlers, RendererName>;
export type SiteHandlers = Omit<Handlers, HostName | RendererName>;

type Bound = { readonly route: RouteDefinition; readonly handler: AnyHandler };
type Answering = {
  /** Throws if the caller has no access, before any byte of the body is read. */
  readonly judge?: ((request: FastifyRequest) => unknown) | undefined;
  readonly handler: RouteHandlerMethod;
};

const toHook = (judge: (request: FastifyRequest) => unknown): onRequestHookHandler => {
  return (request, _reply, done) => {
    try {
      judge(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
};

function bindEach(
  app: FastifyInstance,
  handlers: Partial<Handlers>,
  toAnswering: (bound: Bound) => Answering,
) {
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    const handler = handlers[name as RouteName] as AnyHandler | undefined;
    if (!handler) continue;
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      const bodyLimit = route.bodyBytes;
      const exposeHeadRoute = route.answersOnce !== true;
      const options = {
        method: route.method,
        url,
        exposeHeadRoute,
        ...(bodyLimit !== undefined && { bodyLimit }),
      };
      const answering = toAnswering({ route, handler });
      const onRequest = answering.judge && toHook(answering.judge);
      app.route({ ...options, ...(onRequest && { onRequest }), handler: answering.handler });
    }
  }
}

/** Binds the route table to Fastify: authorisation, validation, response. */
export function bindRoutes(app: FastifyInstance, handlers: SiteHandlers, parts: Parts) {
  bindEach(app, handlers, ({ route, handler }) => {
    if (isDiscovery(route)) return { handler: answerDiscovery({ route, handler, parts }) };
    const callers = new WeakMap<FastifyRequest, Caller>();
    const judge = (request: FastifyRequest) => {
      const caller = findCaller(route, parts, request);
      if (caller !== null) callers.set(request, caller);
    };
    return {
      judge,
      handler: (request, reply) =>
        answer({ route, handler, parts, request, reply }, callers.get(request) ?? null),
    };
  });
}

const answerDiscovery = (bound: Bound & { readonly parts: Parts }): RouteHandlerMethod => {
  const { answers } = bound.parts;
  return (request, reply) => {
    // A cached answer skips the promise too: listings are requested most.
    if (answers.recall(request, reply)) return;
    return answerOpenly({ ...bound, request, reply });
  };
};

/** The caller, if the route allows it. Throws UNAUTHENTICATED, FORBIDDEN or INSUFFICIENT_SCOPE. */
function findCaller(route: RouteDefinition, parts: Parts, request: FastifyRequest): Caller | null {
  const presented = parts.authenticate(request);
  if (route.callers.length === 0) return presented;
  const caller = requireCaller(route, presented);
  if (caller.kind === 'session' && route.method !== 'GET') parts.sessions.guard(request);
  return caller;
}

type KeyParts = {
  readonly requireKey: (request: FastifyRequest) => unknown;
  readonly storage: Pick<Storage, 'admit'>;
};

/** Binds the routes that require a secret: the sync key or a renderer's key. */
export function bindKeyRoutes(
  app: FastifyInstance,
  handlers: HostHandlers | RendererHandlers,
  { requireKey, storage }: KeyParts,
) {
  bindEach(app, handlers, ({ route, handler }) => ({
    judge: requireKey,
    handler: async (request, reply) => {
      if (isChange(route)) await storage.admit();
      const body = await handler({ ...readInput(route, request), caller: null, http: { request, reply } });
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return reply.send(JSON.stringify(body));
    },
  }));
}

type Call = {
  readonly route: RouteDefinition;
  readonly handler: AnyHandler;
  readonly parts: Parts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

async function answer({ route, handler, parts, request, reply }: Call, caller: Caller | null) {
  const input = readInput(route, request);
  const counted = route.rate && parts.rates.count(route.rate, { request, reply, caller });
  if (counted) await counted;
  if (isChange(route)) await parts.storage.admit();
  const body = await handler({ ...input, caller, http: { request, reply } });
  reply.header('cache-control', 'no-store').code(route.status);
  if (route.status === 204) return reply.send();
  const json = isReadyAnswer(body) ? body.body : JSON.stringify(body);
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Answers public discovery: no credentials are read, and caches can store the response if they revalidate it. */
async function answerOpenly({ route, handler, parts, request, reply }: Call) {
  const input = readInput(route, request);
  const state = parts.answers.state();
  const given = await handler({ ...input, caller: null, http: { request, reply } });
  return parts.answers.send(given, state, { request, reply });
}

const none = {};
const inWords = { error: describeIssue };

const readInput = ({ params, query, body }: RouteDefinition, request: FastifyRequest) => ({
  params: params?.parse(request.params, inWords) ?? none,
  query: query?.parse(normalizeQuery(query, request.query), inWords) ?? none,
  body: body?.parse(request.body ?? none, inWords) ?? none,
});
