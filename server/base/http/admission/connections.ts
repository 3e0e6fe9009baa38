import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback, toNetwork } from '../network.ts';

/** Why a connection was closed by us. */
export type DropReason = 'full' | 'per-address' | 'silent' | 'slow';

type Options = {
  readonly most: number;
  readonly perNetwork: number;
  /** Milliseconds for taking an answer that is wholly written. */
  readonly answer: number;
  /** Whether connections may come from a reverse proxy, so that many people share an address. */
  readonly isBehindProxy: boolean;
  readonly onDrop: (reason: DropReason) => void;
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

/** The open connections, fewer than the system allows: idle ones make room for new ones. */
export function createConnections({ most, perNetwork, answer, isBehindProxy, onDrop }: Options) {
  const states = new Map<Socket, State>();
  const shares = new Map<string, Set<Socket>>();
  let fullUntil = 0;

  const networkOf = (socket: Socket) => states.get(socket)?.network ?? toNetwork(socket.remoteAddress ?? '');
  const remove = (socket: Socket) => {
    const network = networkOf(socket);
    states.delete(socket);
    const share = shares.get(network);
    share?.delete(socket);
    if (share?.size === 0) shares.delete(network);
  };
  const drop = (socket: Socket, reason: DropReason) => {
    onDrop(reason);
    remove(socket);
    socket.destroy();
  };
  /** Closes up to `count` of these, the oldest first; tells whether there was one. */
  const makeRoom = (sockets: Iterable<Socket>, count: number, reason: DropReason): boolean =>
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
    return share === undefined || share.size < perNetwork || makeRoom(share, 1, 'per-address');
  };

  return {
    size: () => states.size,
    networkOf,
    /** When a connection's last request began, on the clock of performance.now(); null for an unknown connection. */
    beganAt: (socket: Socket) => states.get(socket)?.since ?? null,
    /** Lets a new connection in, or closes it; a connection without a request may have to make room. */
    add(socket: Socket) {
      const network = networkOf(socket);
      const reason = !hasShare(network) ? 'per-address' : !hasRoom() ? 'full' : null;
      if (reason !== null) {
        onDrop(reason);
        return void socket.resetAndDestroy();
      }
      states.set(socket, { network, response: null, since: performance.now() });
      const isShared = isBehindProxy || isLoopback(socket.remoteAddress);
      if (!isShared) shares.set(network, (shares.get(network) ?? new Set()).add(socket));
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
