import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, toErrorBody } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { sentence } from '../../../contract/sentence.ts';
import { isOpenToEverySite } from '../discovery-answers.ts';

/** A refusal sent before the request is routed. */
export type Refusal = { readonly status: number; readonly error: AppError };

const busySeconds = 2;
const lingering = 2_000;
const mostBytes = 1024 * 1024;

/** UNAVAILABLE with a retry time. */
export const busy = () =>
  new AppError(
    'UNAVAILABLE',
    sentence`The server is busy. Try again in ${{ seconds: busySeconds }} seconds.`,
    { details: { retryAfterSeconds: busySeconds } },
  );

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a connection on which the client is still sending: our side at once, theirs after a moment of discarding input.
 * Closing both at once would reset the connection, and a reset can overtake the response (RFC 9112 §9.6).
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
 * Call before a response that does not wait for the request's body. Small bodies are read and discarded, and the
 * connection stays open; otherwise it is closed after the response.
 */
export function leaveBody(request: IncomingMessage, response: ServerResponse) {
  if (request.complete || !hasBody(request)) return;
  if (Number(request.headers['content-length'] ?? Number.NaN) <= limits.bodyBytes) return;
  response.shouldKeepAlive = false;
  const { socket } = request;
  // Node calls this after the last response of a connection.
  socket.destroySoon = () => closeGently(socket);
}

/** Headers and body of a refusal, in the same form as every error. */
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

/** Answers without Fastify, to keep refusals cheap. */
export function sendRefusal(refusal: Refusal, request: IncomingMessage, response: ServerResponse) {
  if (response.destroyed) return;
  if (refusal.status !== 503) response.shouldKeepAlive = false;
  leaveBody(request, response);
  const { headers, body } = renderRefusal(refusal, request.url);
  response.writeHead(refusal.status, headers).end(body);
}
