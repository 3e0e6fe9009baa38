import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { type Work, workKinds, workOf } from './work.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

type Waiting = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: Handle;
  readonly owner: string;
  readonly until: number;
};

type Options = {
  /** Milliseconds of work in a turn of the event loop; then requests wait for the next turn. */
  readonly budget: number;
  /** Requests of one kind that may wait. */
  readonly places: number;
  /** Milliseconds that a request waits at most while many do. */
  readonly wait: number;
  /** Who asks: all that one caller has waiting counts as one. */
  readonly ownerOf: (request: IncomingMessage) => string;
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => void;
  /** Milliseconds since some moment. */
  readonly now?: () => number;
};

type Door = {
  /** Handles a request when its turn comes, or refuses it. */
  admit(request: IncomingMessage, response: ServerResponse, handle: Handle): void;
  /** Told of each new connection. */
  knock(): void;
  readonly waiting: () => number;
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
export function createDoor({
  budget,
  places,
  wait,
  ownerOf,
  refuse,
  now = () => performance.now(),
}: Options): Door {
  const queues = new Map<Work, FairQueue<Waiting>>(workKinds.map((kind) => [kind, createFairQueue(places)]));
  /** The queue whose turn it is comes first. */
  const order = [...queues.values()];
  const perConnection = new WeakMap<Socket, number>();
  let waiting = 0;
  let isTurn = false;
  let isKnocking = false;
  let knockedTurns = 0;

  const leave = ({ request: { socket } }: Waiting) => {
    waiting -= 1;
    perConnection.set(socket, (perConnection.get(socket) ?? 1) - 1);
  };
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
    if (now() > until && waiting >= fewWaiting) refuse(request, response);
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
    if (waiting === 0) return;
    beginTurn();
    if (knockedTurns % crowd.everyTurns !== 0) return;
    serve(knockedTurns > 0 ? crowd.requests : Number.POSITIVE_INFINITY, now() + budget);
  };
  const enqueue = (queue: FairQueue<Waiting>, next: Waiting) => {
    const { request, response, owner } = next;
    const { socket } = request;
    const before = perConnection.get(socket) ?? 0;
    if (before >= mostPerConnection) return void socket.destroy();
    perConnection.set(socket, before + 1);
    waiting += 1;
    response.once('close', () => {
      if (queue.remove(owner, next)) leave(next);
    });
    beginTurn();
    const left = queue.push(owner, next);
    if (left === null) return;
    leave(left);
    refuse(left.request, left.response);
  };

  return {
    waiting: () => waiting,
    knock() {
      isKnocking = true;
      beginTurn();
    },
    admit(request, response, handle) {
      const queue = queues.get(workOf(request.method ?? '', request.url ?? ''));
      if (queue === undefined) handle(request, response);
      else enqueue(queue, { request, response, handle, owner: ownerOf(request), until: now() + wait });
    },
  };
}
