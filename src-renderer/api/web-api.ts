import { AppError, askWhileBusy, fromErrorBody, internalMessage } from '../../server/contract/errors.ts';
import { t } from '../text/text.ts';
import type { CallOptions, WebApi } from './api.ts';
import {
  type BuiltRequest,
  buildRequest,
  type RouteInputFields,
  type WebRouteName,
} from './build-request.ts';

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

type Options = {
  readonly hasSession?: boolean;
  /** Waits for this many milliseconds before retrying a busy server. */
  readonly wait?: (milliseconds: number) => Promise<void>;
};

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Calls the server's own routes by same-origin fetch; changes carry the session's CSRF token. */
export function createWebApi(fetch: Fetch, { hasSession = true, wait = pause }: Options = {}): WebApi {
  let csrfToken: string | null | undefined = hasSession ? undefined : null;

  const sendOnce = async (request: BuiltRequest, signal: AbortSignal | undefined) => {
    const response = await fetch(request.address, {
      method: request.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(request.body && { 'content-type': 'application/json' }),
        ...(request.method !== 'GET' && csrfToken && { 'x-csrf-token': csrfToken }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new AppError('UNAVAILABLE', t('failures.noAnswer'), {
        cause,
      });
    });
    const body = await readJson(response);
    if (!response.ok) throw fromErrorBody(body) ?? new AppError('INTERNAL', internalMessage);
    const token = findCsrfToken(body);
    if (token !== undefined) csrfToken = token;
    return body;
  };

  const send = (request: BuiltRequest, signal: AbortSignal | undefined) =>
    askWhileBusy(
      () => sendOnce(request, signal),
      async (milliseconds) => {
        await wait(milliseconds);
        signal?.throwIfAborted();
      },
    );

  const call = async (name: WebRouteName, input?: RouteInputFields, options: CallOptions = {}) => {
    const request = buildRequest(name, input);
    if (request.method !== 'GET' && csrfToken === undefined)
      await send(buildRequest('session'), options.signal);
    return send(request, options.signal);
  };
  return { call, on: () => () => {} } as WebApi;
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (cause) {
    throw new AppError('INTERNAL', internalMessage, { cause });
  }
}

function findCsrfToken(body: unknown): string | null | undefined {
  if (typeof body !== 'object' || body === null || !('csrfToken' in body)) return undefined;
  return typeof body.csrfToken === 'string' ? body.csrfToken : null;
}
