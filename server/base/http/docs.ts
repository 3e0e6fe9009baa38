import { LRUCache } from 'lru-cache';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ErrorResponse } from '../../contract/common.ts';
import { type Audience, mayChange, type RouteDefinition } from '../../contract/define.ts';
import { type ErrorCode, errorCodes } from '../../contract/errors.ts';
import { routes } from '../../contract/index.ts';
import { limits } from '../../contract/limits.ts';
import { cacheBudgets } from '../cache-budgets.ts';

type Json = Readonly<Record<string, unknown>>;

function toSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
}

function toParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = toSchema(z.object({ field })).properties as never as Record<
      string,
      Json
    >;
    const { description: text, ...type } = rest.field ?? {};
    const isRequired = place === 'path' || !z.safeParse(z.object({ field }), {}).success;
    return {
      name,
      in: place,
      required: isRequired,
      schema: type,
      ...(typeof text === 'string' && { description: text }),
    };
  });
}

/** Errors of a changing route while changes cannot be saved. */
const ofStorage: readonly ErrorCode[] = ['UNAVAILABLE', 'INSUFFICIENT_STORAGE'];
const ofBodies = ['TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const;

const toFailure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function toResponses(route: RouteDefinition): Json {
  const success =
    route.status === 204
      ? { description: 'Done' }
      : { description: 'Success', content: { 'application/json': { schema: toSchema(route.response) } } };
  const statuses = new Map<number, string[]>();
  // Every route can fail on malformed requests and on our own faults; unlisted codes have the same shape.
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'INVALID_INPUT',
    ...(route.body ? ofBodies : []),
    'INTERNAL',
    'UNAVAILABLE',
    ...(mayChange(route) ? ofStorage : []),
  ]);
  for (const code of codes) {
    const { status } = errorCodes[code];
    statuses.set(status, [...(statuses.get(status) ?? []), code]);
  }
  const failures = [...statuses].map(([status, named]) => [status, toFailure(named.join(', '))]);
  return {
    [route.status]: success,
    ...Object.fromEntries(failures),
    default: toFailure('Any other failure'),
  };
}

/** Describes what all operations share, derived from the rules that the server enforces. */
function describe(route: RouteDefinition): string {
  const { callers, scopes, rate, method } = route;
  const kinds = callers.map((kind) => callerNames[kind]);
  const caller = route.audience.includes('host')
    ? 'Needs the sync key that a site and its file hosts share.'
    : kinds.length === 0
      ? 'Needs no sign-in, unless the catalogue is private.'
      : `Needs ${listWords(kinds, 'or')}${scopes.length > 0 ? ` with ${listWords(scopes, 'and')}` : ''}.`;
  const admin = route.role === 'admin' ? ['Only for admins.'] : [];
  const cookie =
    callers.includes('session') && method !== 'GET' ? ['With a session, send X-CSRF-Token.'] : [];
  const limit = rate ? [describeRate(limits.routeRates[rate])] : [];
  return [`${route.summary}.`, caller, ...admin, ...cookie, ...limit].join(' ');
}

const describeRate = ({
  max,
  window,
  what,
}: {
  readonly max: number;
  readonly window: number;
  readonly what: string;
}) => `At most ${max} ${what} in ${window / 1000} seconds.`;

const callerNames: Readonly<Record<RouteDefinition['callers'][number], string>> = {
  user: 'a user token',
  plugin: 'an app token',
  apiKey: 'an API key',
  session: 'a browser session',
};

const listWords = (words: readonly string[], joiner: string) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joiner} ${words.at(-1)}`;

/** Audiences of routes, as the page groups them. */
const tags: Readonly<Record<Audience, string>> = {
  public: 'Discovery: listings, search and models, for everybody',
  agent: 'Accounts, downloads and keys of programs that act for a person',
  plugin: 'Sign-in and downloads of plugins in DCC apps',
  browser: 'What the web pages call with a browser session',
  desktop: 'What the desktop app calls',
  host: 'Between a site and the file hosts that it follows',
  admin: 'Running the server',
  renderer: 'Rendering posters',
};

function toOperation(name: string, route: RouteDefinition): Json {
  const parameters = [...toParameters(route.params, 'path'), ...toParameters(route.query, 'query')];
  return {
    operationId: name,
    summary: route.summary,
    description: describe(route),
    tags: [...route.audience],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: toSchema(route.body) } } },
    }),
    responses: toResponses(route),
    security: toSecurity(route),
  };
}

const toSecurity = (route: RouteDefinition) => [
  ...(route.callers.some((kind) => kind !== 'session') ? [{ bearer: [] }] : []),
  ...(route.callers.includes('session') ? [{ session: [] }] : []),
  ...(route.audience.includes('host') ? [{ syncKey: [] }] : []),
];

type Selection = { readonly title: string; readonly isWanted: (route: RouteDefinition) => boolean };
const everything: Selection = { title: 'Lodestock', isWanted: () => true };

/** A page takes a fifth of a second to render, and anyone can request it. */
const pages = new LRUCache<string, string>({
  maxSize: cacheBudgets.apiPages,
  sizeCalculation: ({ length }) => 2 * length,
});

/** Renders the OpenAPI 3.1 page from the schemas that validate the routes; `selection` limits it to some routes. */
export function renderOpenApi(baseUrl: string, selection: Selection = everything): string {
  const key = `${selection.title} ${baseUrl}`;
  const page = pages.get(key) ?? makePage(baseUrl, selection);
  pages.set(key, page);
  return page;
}

function makePage(baseUrl: string, { title, isWanted }: Selection): string {
  const paths: Record<string, Record<string, Json>> = {};
  const used = new Set<string>();
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    if (!isWanted(route)) continue;
    for (const audience of route.audience) used.add(audience);
    // Both spellings are routed; tools expect the one without a trailing slash.
    const path = route.aliases?.find((alias) => `${alias}/` === route.path) ?? route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(name, route) };
  }
  return stringify({
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      summary: 'A catalogue of 3D models whose files come in topology folders',
      description:
        'Every failure has one shape (`Error`). Times are ISO 8601 in UTC, sizes bytes, and amounts US dollars. Fields may be added; clients ignore those that they do not know.',
      contact: { name: 'The Lodestock contributors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: toSchema(ErrorResponse) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A user token, an app token or an API key' },
        syncKey: { type: 'http', scheme: 'bearer', description: 'The key that a site and its hosts share' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'lodestock',
          description: 'The browser session; changes need X-CSRF-Token',
        },
      },
    },
  });
}
