import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { AppError, type ErrorCode, toErrorBody } from '../../../contract/errors.ts';
import { sentence } from '../../../contract/sentence.ts';
import { isOpenToEverySite } from '../discovery-answers.ts';
import { leaveBody } from './leave-body.ts';

/** A refusal that is sent before anyone looked at what the request wants. */
export type Refusal = {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

const busySeconds = 2;

/** UNAVAILABLE with the time after which to come again. */
export const busy = () =>
  new AppError(
    'UNAVAILABLE',
    sentence`The server is busy. Try again in ${{ seconds: busySeconds }} seconds.`,
    {
      details: { retryAfterSeconds: busySeconds },
    },
  );

const { code, message } = busy();
export const busyRefusal: Refusal = { status: 503, code, message, retryAfterSeconds: busySeconds };

/** Its body, as every failure has it, and the ID that stands in it. */
function render({ code, message, retryAfterSeconds }: Refusal) {
  const details = retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
  const requestId = randomUUID();
  const error = new AppError(code, message, { ...(details && { details }) });
  return { requestId, body: JSON.stringify(toErrorBody(error, requestId)) };
}

/** Answers past Fastify: a refusal costs as little as can be. */
export function sendRefusal(refusal: Refusal, request: IncomingMessage, response: ServerResponse) {
  if (response.destroyed) return;
  const { requestId, body } = render(refusal);
  const { retryAfterSeconds } = refusal;
  if (refusal.status !== 503) response.shouldKeepAlive = false;
  leaveBody(request, response);
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(isOpenToEverySite(request.url ?? '') && { 'access-control-allow-origin': '*' }),
  };
  response.writeHead(refusal.status, headers).end(body);
}

/** The same as bytes of HTTP/1.1, for a connection whose request could not be read. */
export function renderRefusal(refusal: Refusal, reason: string): string {
  const { body } = render(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
