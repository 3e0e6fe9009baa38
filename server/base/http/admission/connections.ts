import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { isLoopback, toNetwork } from '../network.ts';
import { closeGently, type Refusal, renderRefusal } from './refusals.ts';

/** Why we close connections, as the log words it. */
const reasons = {
  full: 'Connections were closed, because as many are open as the system allows.',
  'per-address': 'Connections were closed, because one address has too many.',
  silent: 'Connections were closed, because no whole request came.',
  slow: 'Connections were closed, because their answers were not taken.',
} as const;
type Reason = keyof typeof reasons;
const logEvery = 10_000;

type Options = {
  readonly most: number;
  /** Milliseconds that a client has to receive a fully written response. */
  readonly answer: number;
  /** Whether connections may come from a reverse proxy, where many users share an address. */
  readonly isBehindProxy: boolean;
};
type State = {
  readonly network: string;
  response: ServerResponse | null;
  /** When the last request started, or else the connection. */
  since: number;
};

/** Silent connections are closed first, then those between two requests. */
const freeable: readonly ((state: State) => boolean)[] = [
  ({ response }) => response === null,
  ({ response }) => response?.writableFinished === true,
];
/** Share of connections to close at once, as finding them takes time. */
const roomShare = 1 / 16;
const pause = 100;
const networkShare = 1 / 4;

const fault = (status: number, message: string, code: ErrorCode = 'INVALID_INPUT'): Refusal => ({
  status,
  error: new AppError(code, message),
});
const malformed = fault(400, 'The request is malformed. Send it again as valid HTTP/1.1.');
const twoHosts = fault(400, 'The request has more than one Host header. Send one.');
const otherVersion = fault(505, 'This server speaks HTTP/1.1. Send the request in this version.');
const answers: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: fault(408, 'The request did not arrive in time. Send it again, all at once.'),
  HPE_HEADER_OVERFLOW: fault(
    431,
    'The headers of the request are too large. Send fewer cookies.',
    'TOO_LARGE',
  ),
  HPE_INVALID_VERSION: otherVersion,
};

/**
 * Rejects what HTTP forbids but Node accepts: requests without a version, or with several Host headers (RFC 9112 §3.2).
 */
function findRequestFault({ httpVersionMajor, rawHeaders }: IncomingMessage): Refusal | null {
  if (httpVersionMajor < 1) return otherVersion;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? twoHosts : null;
}

/** Tracks open connections and keeps them below the system's limit: idle ones are closed for new ones. */
export function createConnections({ most, answer, isBehindProxy }: Options) {
  const states = new Map<Socket, State>();
  const shares = new Map<string, Set<Socket>>();
  const closings = new Map<Reason, number>();
  const loggedAt = new Map<Reason, number>();
  const ended = new WeakSet<Socket>();
  /** Sockets with an upload in progress, which takes time in proportion to its size. */
  const streaming = new WeakSet<Socket>();
  let log: FastifyBaseLogger | null = null;
  let fullUntil = 0;

  /** Counts a connection that we close; logs the first, then a count at most every ten seconds. */
  const noteClosed = (reason: Reason) => {
    const count = (closings.get(reason) ?? 0) + 1;
    const now = performance.now();
    closings.set(reason, count);
    if (now < (loggedAt.get(reason) ?? -logEvery) + logEvery) return;
    loggedAt.set(reason, now);
    log?.warn({ event: 'connections-closed', reason, count }, reasons[reason]);
  };
  const networkOf = (socket: Socket) => states.get(socket)?.network ?? toNetwork(socket.remoteAddress ?? '');
  const remove = (socket: Socket) => {
    const network = networkOf(socket);
    const share = shares.get(network);
    states.delete(socket);
    share?.delete(socket);
    if (share?.size === 0) shares.delete(network);
  };
  const drop = (socket: Socket, reason: Reason) => {
    noteClosed(reason);
    remove(socket);
    socket.destroy();
  };
  /** Closes up to `count` of these, oldest first; returns whether it closed any. */
  const makeRoom = (sockets: Iterable<Socket>, count: number, reason: Reason): boolean =>
    freeable.some((fits) => {
      let left = count;
      for (const socket of sockets) {
        const state = states.get(socket);
        if (left === 0 || !state || !fits(state)) continue;
        drop(socket, reason);
        left -= 1;
      }
      return left < count;
    });
  const hasRoom = (): boolean => {
    if (states.size < most) return true;
    const now = performance.now();
    if (now < fullUntil) return false;
    if (makeRoom([...states.keys()], Math.ceil(most * roomShare), 'full')) return true;
    fullUntil = now + pause;
    return false;
  };
  const hasShare = (network: string): boolean => {
    const share = shares.get(network);
    return share === undefined || share.size < most * networkShare || makeRoom(share, 1, 'per-address');
  };

  return {
    size: () => states.size,
    closings,
    networkOf,
    logTo(to: FastifyBaseLogger) {
      log = to;
    },
    /** When a connection's last request started, by performance.now(); null if the connection is unknown. */
    beganAt: (socket: Socket) => states.get(socket)?.since ?? null,
    /** Admits a new connection or closes it; a connection without a request may be closed for it. */
    add(socket: Socket) {
      const network = networkOf(socket);
      const reason = !hasShare(network) ? 'per-address' : !hasRoom() ? 'full' : null;
      if (reason !== null) {
        noteClosed(reason);
        return void socket.resetAndDestroy();
      }
      states.set(socket, { network, response: null, since: performance.now() });
      if (!isBehindProxy && !isLoopback(socket.remoteAddress))
        shares.set(network, (shares.get(network) ?? new Set()).add(socket));
      socket.once('close', () => remove(socket));
    },
    /** Call for each request; returns its fault, or null. */
    begin(request: IncomingMessage, response: ServerResponse): Refusal | null {
      const state = states.get(request.socket);
      if (state) Object.assign(state, { response, since: performance.now() });
      return findRequestFault(request);
    },
    /** Until it is answered, only silence ends this request. */
    letStream(socket: Socket, response: ServerResponse) {
      streaming.add(socket);
      response.once('close', () => streaming.delete(socket));
    },
    /** Closes a connection whose request is unreadable or never came. */
    onClientError(error: Error & { code?: string }, socket: Socket) {
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (ended.has(socket) || (isLate && streaming.has(socket))) return;
      ended.add(socket);
      if (isLate) noteClosed('silent');
      const response = states.get(socket)?.response;
      const isAnswering = response?.headersSent === true && !response.writableFinished;
      // No answer for connections that never sent anything: browsers open some ahead of time.
      if (error.code === 'ECONNRESET' || socket.bytesRead === 0 || !socket.writable || isAnswering)
        return void socket.destroy();
      const refusal = answers[error.code ?? ''] ?? malformed;
      const { headers, body } = renderRefusal(refusal);
      const head = Object.entries({ ...headers, connection: 'close' }).map(
        (line) => `${line.join(': ')}\r\n`,
      );
      const { status } = refusal;
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
      closeGently(socket);
    },
    sweep() {
      const oldest = performance.now() - answer;
      for (const [socket, { response, since }] of states)
        if (since < oldest && response?.writableEnded === true && !response.writableFinished)
          drop(socket, 'slow');
    },
  };
}
