import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../../config.ts';
import { createFairQueue, createShares } from './fair-queue.ts';

/** Kinds of work, by the start of an address or route pattern; the first match counts. */
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
  ['pages', /^/], // with their assets and posters
] as const;

/** `free` is answered at once; every other kind has its own queue and limit. */
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
  /** Identifies the caller; all requests that one caller has waiting share a line. */
  readonly ownerOf: (request: IncomingMessage) => string;
  readonly refuse: Handle;
  /** Milliseconds from an arbitrary start. */
  readonly now?: () => number;
};

/** Pipelined requests of one connection that can wait; no client needs as many. */
const mostPerConnection = 32;
/**
 * With fewer waiting than this, a late request is still handled: the work is slow or the machine busy, and a refused
 * client would only retry.
 */
const fewWaiting = 32;
/**
 * Each turn of the event loop accepts one connection. While every turn brings one, most turns only accept, and the
 * others handle few requests.
 */
const crowd = { everyTurns: 8, requests: 3 };

/**
 * Admits requests as fast as they are handled. Left alone, the event loop reads from every connection before it answers
 * any a second time, so with thousands of connections nothing is answered for seconds. Here requests wait by kind and
 * caller, who take turns. A turn of the loop reads what arrived, then handles requests until its budget is spent.
 */
export function createDoor({ budget, places, wait, ownerOf, refuse, ...clock }: Options) {
  const { now = () => performance.now() } = clock;
  const queues = new Map(rules.map(([kind]): [Work, Queue] => [kind, createFairQueue(places)]));
  /** The queue whose turn is next comes first. */
  const order = [...queues.values()];
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
    // Runs after all synchronous work of this request, so that the budget includes it.
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
    /** Call for each new connection. */
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
