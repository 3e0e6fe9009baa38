import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import type { Connections } from './connections.ts';
import { closeGently, type Refusal, renderRefusal } from './refusals.ts';

const fault = (status: number, message: string, code: ErrorCode = 'INVALID_INPUT'): Refusal => ({
  status,
  error: new AppError(code, message),
});
const malformed = fault(400, 'The request is malformed. Send it again as valid HTTP/1.1.');
export const twoHosts = fault(400, 'The request has more than one Host header. Send one.');
export const otherVersion = fault(505, 'This server speaks HTTP/1.1. Send the request in this version.');
const answers: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: fault(408, 'The request did not arrive in time. Send it again, all at once.'),
  HPE_HEADER_OVERFLOW: fault(
    431,
    'The headers of the request are too large. Send fewer cookies.',
    'TOO_LARGE',
  ),
  HPE_INVALID_VERSION: otherVersion,
};

/** Ends connections whose request is unreadable or never came; a file may take its time. */
export function createClientErrors(connections: Connections, streaming: WeakSet<Socket>) {
  const ended = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (ended.has(socket) || (isLate && streaming.has(socket))) return;
    ended.add(socket);
    if (isLate) connections.noteClosed('silent');
    // A connection that never spoke gets no answer: browsers open some ahead of time.
    const isUnheard = socket.bytesRead === 0 || !socket.writable || connections.isAnswering(socket);
    if (error.code === 'ECONNRESET' || isUnheard) return void socket.destroy();
    const refusal = answers[error.code ?? ''] ?? malformed;
    const { headers, body } = renderRefusal(refusal);
    const lines = Object.entries({ ...headers, connection: 'close' }).map((line) => `${line.join(': ')}\r\n`);
    const { status } = refusal;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    closeGently(socket);
  };
}
