import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, toErrorBody } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { sentence } from '../../../contract/sentence.ts';
import { isOpenToEverySite } from '../discovery-answers.ts';

/** A refusal that is sent before anyone looked at what the request wants. */
export type Refusal = { readonly status: number; readonly error: AppError };

const busySeconds = 2;
const lingering = 2_000;
const mostBytes = 1024 * 1024;

/** UNAVAILABLE with the time after which to come again. */
export const busy = () =>
  new AppError(
    'UNAVAILABLE',
    sentence`The server is busy. Try again in ${{ seconds: busySeconds }} seconds.`,
    { details: { retryAfterSeconds: busySeconds } },
  );

/** Whether a request has a body at all. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a connection on which the other side still sends: our direction at once, the other one after a moment in which what
 * comes is dropped. Closing both at once would reset the connection, and a reset may overtake the answer (RFC 9112 §9.6).
 */
export function closeGently(socket: Socket) {
  const destroy = () => socket.destroy();
  const timer = setTimeout(destroy, lingering).unref();
  socket.once('close', () => clearTimeout(timer));
  const most = socket.bytesRead + mostBytes;
  socket.on('data', () => socket.bytesRead > most && destroy());
  socket.once('end', destroy);
  socket.end();
}

/**
 * To be called before an answer that does not wait for the request's body. What is small is read and dropped, and the
 * connection continues; otherwise it is closed after the answer.
 */
export function leaveBody(request: IncomingMessage, response: ServerResponse) {
  if (request.complete || !hasBody(request)) return;
  if (Number(request.headers['content-length'] ?? Number.NaN) <= limits.bodyBytes) return;
  response.shouldKeepAlive = false;
  const { socket } = request;
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => closeGently(socket);
}

/** The headers and the body of a refusal, as every failure has them. */
export function renderRefusal({ status, error }: Refusal, url = '') {
  const requestId = randomUUID();
  const body = JSON.stringify(toErrorBody(error, requestId));
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(status === 503 && { 'retry-after': String(busySeconds) }),
    ...(isOpenToEverySite(url) && { 'access-control-allow-origin': '*' }),
  };
  return { headers, body };
}

/** Answers past Fastify: a refusal costs as little as can be. */
export function sendRefusal(refusal: Refusal, request: IncomingMessage, response: ServerResponse) {
  if (response.destroyed) return;
  if (refusal.status !== 503) response.shouldKeepAlive = false;
  leaveBody(request, response);
  const { headers, body } = renderRefusal(refusal, request.url);
  response.writeHead(refusal.status, headers).end(body);
}
