import { setTimeout as delay } from 'node:timers/promises';
import type { RouteDefinition } from '../server/contract/define.ts';
import { AppError, askWhileBusy, fromErrorBody } from '../server/contract/errors.ts';
import { type InputOf, type OutputOf, type RouteName, routes } from '../server/contract/index.ts';
import type { Http } from './http.ts';
import { toNetworkFailure } from './network-failure.ts';
import { readRetryAfterHeader } from './retry-after.ts';
import { type ServerRequest, toServerRequest } from './server-request.ts';

export type ServerClient = {
  /** Asks a busy server again. Throws only AppError: the server's own, UNAVAILABLE if it did not answer, INVALID_INPUT before the request is sent. */
  readonly call: <N extends RouteName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;
  /** The same for unchecked input. */
  readonly forward: (name: RouteName, input: unknown) => Promise<unknown>;
};

type ServerClientOptions = {
  readonly http: Http;
  /** Throws AppError while there is no server. */
  readonly baseUrl: () => string;
  /** The token for this base URL and no other; null when signed out. */
  readonly token: (baseUrl: string) => string | null;
  /** Called when the server refuses a token. */
  readonly onTokenRefused?: (baseUrl: string, token: string) => void;
  /** Called when the server at this base URL gives no answer. */
  readonly onNoAnswer?: (baseUrl: string) => void;
  /** Waits for so many milliseconds before a busy server is asked again. */
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
  // Our own errors say it in their details too, other services only here.
  const seconds = readRetryAfterHeader(answer.headers);
  const delay = seconds === null ? undefined : { retryAfterSeconds: seconds };
  if (failure) {
    const { code, message, details, requestId } = failure;
    throw new AppError(code, message, {
      ...((delay ?? details) && { details: { ...delay, ...details } }),
      ...(requestId !== undefined && { requestId }),
    });
  }
  throw new AppError(
    'UNAVAILABLE',
    `The server ${baseUrl} answered with status ${statusCode}, in a format that Lodestock does not understand. Check the server address in Settings; a proxy in between can also be the cause.`,
    delay && { details: delay },
  );
}

const isDiscovery = ({ callers, audience }: RouteDefinition) =>
  callers.length === 0 && audience.includes('public');

/** The server's routes as functions, derived from the route table. The token is sent only to routes that may ask for one. */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { wait = delay } = options;
  const table: Readonly<Record<RouteName, RouteDefinition>> = routes;

  async function forward(name: RouteName, input: unknown): Promise<unknown> {
    const route = table[name];
    const request = toServerRequest(route, input);
    const baseUrl = options.baseUrl();
    const needsToken = route.callers.length > 0;
    // Discovery is open on most servers, but some show it only to people who are signed in.
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
