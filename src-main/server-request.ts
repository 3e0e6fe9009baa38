import { z } from 'zod';
import type { RouteDefinition } from '../server/contract/define.ts';
import { toInputError } from './storage/input-error.ts';

export type ServerRequest = {
  readonly method: RouteDefinition['method'];
  /** With a leading slash and its parameters filled in. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>> | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

const FlatInput = z.record(z.string(), z.unknown()).default({});

function check(route: RouteDefinition, schema: z.ZodObject, fields: Fields): Record<string, unknown> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) throw toInputError(`Invalid input for “${route.summary}”`, parsed.error);
  return parsed.data;
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The values as a query string carries them, so that the route's schema checks what is really sent. */
function toQueryFields(schema: z.ZodObject, fields: Fields): Record<string, unknown> {
  const present = Object.keys(schema.shape).filter(
    (key) => Object.hasOwn(fields, key) && fields[key] !== undefined && fields[key] !== null,
  );
  return Object.fromEntries(
    present.map((key) => {
      const value = fields[key];
      if (Array.isArray(value)) return [key, value.map((entry) => (isPlain(entry) ? String(entry) : entry))];
      return [key, isPlain(value) ? String(value) : value];
    }),
  );
}

function toQuery(route: RouteDefinition, fields: Fields): URLSearchParams {
  const query = new URLSearchParams();
  if (!route.query) return query;
  const values = toQueryFields(route.query, fields);
  check(route, route.query, values);
  for (const [key, value] of Object.entries(values))
    for (const entry of Array.isArray(value) ? value : [value]) query.append(key, String(entry));
  return query;
}

/** Picks path, query and body fields from one flat object. Throws INVALID_INPUT before anything is sent. */
export function toServerRequest(route: RouteDefinition, input: unknown): ServerRequest {
  const flat = FlatInput.safeParse(input);
  if (!flat.success) throw toInputError(`The input for “${route.summary}” must be one object`, flat.error);
  const params = route.params ? check(route, route.params, flat.data) : {};
  const path = route.path.replace(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  return {
    method: route.method,
    path,
    query: toQuery(route, flat.data),
    body: route.body && check(route, route.body, flat.data),
  };
}
