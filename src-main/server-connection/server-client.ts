import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { RouteDefinition } from '../../server/contract/define.ts';
import { AppError, askWhileBusy, fromErrorBody, wordsOf } from '../../server/contract/errors.ts';
import { type InputOf, type OutputOf, type RouteName, routes } from '../../server/contract/index.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { readRetryAfter } from '../../server/shared/read-retry-after.ts';
import type { Http } from '../platform/network/http.ts';
import { toNetworkFailure } from '../platform/network/network-failure.ts';
import { toInputError } from '../platform/storage/input-error.ts';

type ServerRequest = {
  readonly method: RouteDefinition['method'];
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

/** Returns the values as the query string will contain them, so that the schema checks what is really sent. */
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

/** Splits one flat object into path, query and body. Throws INVALID_INPUT before anything is sent. */
function toServerRequest(route: RouteDefinition, input: unknown): ServerRequest {
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

export type ServerClient = {
  /**
   * Retries while the server is busy. Throws only AppError: the server's own, UNAVAILABLE without a response, or
   * INVALID_INPUT before sending.
   */
  readonly call: <N extends RouteName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;
  readonly forward: (name: RouteName, input: unknown) => Promise<unknown>;
};

type ServerClientOptions = {
  readonly http: Http;
  readonly baseUrl: () => string;
  /** Returns the token for this base URL only; null if signed out. */
  readonly token: (baseUrl: string) => string | null;
  readonly onTokenRefused?: (baseUrl: string, token: string) => void;
  readonly onNoAnswer?: (baseUrl: string) => void;
  /** Waits before retrying a busy server. */
  readonly wait?: (milliseconds: number) => Promise<void>;
};

const requestTimeout = 30_000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSuccess = (body: unknown) =>
  typeof body === 'object' && body !== null && 'ok' in body && body.ok === true;

type Sent = ServerRequest & { readonly token: string | null };

async function send({ http, onNoAnswer }: ServerClientOptions, baseUrl: string, request: Sent) {
  const url = new URL(baseUrl + request.path);
  url.search = request.query.toString();
  try {
    return await http(url, {
      method: request.method,
      ...(request.body && { json: request.body }),
      ...(request.token && { headers: { authorization: `Bearer ${request.token}` } }),
      throwHttpErrors: false,
      timeout: { request: requestTimeout },
    });
  } catch (error) {
    onNoAnswer?.(baseUrl);
    throw toNetworkFailure(baseUrl, error);
  }
}

type ReceivedAnswer = {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

function readAnswer(baseUrl: string, answer: ReceivedAnswer): unknown {
  const { statusCode } = answer;
  const body = parseJson(answer.body);
  if (statusCode === 204 || (statusCode < 300 && isSuccess(body))) return body;
  const failure = fromErrorBody(body);
  // Our own errors contain it in their details; other services send only the header.
  const seconds = readRetryAfter(answer.headers['retry-after'], Date.now());
  const delay = seconds === null ? undefined : { retryAfterSeconds: seconds };
  if (failure) {
    const { code, details, requestId } = failure;
    throw new AppError(code, wordsOf(failure), {
      ...((delay ?? details) && { details: { ...delay, ...details } }),
      ...(requestId !== undefined && { requestId }),
    });
  }
  throw new AppError(
    'UNAVAILABLE',
    sentence`The server ${{ server: baseUrl }} answered with status ${{ status: statusCode }}, in a format that Lodestock does not understand. Check the server address in Settings; a proxy in between can also be the cause.`,
    delay && { details: delay },
  );
}

const isDiscovery = ({ callers, audience }: RouteDefinition) =>
  callers.length === 0 && audience.includes('public');

/** Returns the server's routes as functions, from the route table. Only routes that may require a token get it. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { wait = delay } = options;
  const table: Readonly<Record<RouteName, RouteDefinition>> = routes;

  async function forward(name: RouteName, input: unknown): Promise<unknown> {
    const route = table[name];
    const request = toServerRequest(route, input);
    const baseUrl = options.baseUrl();
    const needsToken = route.callers.length > 0;
    // Most servers allow discovery without sign-in, but some do not.
    const token = needsToken || isDiscovery(route) ? options.token(baseUrl) : null;
    if (needsToken && !token)
      throw new AppError('UNAUTHENTICATED', 'You are signed out. Sign in to the server, then try again.');
    return askWhileBusy(async () => {
      const answer = await send(options, baseUrl, { ...request, token });
      if (answer.statusCode === 401 && token) options.onTokenRefused?.(baseUrl, token);
      return readAnswer(baseUrl, answer);
    }, wait);
  }

  return {
    // The response is trusted to match the contract; features check the parts they depend on.
    call: async <N extends RouteName>(name: N, input: InputOf<N>) =>
      (await forward(name, input)) as OutputOf<N>,
    forward,
  };
}
