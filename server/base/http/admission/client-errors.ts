import type { Socket } from 'node:net';
import type { Connections, DropReason } from './connections.ts';
import { closeGently } from './leave-body.ts';
import { type Refusal, renderRefusal } from './refusals.ts';

type Parts = {
  readonly connections: Connections;
  /** Whether a file comes over a connection, which may take its time. */
  readonly isStreaming: (socket: Socket) => boolean;
  readonly onDrop: (reason: DropReason) => void;
};
type Answer = readonly [refusal: Refusal, reason: string];

const invalid = (status: number, message: string): Refusal => ({ status, code: 'INVALID_INPUT', message });
const malformed: Answer = [
  invalid(400, 'The request is malformed. Send it again as valid HTTP/1.1.'),
  'Bad Request',
];
const answers: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    invalid(408, 'The request did not arrive in time. Send it again, all at once.'),
    'Request Timeout',
  ],
  HPE_HEADER_OVERFLOW: [
    {
      status: 431,
      code: 'TOO_LARGE',
      message: 'The headers of the request are too large. Send fewer cookies.',
    },
    'Request Header Fields Too Large',
  ],
  HPE_INVALID_VERSION: [
    invalid(505, 'This server speaks HTTP/1.1. Send the request in this version.'),
    'HTTP Version Not Supported',
  ],
};

/** Ends connections whose request is unreadable or never came. */
export function createClientErrors({ connections, isStreaming, onDrop }: Parts) {
  const ended = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket) => {
    if (ended.has(socket)) return;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreaming(socket)) return;
    ended.add(socket);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') onDrop('silent');
    // A connection that never spoke gets no answer: browsers open some ahead of time.
    const isUnheard = socket.bytesRead === 0 || !socket.writable || connections.isAnswering(socket);
    if (error.code === 'ECONNRESET' || isUnheard) return void socket.destroy();
    const [refusal, reason] = answers[error.code ?? ''] ?? malformed;
    socket.write(renderRefusal(refusal, reason));
    closeGently(socket);
  };
}
