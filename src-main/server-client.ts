import type { RouteDefinition } from '../server/contract/define.ts';
import { AppError, fromErrorBody } from '../server/contract/errors.ts';
import { type InputOf, type OutputOf, type RouteName, routes } from '../server/contract/index.ts';
import type { Http } from './http.ts';
import { toNetworkFailure } from './network-failure.ts';
import { type ServerRequest, toServerRequest } from './server-request.ts';

export type ServerClient = {
  /** Throws AppError only: what the server said, UNAVAILABLE when it said nothing, INVALID_INPUT before it was asked. */
  readonly call: <N extends RouteName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;
  /** The same for input that nobody has checked yet. */
  readonly forward: (name: RouteName, input: unknown) => Promise<unknown>;
};

type ServerClientOptions = {
  readonly http: Http;
  /** Throws AppError while there is no server to talk to. */
  readonly baseUrl: () => string;
  /** The token for this base URL and no other; null when signed out. */
  readonly token: (baseUrl: string) => string | null;
  /** The server refused this token. */
  readonly onTokenRefused?: (baseUrl: string, token: string) => void;
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

async function send(http: Http, baseUrl: string, request: ServerRequest & { token: string | null }) {
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
    throw toNetworkFailure(url.origin, error);
  }
}

function readAnswer(baseUrl: string, statusCode: number, text: string): unknown {
  const body = parseJson(text);
  if (statusCode === 204 || (statusCode < 300 && isSuccess(body))) return body;
  const failure = fromErrorBody(body);
  if (failure) throw failure;
  throw new AppError(
    'UNAVAILABLE',
    `The server ${new URL(baseUrl).origin} answered ${statusCode} in a form that is not Lodestock's. Check the server address in Settings; a proxy in between may also be the cause.`,
  );
}

/** The server's routes as functions, derived from the route table. A token goes only with routes that ask for one. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const table: Readonly<Record<RouteName, RouteDefinition>> = routes;

  async function forward(name: RouteName, input: unknown): Promise<unknown> {
    const route = table[name];
    const request = toServerRequest(route, input);
    const baseUrl = options.baseUrl();
    const needsToken = route.callers.length > 0;
    const token = needsToken ? options.token(baseUrl) : null;
    if (needsToken && !token)
      throw new AppError('UNAUTHENTICATED', 'You are signed out. Sign in to the server, then try again.');
    const { statusCode, body } = await send(options.http, baseUrl, { ...request, token });
    if (statusCode === 401 && token) options.onTokenRefused?.(baseUrl, token);
    return readAnswer(baseUrl, statusCode, body);
  }

  return {
    // The answer is believed as far as the contract goes; features check what they build upon.
    call: async <N extends RouteName>(name: N, input: InputOf<N>) =>
      (await forward(name, input)) as OutputOf<N>,
    forward,
  };
}
