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
  /** null: counted in all, but in no share. */
  readonly network: string | null;
  response: ServerResponse | null;
  /** When the last request began, or the connection. */
  since: number;
};

export type Connections = {
  /** Lets a new connection in, or closes it; a connection without a request may have to make room. */
  add(socket: Socket): void;
  /** Told of each request. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** Whether an answer is on its way, so that nothing else may be written. */
  isAnswering(socket: Socket): boolean;
  /** Closes what takes its answer too slowly. */
  sweep(): void;
  readonly size: () => number;
  /** When a connection's last request began, on the clock of performance.now(); null for an unknown connection. */
  beganAt(socket: Socket): number | null;
};

type Closing = {
  readonly count: number;
  readonly reason: DropReason;
  readonly fits: (state: State) => boolean;
};

const isSilent = ({ response }: State) => response === null;
const isIdle = ({ response }: State) => response === null || response.writableFinished;
/** So many of sixteen connections are closed together, as looking for them takes time. */
const roomShare = 1 / 16;
const pause = 100;

/** The open connections, fewer than the system allows: idle ones make room for new ones. */
export function createConnections(options: Options): Connections {
  const { most, perNetwork, isBehindProxy, onDrop } = options;
  const states = new Map<Socket, State>();
  const shares = new Map<string, Set<Socket>>();
  let fullUntil = 0;

  const remove = (socket: Socket) => {
    const network = states.get(socket)?.network ?? null;
    states.delete(socket);
    if (network === null) return;
    const share = shares.get(network);
    share?.delete(socket);
    if (share?.size === 0) shares.delete(network);
  };
  const drop = (socket: Socket, reason: DropReason) => {
    onDrop(reason);
    remove(socket);
    socket.destroy();
  };
  /** Closes up to `count` of these that fit, the oldest first; answers whether there was one. */
  const close = (sockets: Iterable<Socket>, { count, reason, fits }: Closing): boolean => {
    let left = count;
    for (const socket of sockets) {
      const state = states.get(socket);
      if (!state || !fits(state)) continue;
      drop(socket, reason);
      left -= 1;
      if (left === 0) break;
    }
    return left < count;
  };
  /** Silent connections make room before those between two requests, and a network that has most of them before all. */
  const makeRoom = (): boolean => {
    const count = Math.ceil(most * roomShare);
    const greediest = [...shares.values()].toSorted((a, b) => b.size - a.size)[0];
    const crowd = greediest && greediest.size * 2 > states.size ? greediest : [];
    return [isSilent, isIdle].some((fits) =>
      [crowd, states.keys()].some((sockets) => close(sockets, { count, reason: 'full', fits })),
    );
  };
  const hasRoom = (): boolean => {
    if (states.size < most) return true;
    const now = performance.now();
    if (now < fullUntil) return false;
    if (makeRoom()) return true;
    fullUntil = now + pause;
    return false;
  };
  const hasShare = (network: string | null): boolean => {
    const share = network === null ? undefined : shares.get(network);
    if (share === undefined || share.size < perNetwork) return true;
    return [isSilent, isIdle].some((fits) => close(share, { count: 1, reason: 'per-address', fits }));
  };
  const keep = (socket: Socket, network: string | null) => {
    states.set(socket, { network, response: null, since: performance.now() });
    if (network !== null) shares.set(network, (shares.get(network) ?? new Set()).add(socket));
    socket.once('close', () => remove(socket));
  };

  return {
    size: () => states.size,
    beganAt: (socket) => states.get(socket)?.since ?? null,
    add(socket) {
      const address = socket.remoteAddress ?? '';
      const network = isBehindProxy || isLoopback(address) ? null : toNetwork(address);
      const reason = !hasShare(network) ? 'per-address' : !hasRoom() ? 'full' : null;
      if (reason === null) return keep(socket, network);
      onDrop(reason);
      socket.resetAndDestroy();
    },
    begin({ socket }, response) {
      const state = states.get(socket);
      if (!state) return;
      state.response = response;
      state.since = performance.now();
    },
    isAnswering(socket) {
      const response = states.get(socket)?.response;
      return response?.headersSent === true && !response.writableFinished;
    },
    sweep() {
      const oldest = performance.now() - options.answer;
      for (const [socket, { response, since }] of states)
        if (since < oldest && response?.writableEnded === true && !response.writableFinished)
          drop(socket, 'slow');
    },
  };
}
