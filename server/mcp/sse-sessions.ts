import { randomBytes } from 'node:crypto';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { toNetwork } from '../base/http/network.ts';
import { tooMany } from '../base/http/rate-limit.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { type Exchange, exchanges } from './exchange.ts';
import { toExchange } from './http-exchange.ts';

type SseTransport = Transport & {
  /** Passes a message posted by the client to the server, as that caller. */
  receive(message: JSONRPCMessage, exchange: Exchange): void;
};

type TransportParts = {
  /** Sends one event; throws if the client has disconnected. */
  readonly send: (event: string, data: string) => void;
  readonly end: () => void;
  readonly endpoint: string;
};

/** HTTP+SSE of protocol revision 2024-11-05: answers go down one event stream, requests come as single POSTs. */
function createSseTransport({ send, end, endpoint }: TransportParts): SseTransport {
  const transport: SseTransport = {
    async start() {
      send('endpoint', endpoint);
    },
    async send(message) {
      send('message', JSON.stringify(message));
    },
    async close() {
      end();
      transport.onclose?.();
    },
    receive: (message, exchange) => exchanges.run(exchange, () => transport.onmessage?.(message)),
  };
  return transport;
}

type Session = {
  readonly transport: SseTransport;
  readonly address: string;
  readonly keepAlive: () => void;
  usedAt: number;
};

type Parts = {
  readonly makeServer: () => Server;
  readonly clock: Clock;
  /** Public path to which clients post, without the session. */
  readonly endpoint: string;
};

const sweepEvery = 15_000;
/** Milliseconds between keep-alives: proxies cut a stream that is silent for a minute. */
const sayEvery = 25_000;

/** Open HTTP+SSE sessions: limited in number, closed when idle, disconnected or not being read. */
export function createSseSessions({ makeServer, clock, endpoint }: Parts) {
  const sessions = new Map<string, Session>();
  const { max, perAddress } = limits.mcp.sessions;

  const makeRoom = (address: string) => {
    const own = [...sessions.values()].filter((session) => session.address === address).length;
    if (sessions.size >= max || own >= perAddress) throw tooMany('open sessions', sweepEvery);
  };
  const sweep = setInterval(() => {
    const oldest = clock() - limits.mcp.idle;
    for (const { transport, usedAt } of sessions.values()) if (usedAt < oldest) void transport.close();
  }, sweepEvery);
  sweep.unref();
  const saying = setInterval(() => {
    for (const { keepAlive } of sessions.values()) keepAlive();
  }, sayEvery).unref();

  return {
    size: () => sessions.size,
    async open(request: FastifyRequest, reply: FastifyReply) {
      const address = toNetwork(request.ip);
      makeRoom(address);
      const id = randomBytes(32).toString('base64url');
      reply.hijack();
      const { raw } = reply;
      raw.setTimeout(0); // a stream can be silent as long as its session lives
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
      });
      const transport = createSseTransport({
        endpoint: `${endpoint}?sessionId=${id}`,
        end: () => raw.end(),
        send(event, data) {
          if (raw.writableLength > limits.mcp.unsentBytes) raw.destroy();
          raw.write(`event: ${event}\ndata: ${data}\n\n`);
        },
      });
      const keepAlive = () => void (raw.writableNeedDrain || raw.write(':\n\n'));
      sessions.set(id, { transport, address, keepAlive, usedAt: clock() });
      const server = makeServer();
      raw.once('close', () => {
        sessions.delete(id);
        void server.close();
      });
      await server.connect(transport);
    },
    /** Throws NOT_FOUND for a closed session, and INVALID_INPUT for anything but a message. */
    post(request: FastifyRequest, id: string) {
      const session = sessions.get(id);
      if (!session)
        throw new AppError(
          'NOT_FOUND',
          'This session has ended, or another process of this server has it. Open a new one at /mcp/sse.',
        );
      session.usedAt = clock();
      session.transport.receive(readMessage(request.body), toExchange(request).exchange);
    },
    close() {
      clearInterval(sweep);
      clearInterval(saying);
      for (const { transport } of sessions.values()) void transport.close();
    },
  };
}

function readMessage(body: unknown) {
  try {
    return parseJSONRPCMessage(typeof body === 'string' ? JSON.parse(body) : body);
  } catch (error) {
    throw new AppError(
      'INVALID_INPUT',
      'The body is not a valid JSON-RPC message. Correct it and post it again.',
      {
        cause: error,
      },
    );
  }
}
