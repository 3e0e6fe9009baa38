import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
import type { Config } from '../../../config.ts';
import { limits } from '../../../contract/limits.ts';
import { isLoopback, toNetwork } from '../network.ts';
import { followTls, readTls } from '../tls-files.ts';
import { createConnections } from './connections.ts';
import { createDoor, type Handle, type Work, workOf } from './door.ts';
import { createRoom, createShares } from './fair-queue.ts';
import { busy, hasBody, sendRefusal } from './refusals.ts';

/** Identifies callers by their credentials; null without valid ones. */
type Identify = (headers: IncomingHttpHeaders) => string | null;
type Room = ReturnType<typeof createRoom>;

const keepAlive = 30_000;

/** The process's limit of open files and sockets; null if the system sets none. */
export function readDescriptorLimit(): number | null {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    // Takes tens of milliseconds, but works on macOS too.
    const soft: unknown = Object(process.report.getReport()).userLimits?.open_files?.soft;
    return typeof soft === 'number' ? soft : null;
  }
}

/** Everything that happens before a route: connections, malformed requests, request bodies, and the queue. */
export function createAdmission({
  trustProxy: isBehindProxy,
  tuning,
  tls = null,
}: Pick<Config, 'trustProxy' | 'tuning'> & Partial<Pick<Config, 'tls'>>) {
  const { admission } = tuning;
  const { head, check, stall, answer } = admission.connections;
  const descriptors = readDescriptorLimit() ?? Number.POSITIVE_INFINITY;
  // The rest of the descriptors is for the database, model files and threads.
  const most = Math.min(admission.connections.most, descriptors - Math.min(512, Math.ceil(descriptors / 2)));
  const connections = createConnections({ most, answer, isBehindProxy });
  const refusals = new Map<Work, number>();
  const bodies = createShares<string>();
  let identify: Identify = () => null;

  /** The caller's address, as in `request.ip`: the last one that a trusted proxy added. */
  const addressOf = ({ headers, socket }: IncomingMessage): string => {
    const forwarded = isBehindProxy ? String(headers['x-forwarded-for'] ?? '') : '';
    return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() || (socket.remoteAddress ?? '');
  };
  const networkOf = (request: IncomingMessage) =>
    isBehindProxy ? toNetwork(addressOf(request)) : connections.networkOf(request.socket);
  const ownerOf = (request: IncomingMessage): string => {
    const { authorization, cookie } = request.headers;
    const shown = authorization === undefined && cookie === undefined ? null : identify(request.headers);
    return shown ?? networkOf(request);
  };

  let refusing = 0;
  /** Waits before refusing: clients that retry at once would keep the server busy with refusals. */
  const refuseBy = (send: () => void, { socket, method = '', url = '' }: IncomingMessage) => {
    const work = workOf(method, url);
    refusals.set(work, (refusals.get(work) ?? 0) + 1);
    if (refusing >= admission.refusals.most) return void socket.destroy();
    refusing += 1;
    setTimeout(() => {
      refusing -= 1;
      send();
    }, admission.refusals.wait).unref();
  };
  const refuse: Handle = (request, response) =>
    refuseBy(() => sendRefusal({ status: 503, error: busy() }, request, response), request);
  const door = createDoor({ ...admission.door, ownerOf, refuse });
  const rooms: Readonly<Record<string, Room>> = Object.fromEntries(
    Object.entries(admission.rooms).map(([kind, limit]) => [kind, createRoom(limit)]),
  );
  /** Routes that write bodies to disk as they arrive, using no memory. */
  const streamed = new Set<string>();

  /**
   * Other bodies are held in memory until their request is answered, so the total is bounded, and each network's share.
   */
  const hasBodyRoom = (request: IncomingMessage, response: ServerResponse): boolean => {
    // Without a length, assumes the limit of most routes. Bodies above every limit are left to the route to refuse.
    const bytes = Number(request.headers['content-length'] ?? limits.bodyBytes);
    if (!hasBody(request) || bytes > admission.bodies.most) return true;
    const network = networkOf(request);
    const share = isLoopback(addressOf(request)) ? 0 : bodies.of(network);
    // A network's first body is let in even if it is larger than its share.
    if (share > 0 && share + bytes > admission.bodies.perNetwork) return false;
    if (bodies.total() + bytes > admission.bodies.most) return false;
    bodies.change(network, bytes);
    response.once('close', () => bodies.change(network, -bytes));
    return true;
  };
  const enterRoom = (room: Room): preHandlerHookHandler => {
    return ({ raw }, { raw: response }, done) => {
      const enter = (isLetIn: boolean) => (isLetIn ? done() : refuseBy(() => done(busy()), raw));
      room.take({ owner: ownerOf(raw), response, enter });
    };
  };
  /** Asks for a body only now, after the sender was authenticated and the route accepted. */
  const askForBody: preParsingHookHandler = ({ raw, routeOptions }, { raw: response }, payload, done) => {
    if (raw.method === 'GET') return done(null, payload);
    if (streamed.has(routeOptions.url ?? '')) connections.letStream(raw.socket, response);
    else if (!hasBodyRoom(raw, response)) return refuseBy(() => done(busy()), raw);
    if (raw.headers.expect !== undefined) response.writeContinue();
    done(null, payload);
  };

  const serverOptions = {
    keepAlive: true,
    keepAliveInitialDelay: keepAlive,
    keepAliveTimeout: keepAlive,
    requestTimeout: head,
    connectionsCheckingInterval: check,
  };
  const watch = <S extends Server>(
    server: S,
    event: 'connection' | 'secureConnection',
    handle: Handle,
  ): S => {
    const receive: Handle = (request, response) => {
      const fault = connections.begin(request, response);
      if (fault === null) door.admit(request, response, handle);
      else sendRefusal(fault, request, response);
    };
    server.timeout = stall;
    server.on(event, (socket: Socket) => {
      door.knock();
      connections.add(socket);
    });
    // Fastify sets this on one server only, but a name such as localhost may need two.
    server.on('clientError', connections.onClientError);
    server.on('checkContinue', receive);
    server.on('request', receive);
    return server;
  };
  /** Beside an encrypted server: lets programs on this machine connect without a certificate or hostname. */
  let local: Server | null = null;
  let encrypted: ReturnType<typeof createSecureServer> | null = null;

  return {
    connections,
    /** Requests refused because the server was busy, by kind of work. */
    refusals,
    bodies: { bytes: bodies.total },
    door,
    rooms,
    onClientError: connections.onClientError,
    createServer(handle: Handle): Server {
      const plain = watch(createServer(serverOptions), 'connection', handle);
      if (tls === null) return plain;
      local = plain;
      const options = { handshakeTimeout: head, ALPNProtocols: ['http/1.1'] };
      encrypted = createSecureServer({ ...serverOptions, ...readTls(tls), ...options });
      // No request yet; a silent connection ends by the handshake timeout.
      encrypted.on('tlsClientError', (_error, socket) => socket.destroy());
      return watch(encrypted, 'secureConnection', handle);
    },
    /** Listens for programs on this machine beside an encrypted server; null if the server is not encrypted. */
    async listenLocally(): Promise<string | null> {
      if (local === null) return null;
      local.listen(0, '127.0.0.1');
      await once(local, 'listening');
      const bound = local.address();
      return typeof bound === 'object' && bound ? `http://127.0.0.1:${bound.port}` : null;
    },
    /** Call before adding routes: it adds hooks to those with limited work. */
    attach(http: FastifyInstance) {
      connections.logTo(http.log);
      const stopFollowing =
        tls && encrypted
          ? followTls({ files: tls, server: encrypted, log: http.log, interval: tuning.tlsLook })
          : null;
      const sweeping = setInterval(connections.sweep, check).unref();
      http.addHook('onClose', async () => {
        clearInterval(sweeping);
        stopFollowing?.();
        local?.close();
        local?.closeAllConnections();
      });
      http.addHook('onRoute', (route) => {
        const work = workOf([route.method].flat()[0] ?? '', route.url);
        const room = rooms[work];
        if (work === 'uploads') streamed.add(route.url);
        if (room) route.preHandler = [route.preHandler ?? [], enterRoom(room)].flat();
      });
      http.addHook('preParsing', askForBody);
    },
    /** From now on, callers with a valid token or session are told apart by it instead of by address. */
    identifyBy(known: Identify) {
      identify = known;
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;
