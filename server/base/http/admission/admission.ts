import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { FastifyInstance, preHandlerHookHandler, preParsingHookHandler } from 'fastify';
import type { TlsFiles } from '../../../config/tls-settings.ts';
import type { Config } from '../../../config.ts';
import { limits } from '../../../contract/limits.ts';
import { isLoopback, toNetwork } from '../network.ts';
import { followTls, readTls } from '../tls-files.ts';
import { createBodyBudget } from './body-budget.ts';
import { createClientErrors } from './client-errors.ts';
import { createConnections } from './connections.ts';
import { readDescriptorLimit } from './descriptor-limit.ts';
import { createDoor, type Handle } from './door.ts';
import { busy, busyRefusal, type Refusal, sendRefusal } from './refusals.ts';
import { createRoom, type Room } from './rooms.ts';
import { createTally } from './tally.ts';
import { workOf } from './work.ts';

const oldVersion: Refusal = {
  status: 505,
  code: 'INVALID_INPUT',
  message: 'This server speaks HTTP/1.1. Send the request line with its version.',
};
const twoHosts: Refusal = {
  status: 400,
  code: 'INVALID_INPUT',
  message: 'The request has more than one Host header. Send one.',
};

/** Requests that HTTP forbids and Node accepts: without a version, or with several Host headers (RFC 9112 §3.2). */
function findRequestFault({ httpVersionMajor, rawHeaders }: IncomingMessage): Refusal | null {
  if (httpVersionMajor < 1) return oldVersion;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? twoHosts : null;
}

/** Tells callers apart by what they present; null for who presents nothing that is good. */
type Identify = (headers: IncomingHttpHeaders) => string | null;

const keepAlive = 30_000;

/** Descriptors that connections may take: the others are for the database, files of models and threads. */
const toConnections = (descriptors: number | null) =>
  descriptors === null ? Number.POSITIVE_INFINITY : descriptors - Math.min(512, Math.ceil(descriptors / 2));

/** The caller's address, as in `request.ip`: the last one that a trusted proxy names. */
function createAddressOf(isBehindProxy: boolean) {
  return ({ headers, socket }: IncomingMessage): string => {
    const forwarded = isBehindProxy ? headers['x-forwarded-for'] : undefined;
    const last = forwarded === undefined ? '' : String(forwarded).split(',').at(-1)?.trim();
    return last || (socket.remoteAddress ?? '');
  };
}

const isLarge = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) > limits.bodyBytes;

