import type { z } from 'zod';
import type { Scope } from './common.ts';
import type { ErrorCode } from './errors.ts';
import type { RouteRate } from './limits.ts';

/** Kinds of credentials: a user token, a plugin's app token, an API key, or a browser's session cookie. */
export type CallerKind = 'user' | 'plugin' | 'apiKey' | 'session';

/** Whom a route is for; `desktop` routes can be called by name from the app's window. */
export type Audience = 'public' | 'agent' | 'plugin' | 'browser' | 'desktop' | 'host' | 'admin' | 'renderer';

export type RouteDefinition = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** OpenAPI style: `/api/models/{guid}`. */
  readonly path: string;
  readonly summary: string;
  readonly audience: readonly Audience[];
  /** Empty: public. */
  readonly callers: readonly CallerKind[];
  readonly scopes: readonly Scope[];
  /** Reading the answer consumes it, so there is no HEAD, which would discard it. */
  readonly answersOnce?: true;
  /** Calls that change nothing, such as for an owned model, also work while the server cannot write. */
  readonly mayOnlyRead?: true;
  /** Absent: every role. */
  readonly role?: 'admin' | 'publisher';
  readonly rate?: RouteRate;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Limit of the body if it is above the usual one. */
  readonly bodyBytes?: number;
  readonly status: 200 | 201 | 202 | 204;
  readonly response: z.ZodType;
  readonly errors: readonly ErrorCode[];
  /** Other paths of the same route. */
  readonly aliases?: readonly string[];
};

/** True if a route may write, and so can also answer that the server cannot write. */
export const mayChange = ({ method, answersOnce }: Pick<RouteDefinition, 'method' | 'answersOnce'>) =>
  method !== 'GET' || answersOnce === true;

type Part<R extends RouteDefinition, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? z.output<R[K]>
  : Record<never, never>;
export type RouteRequest<R extends RouteDefinition> = {
  readonly params: Part<R, 'params'>;
  readonly query: Part<R, 'query'>;
  readonly body: Part<R, 'body'>;
};

/** A client's request: path, query and body fields in one flat object, as no two share a name. */
export type RouteInput<R extends RouteDefinition> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>;

export type RouteOutput<R extends RouteDefinition> = z.output<R['response']>;

type Defaults = { readonly callers: readonly []; readonly scopes: readonly []; readonly status: 200 };
type Defaulted = keyof Defaults;

/** Preserves the literal types of a route, and fills in common defaults. */
export function defineRoute<const R extends Omit<RouteDefinition, Defaulted> & Partial<RouteDefinition>>(
  route: R,
) {
  return { callers: [], scopes: [], status: 200, ...route } as unknown as Omit<Defaults, keyof R> & R;
}
