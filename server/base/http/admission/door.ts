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
  /** Milliseconds of work before a turn of the event loop ends and requests wait for the next. */
  readonly budget: number;
  /** Requests that a turn always handles while none wait: the clock also runs while other programs do. */
  readonly least: number;
  /** Requests of one kind that may wait. */
  readonly places: number;
  /** Milliseconds that a request waits at most. */
  readonly wait: number;
  /** Who asks: all that one caller has waiting counts as one. */
  readonly ownerOf: (request: IncomingMessage) => string;
  readonly refuse: (request: IncomingMessage, response: ServerResponse) => void;
  /** Milliseconds since some moment. */
  readonly now?: () => number;
};

type Door = {
  /** Handles a request now or when its turn comes, or refuses it. */
  admit(request: IncomingMessage, response: ServerResponse, handle: Handle): void;
  /** Told of each new connection. */
  knock(): void;
  readonly waiting: () => number;
};

/** Requests of one connection may wait one behind another; no client needs so many. */
const mostPerConnection = 32;
/**
 * A turn of the event loop accepts one connection. After so many turns with a new one, more are taken to be waiting: then so
 * many are accepted before work continues, and fewer requests are handled than that, as answered clients may reconnect.
 */
const crowdedTurns = 4;
const acceptedFirst = 32;
const handledThen = 8;
/** A turn may take so many times its budget before the next ones handle less, as most of a request's work comes after its start. */
const longTurn = 2;
const growth = 1.25;
/** Work that gains nothing from being done together, as charges do, which share a commit. */
const alone: ReadonlySet<Work> = new Set(['browse', 'pages']);

/**
 * Lets requests in at the pace at which they are handled. The event loop alone would read from every connection before it
 * answers a second time to any, so that with thousands of them nothing is answered within seconds. Here, what does not fit
 * into a turn waits by kind and caller, who take turns; between two turns new requests are read, and health is answered.
 */
export function createDoor(options: Options): Door {
  const { budget, least, places, wait, ownerOf, refuse, now = () => performance.now() } = options;
  const queues = new Map<Work, FairQueue<Waiting>>(workKinds.map((kind) => [kind, createFairQueue(places)]));
  /** The kinds, the one whose turn it is first. */
  const order = [...queues];
  const perConnection = new WeakMap<Socket, number>();
  let waiting = 0;
  let turnBegin = 0;
  let handled = 0;
  /** Requests that a turn may begin. */
  let allowance = Math.max(1, least);
  /** How many of the handled requests gain nothing from a shared turn, and whose requests waited. */
  let handledAlone = 0;
  const served = new Set<string>();
  let isTurn = false;
  let isKnocking = false;
  let knockedTurns = 0;
  let accepted = 0;
  const hasTime = () => now() < turnBegin + budget;
  const isCrowded = () => knockedTurns >= crowdedTurns;

  const leave = ({ request: { socket } }: Waiting) => {
    waiting -= 1;
    perConnection.set(socket, (perConnection.get(socket) ?? 1) - 1);
  };
  const run = (next: Waiting) => {
    leave(next);
    const { request, response, handle, until } = next;
    if (response.destroyed) return;
    if (now() > until) refuse(request, response);
    else handle(request, response);
  };
  const count = (kind: Work) => {
    handled += 1;
    if (alone.has(kind)) handledAlone += 1;
  };
  /** The kinds take turns as well: the one that was served goes to the end. */
  const serveOne = (): boolean => {
    for (const [index, place] of order.entries()) {
      const [kind, queue] = place;
      const next = queue.shift();
      if (next === null) continue;
      order.splice(index, 1);
      order.push(place);
      count(kind);
      served.add(next.owner);
      run(next);
      return true;
    }
    return false;
  };
  /**
   * Work outlives the turn that started it, so the length of the whole turn decides how much the next one may start. Where one
   * caller fills them, turns are short, because the next request may be another caller's.
   */
  const learn = () => {
    const isAlone = handledAlone === handled;
    const isOfOne = isAlone && served.size < Math.max(2, handled);
    const fewest = isAlone ? 1 : Math.max(1, least);
    const longest = isOfOne ? budget : budget * longTurn;
    if (now() - turnBegin > longest) allowance = Math.max(fewest, Math.floor(allowance / 2));
    else if (handled >= allowance) allowance = Math.ceil(allowance * growth);
  };
  const serve = (most: number) => {
    while (handled < most && serveOne()) if (!hasTime()) break;
  };
  const endTurn = () => {
    isTurn = false;
    knockedTurns = isKnocking ? knockedTurns + 1 : 0;
    isKnocking = false;
    if (handled > 0) learn();
    if (waiting === 0) return;
    beginTurn();
    if (!isCrowded()) serve(allowance);
    else if (accepted < acceptedFirst) return;
    else serve(handledThen);
    accepted = 0;
  };
  const beginTurn = () => {
    isTurn = true;
    handled = 0;
    handledAlone = 0;
    served.clear();
    turnBegin = now();
    setImmediate(endTurn);
  };
  const enqueue = (queue: FairQueue<Waiting>, next: Waiting) => {
    const { request, response, owner } = next;
    const { socket } = request;
    const before = perConnection.get(socket) ?? 0;
    if (before >= mostPerConnection) return void socket.destroy();
    if (!isTurn) beginTurn();
    perConnection.set(socket, before + 1);
    waiting += 1;
    response.once('close', () => {
      if (queue.remove(owner, next)) leave(next);
    });
    const left = queue.push(owner, next);
    if (left === null) return;
    leave(left);
    refuse(left.request, left.response);
  };

  return {
    waiting: () => waiting,
    knock() {
      isKnocking = true;
      accepted += 1;
      if (!isTurn) beginTurn();
    },
    admit(request, response, handle) {
      const kind = workOf(request.method ?? '', request.url ?? '');
      const queue = queues.get(kind);
      if (queue === undefined) return handle(request, response);
      if (waiting === 0 && !isCrowded()) {
        if (!isTurn) beginTurn();
        count(kind);
        const always = alone.has(kind) ? Math.min(1, least) : least;
        if (handled <= always || (handled <= allowance && hasTime())) return handle(request, response);
      }
      enqueue(queue, { request, response, handle, owner: ownerOf(request), until: now() + wait });
    },
  };
}
