import { stringify } from 'yaml';
import { z } from 'zod';
import { ErrorResponse } from '../../contract/common.ts';
import { mayChange, type RouteDefinition } from '../../contract/define.ts';
import { type ErrorCode, errorCodes } from '../../contract/errors.ts';
import { routes } from '../../contract/index.ts';

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

/** What a route that changes something answers while changes cannot be saved. */
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
  // Malformed requests and faults of ours are possible everywhere; what is not named has the same shape.
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'INVALID_INPUT',
    ...(route.body ? ofBodies : []),
    'INTERNAL',
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

function toOperation(name: string, route: RouteDefinition): Json {
  const parameters = [...toParameters(route.params, 'path'), ...toParameters(route.query, 'query')];
  return {
    operationId: name,
    summary: route.summary,
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
  ...(route.callers.some((kind) => kind !== 'session') ? [{ bearer: [...route.scopes] }] : []),
  ...(route.callers.includes('session') ? [{ session: [] }] : []),
  ...(route.audience.includes('host') ? [{ syncKey: [] }] : []),
];

type Selection = { readonly title: string; readonly isWanted: (route: RouteDefinition) => boolean };
const everything: Selection = { title: 'Lodestock', isWanted: () => true };

/** The OpenAPI 3.1 page, made of the schemas that validate the routes; of all of them, or of those that are wanted. */
export function renderOpenApi(baseUrl: string, { title, isWanted } = everything): string {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    if (!isWanted(route)) continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(name, route) };
  }
  return stringify({
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      summary: 'A catalogue of 3D models whose files come in topology folders',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
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
