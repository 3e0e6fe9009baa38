import type { Server } from 'node:http';
import { type FastifyError, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../../config.ts';
import { limits } from '../../contract/limits.ts';
import type { Admission } from './admission/admission.ts';
import { openToEverySite } from './discovery-cors.ts';
import { sendError } from './errors.ts';
import type { Leaving } from './leaving.ts';
import { openToNamedOrigins } from './named-origins.ts';
import { createRequestLog } from './request-log.ts';
import { pathOf, withoutRoot } from './sub-path.ts';

type Parts = {
  readonly config: Config;
  readonly admission: Pick<Admission, 'createServer' | 'onClientError'>;
  readonly makeId: () => string;
  readonly stream?: NodeJS.WritableStream | undefined;
};

/** Slow, oversized and malformed requests end early; nothing secret is logged. */
export function fastifyOptions({ config, admission, makeId, stream }: Parts): FastifyHttpOptions<Server> {
  const root = pathOf(config.baseUrl);
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
    childLoggerFactory: createRequestLog,
    // One hop: what a client itself wrote into the header is never believed.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // What comes until the listener closes is answered; /readyz says that the server goes.
    return503OnClosing: false,
    serverFactory: admission.createServer,
    ...(root !== '' && { rewriteUrl: ({ url = '/' }) => withoutRoot(url, root) }),
    frameworkErrors: (error: FastifyError, request, reply) => {
      sendError(error, request, reply);
    },
    clientErrorHandler: admission.onClientError,
  };
}

type Habits = {
  readonly logsRequests: boolean;
  /** The catalogue is not for every site. */
  readonly isPrivate: boolean;
  /** Origins of web apps that may use the routes for tokens. */
  readonly corsOrigins: readonly string[];
  readonly leaving: Pick<Leaving, 'isLeaving'>;
};

export function hardenHttp(app: FastifyInstance, { logsRequests, isPrivate, corsOrigins, leaving }: Habits) {
  readOnlyJson(app);
  // Callbacks, not promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id });
    if (leaving.isLeaving()) reply.header('connection', 'close'); // a load balancer keeps connections for its next request
    done();
  });
  openToEverySite(app, isPrivate);
  openToNamedOrigins(app, corsOrigins);
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
