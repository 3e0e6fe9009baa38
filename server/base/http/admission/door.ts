import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../../config.ts';
import { createFairQueue, createShares } from './fair-queue.ts';

/** The kinds of work that a request may ask for, by the beginning of an address or of a route's pattern; the first that fits. */
const rules = [
  ['free', /^\/(healthz|readyz|metrics)$/],
  ['browse', /^\/api-embeddings(\/|$)|^\/api\/models(\/|$)/],
  ['passwords', /^\/api\/(auth\/(register|login)|session(\/register)?|account\/password)$/, 'POST'],
  ['direct', /^\/api\/(plugin\/)?download\/|^\/download\//],
  ['files', /^\/(data|leaves|viewer-asset|blender-library\/files|updates)\//],
  ['archives', /^\/zip\//],
  ['uploads', /^\/api\/publish\/uploads(\/|$)/],
  ['streams', /^\/mcp\/sse$/],
  ['mcp', /^\/mcp(\/|$)/],
  ['sync', /^\/api-sync\//],
  ['admin', /^\/api\/(admin|posters)(\/|$)/],
  ['accounts', /^\/(api|oauth)(\/|$)/],
  ['pages', /^/], // their assets and posters as well
] as const;

/** `free` is answered at once; each other kind has its own queue and limit. */
export type Work = (typeof rules)[number][0];

export function workOf(method: string, url: string): Work {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const rule = rules.find(
    ([, address, only]) => (only === undefined || only === method) && address.test(path),
  );
  return rule?.[0] ?? 'pages';
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

type Waiting = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: Handle;
  readonly owner: string;
  readonly until: number;
};

type Queue = ReturnType<typeof createFairQueue<Waiting>>;

type Options = Config['tuning']['admission']['door'] & {
  /** Who asks: all that one caller has waiting counts as one. */
  readonly ownerOf: (request: IncomingMessage) => string;
  readonly refuse: Handle;
  /** Milliseconds since some moment. */
  readonly now?: () => number;
};

/** Requests of one connection may wait one behind another; no client needs so many. */
const mostPerConnection = 32;
/** Where no more wait, the work is slow, or the computer busy: a refused client would only come back. */
const fewWaiting = 32;
/** A turn accepts one connection. While each brings one, most only accept, and the others handle little. */
const crowd = { everyTurns: 8, requests: 3 };

/**
 * Lets requests in at the pace at which they are handled. The event loop alone would read from every connection before it
 * answers a second time to any, so that with thousands of them nothing is answered within seconds. Here requests wait by
 * kind and caller, who take turns. A turn reads what came, then handles requests until its budget is spent.
 */
export function createDoor({ budget, places, wait, ownerOf, refuse, ...clock }: Options) {
  const { now = () => performance.now() } = clock;
  const queues = new Map(rules.map(([kind]): [Work, Queue] => [kind, createFairQueue(places)]));
  /** The queue whose turn it is comes first. */
  const order = [...queues.values()];
  /** Requests that wait, in all and of each connection. */
  const waiting = createShares<Socket>();
  let isTurn = false;
  let isKnocking = false;
  let knockedTurns = 0;

  const leave = ({ request }: Waiting) => waiting.change(request.socket, -1);
  const take = (): Waiting | null => {
    for (const [index, queue] of order.entries()) {
      const next = queue.shift();
      if (next === null) continue;
      order.push(...order.splice(index, 1));
      leave(next);
      return next;
    }
    return null;
  };
  const serve = (most: number, end: number) => {
    const next = take();
    if (next === null) return;
    const { request, response, handle, until } = next;
    if (now() > until && waiting.total() >= fewWaiting) refuse(request, response);
    else if (!response.destroyed) handle(request, response);
    // Only after all that a request does before it waits for something, so that its whole work is measured.
    if (most > 1) queueMicrotask(() => process.nextTick(() => now() < end && serve(most - 1, end)));
  };
  const beginTurn = () => {
    if (!isTurn) setImmediate(turn);
    isTurn = true;
  };
  const turn = () => {
    isTurn = false;
    knockedTurns = isKnocking ? knockedTurns + 1 : 0;
    isKnocking = false;
    if (waiting.total() === 0) return;
    beginTurn();
    if (knockedTurns % crowd.everyTurns !== 0) return;
    serve(knockedTurns > 0 ? crowd.requests : Number.POSITIVE_INFINITY, now() + budget);
  };

  return {
    waiting: waiting.total,
    /** Told of each new connection. */
    knock() {
      isKnocking = true;
      beginTurn();
    },
    /** Handles a request when its turn comes, or refuses it. */
    admit(request: IncomingMessage, response: ServerResponse, handle: Handle) {
      const work = workOf(request.method ?? '', request.url ?? '');
      const queue = queues.get(work);
      if (work === 'free' || queue === undefined) return handle(request, response);
      const { socket } = request;
      if (waiting.of(socket) >= mostPerConnection) return void socket.destroy();
      const owner = ownerOf(request);
      const next: Waiting = { request, response, handle, owner, until: now() + wait };
      waiting.change(socket, 1);
      response.once('close', () => {
        if (queue.remove(owner, next)) leave(next);
      });
      beginTurn();
      const left = queue.push(owner, next);
      if (left === null) return;
      leave(left);
      refuse(left.request, left.response);
    },
  };
}
