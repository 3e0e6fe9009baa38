import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../contract/limits.ts';

const lingering = 2_000;
const mostBytes = 1024 * 1024;

/** Whether a request has a body at all. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a connection on which the other side still sends: our direction at once, the other one after a moment in which what
 * comes is dropped. Closing both at once would reset the connection, and a reset may overtake the answer (RFC 9112 §9.6).
 */
export function closeGently(socket: Socket) {
  const before = socket.bytesRead;
  const destroy = () => socket.destroy();
  const timer = setTimeout(destroy, lingering).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('data', () => {
    if (socket.bytesRead - before > mostBytes) destroy();
  });
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
