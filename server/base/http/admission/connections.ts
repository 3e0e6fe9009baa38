import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { isLoopback, toNetwork } from '../network.ts';

/** Why we close connections, as the log says it. */
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
  /** Milliseconds for taking an answer that is wholly written. */
  readonly answer: number;
  /** Whether connections may come from a reverse proxy, so that many people share an address. */
  readonly isBehindProxy: boolean;
};
type State = {
  readonly network: string;
  response: ServerResponse | null;
  /** When the last request began, or the connection. */
  since: number;
};

/** Silent connections make room before those between two requests. */
const freeable: readonly ((state: State) => boolean)[] = [
  ({ response }) => response === null,
  ({ response }) => response?.writableFinished === true,
];
/** So many of sixteen connections are closed together, as looking for them takes time. */
const roomShare = 1 / 16;
const pause = 100;
const networkShare = 1 / 4;

/** The open connections, fewer than the system allows: idle ones make room for new ones. */
export function createConnections({ most, answer, isBehindProxy }: Options) {
  const states = new Map<Socket, State>();
  const shares = new Map<string, Set<Socket>>();
  const closings = new Map<Reason, number>();
  const loggedAt = new Map<Reason, number>();
  let log: FastifyBaseLogger | null = null;
  let fullUntil = 0;

  /** Counts a connection that we close; the log has the first, and the count at most every ten seconds. */
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
  /** Closes up to `count` of these, the oldest first; tells whether there was one. */
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
    noteClosed,
    networkOf,
    logTo(to: FastifyBaseLogger) {
      log = to;
    },
    /** When a connection's last request began, on the clock of performance.now(); null for an unknown connection. */
    beganAt: (socket: Socket) => states.get(socket)?.since ?? null,
    /** Lets a new connection in, or closes it; a connection without a request may have to make room. */
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
    /** Told of each request. */
    begin({ socket }: IncomingMessage, response: ServerResponse) {
      const state = states.get(socket);
      if (state) Object.assign(state, { response, since: performance.now() });
    },
    /** Whether an answer is on its way, so that nothing else may be written. */
    isAnswering(socket: Socket) {
      const response = states.get(socket)?.response;
      return response?.headersSent === true && !response.writableFinished;
    },
    /** Closes what takes its answer too slowly. */
    sweep() {
      const oldest = performance.now() - answer;
      for (const [socket, { response, since }] of states)
        if (since < oldest && response?.writableEnded === true && !response.writableFinished)
          drop(socket, 'slow');
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;
