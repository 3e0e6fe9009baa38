import type { Server } from 'node:http';
import { type FastifyError, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import { limits } from '../../contract/limits.ts';
import { openToEverySite } from './discovery-cors.ts';
import { sendError } from './errors.ts';

const rawBadRequest = JSON.stringify({
  ok: false,
  code: 'INVALID_INPUT',
  message: 'The request is malformed. Send it again as valid HTTP/1.1.',
  requestId: 'unread',
});

/** Slow, oversized and malformed requests end early; nothing secret is logged. */
export function fastifyOptions(
  config: Config,
  makeId: () => string,
  stream?: NodeJS.WritableStream,
): FastifyHttpOptions<Server> {
  return {
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
            ...(stream && { stream }),
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeId,
    // One hop: what a client itself wrote into the header is never believed.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    requestTimeout: limits.requestTimeout,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: limits.requestTimeout,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 30_000,
    },
    frameworkErrors: (error: FastifyError, request, reply) => {
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n`;
      socket.end(`${head}Content-Length: ${Buffer.byteLength(rawBadRequest)}\r\n\r\n${rawBadRequest}`);
    },
  };
}

type Habits = {
  readonly logsRequests: boolean;
  /** The catalogue is not for every site. */
  readonly isPrivate: boolean;
};

export function hardenHttp(app: FastifyInstance, { logsRequests, isPrivate }: Habits) {
  readOnlyJson(app);
  // Callbacks, not promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id });
    done();
  });
  openToEverySite(app, isPrivate);
  if (logsRequests) logEveryRequest(app);
}

function logEveryRequest(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern of the route, not its address: addresses carry capabilities.
    const route = request.routeOptions.url ?? 'none';
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.debug({ event: 'request', method: request.method, route, status: reply.statusCode, ms });
    done();
  });
}

function readOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, String(body), done);
  });
}