/** Everything that comes before a route: connections, malformed requests, bodies in flight, and whose turn it is. */
export function createAdmission(
  config: Pick<Config, 'trustProxy' | 'tuning'> & Partial<Pick<Config, 'tls'>>,
) {
  const { admission } = config.tuning;
  const isBehindProxy = config.trustProxy;
  const most = Math.min(admission.connections.most, toConnections(readDescriptorLimit()));
  let identify: Identify = () => null;
  const tally = createTally();
  const connections = createConnections({
    most,
    perNetwork: Math.ceil(most / 4),
    answer: admission.connections.answer,
    isBehindProxy,
    onDrop: tally.closed,
  });
  const bodies = createBodyBudget(admission.bodies);
  const addressOf = createAddressOf(isBehindProxy);
  const networkOf = (request: IncomingMessage) =>
    isBehindProxy ? toNetwork(addressOf(request)) : connections.networkOf(request.socket);
  const ownerOf = (request: IncomingMessage): string => {
    const { authorization, cookie } = request.headers;
    const shown = authorization === undefined && cookie === undefined ? null : identify(request.headers);
    return shown ?? networkOf(request);
  };
  let refusing = 0;
  /** Waits first: a client that asks again at once would otherwise keep the server busy with refusals. */
  const refuseBy = (send: () => void, { socket, method = '', url = '' }: IncomingMessage) => {
    tally.refused(workOf(method, url));
    if (refusing >= admission.refusals.most) return void socket.destroy();
    refusing += 1;
    setTimeout(() => {
      refusing -= 1;
      send();
    }, admission.refusals.wait).unref();
  };
  const refuse = (request: IncomingMessage, response: ServerResponse) =>
    refuseBy(() => sendRefusal(busyRefusal, request, response), request);
  const door = createDoor({ ...admission.door, ownerOf, refuse });
  const rooms: Readonly<Record<string, Room>> = Object.fromEntries(
    Object.entries(admission.rooms).map(([kind, limit]) => [kind, createRoom(limit)]),
  );
  const expecting = new WeakSet<ServerResponse>();
  /** Connections over which a file comes, which may take as long as it is large. */
  const streaming = new WeakSet<Socket>();
  const isStreaming = (socket: Socket) => streaming.has(socket);
  const onClientError = createClientErrors({ connections, isStreaming, onDrop: tally.closed });

  const hasBodyRoom = (request: IncomingMessage, response: ServerResponse) => {
    const address = addressOf(request);
    return bodies.reserve({ request, response }, isLoopback(address) ? null : toNetwork(address));
  };
  /** Small bodies are counted when their request has its turn, others once their sender was judged. */
  const takeBody = (handle: Handle) => (request: IncomingMessage, response: ServerResponse) => {
    if (isLarge(request) || hasBodyRoom(request, response)) handle(request, response);
    else refuse(request, response);
  };
  const receive = (handle: Handle) => {
    const handleBody = takeBody(handle);
    return (request: IncomingMessage, response: ServerResponse) => {
      connections.begin(request, response);
      const fault = findRequestFault(request);
      if (fault !== null) return sendRefusal(fault, request, response);
      door.admit(request, response, request.method === 'GET' ? handle : handleBody);
    };
  };
  const enterRoom = (room: Room): preHandlerHookHandler => {
    return (request, reply, done) => {
      room.take(ownerOf(request.raw), reply.raw, (isLetIn) => {
        if (isLetIn) done();
        else refuseBy(() => done(busy()), request.raw);
      });
    };
  };
  /** Only now, when it is wanted, is the body asked for. */
  const askForBody: preParsingHookHandler = ({ raw }, reply, payload, done) => {
    if (isLarge(raw) && !hasBodyRoom(raw, reply.raw)) return done(busy());
    if (expecting.delete(reply.raw)) reply.raw.writeContinue();
    done(null, payload);
  };

  /** An upload is written while it arrives: it takes no memory, and only silence ends it. */
  const letStream: preParsingHookHandler = ({ raw }, reply, payload, done) => {
    streaming.add(raw.socket);
    reply.raw.once('close', () => streaming.delete(raw.socket));
    if (expecting.delete(reply.raw)) reply.raw.writeContinue();
    done(null, payload);
  };

  const { head, check, stall } = admission.connections;
  const serverOptions = {
    keepAlive: true,
    keepAliveInitialDelay: keepAlive,
    keepAliveTimeout: keepAlive,
    headersTimeout: head,
    requestTimeout: head,
    connectionsCheckingInterval: check,
  };
  const { tls = null } = config;
  const watch = (server: Server, event: 'connection' | 'secureConnection', handle: Handle): Server => {
    server.timeout = stall;
    server.on(event, (socket: Socket) => {
      door.knock();
      connections.add(socket);
    });
    // Fastify sets it for one server only, and a name such as localhost may need two.
    server.on('clientError', onClientError);
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      expecting.add(response);
      receive(handle)(request, response);
    });
    return server;
  };
  const createPlain = (handle: Handle) =>
    watch(createServer(serverOptions, receive(handle)), 'connection', handle);
  const createEncrypted = (files: TlsFiles, handle: Handle) => {
    const options = {
      ...serverOptions,
      ...readTls(files),
      handshakeTimeout: head,
      ALPNProtocols: ['http/1.1'],
    };
    const server = createSecureServer(options, receive(handle));
    // Until it is encrypted a connection has said nothing, and ends by the handshake's limit.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    watch(server, 'secureConnection', handle);
    return server;
  };
  /** Next to an encrypted server: what this machine asks of it needs no certificate, and knows none of its names. */
  let local: Server | null = null;
  let encrypted: ReturnType<typeof createEncrypted> | null = null;

  return {
    connections,
    bodies,
    door,
    rooms,
    tally,
    onClientError,
    createServer(handle: Handle): Server {
      if (tls === null) return createPlain(handle);
      local = createPlain(handle);
      encrypted = createEncrypted(tls, handle);
      return encrypted;
    },
    /** Listens for programs of this machine next to an encrypted server; null where that is not encrypted. */
    async listenLocally(): Promise<string | null> {
      if (local === null) return null;
      local.listen(0, '127.0.0.1');
      await once(local, 'listening');
      const bound = local.address();
      return typeof bound === 'object' && bound ? `http://127.0.0.1:${bound.port}` : null;
    },
    /** To be called before routes are added: those of limited work get their hooks. */
    attach(http: FastifyInstance) {
      tally.logTo(http.log);
      const stopFollowing =
        tls && encrypted
          ? followTls({ files: tls, server: encrypted, log: http.log, interval: config.tuning.tlsLook })
          : null;
      const sweeping = setInterval(connections.sweep, check).unref();
      http.addHook('onClose', async () => {
        clearInterval(sweeping);
        stopFollowing?.();
        local?.close();
        local?.closeAllConnections();
      });
      http.addHook('onRoute', (route) => {
        const methods = [route.method].flat();
        const work = workOf(methods[0] ?? '', route.url);
        const room = rooms[work];
        if (room) route.preHandler = [route.preHandler ?? [], enterRoom(room)].flat();
        if (methods.every((method) => method === 'GET' || method === 'HEAD')) return;
        route.preParsing = [route.preParsing ?? [], work === 'uploads' ? letStream : askForBody].flat();
      });
    },
    /** From now on those who show a token or a session are told apart by it, wherever they come from. */
    identifyBy(known: Identify) {
      identify = known;
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;
