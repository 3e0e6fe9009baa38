import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { isIP } from 'node:net';
import os from 'node:os';
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Addresses } from './addresses.ts';
import type { Admission } from './admission/admission.ts';
import { openToEverySite } from './discovery-answers.ts';
import { sendError } from './errors.ts';
import { openToNamedOrigins } from './named-origins.ts';
import { pathOf, withoutRoot } from './sub-path.ts';

type Guard = {
  readonly addresses: Addresses;
  /** Other names that this server is reached by. */
  readonly hostNames: readonly string[];
};

/** Load balancers and scripts check health under any name, and the answer reveals nothing. */
const isHealth = (url: string) => url === '/healthz' || url === '/readyz';
const isLoopback = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost');
const isAddress = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
const nameOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');

/**
 * Refuses requests for a name that is not this server's. A foreign page can point its own name at this server (DNS
 * rebinding), and its scripts would then count as ours. An IP address cannot be hijacked like that.
 */
export function guardHost(http: FastifyInstance, { addresses, hostNames }: Guard): void {
  const machine = os.hostname().toLowerCase();
  const isOurs = (hostname: string) =>
    isAddress(hostname) ||
    isLoopback(hostname) ||
    [
      nameOf(addresses.base()),
      nameOf(addresses.worker()),
      machine,
      `${machine}.local`,
      ...hostNames,
    ].includes(hostname);
  /** The last accepted Host header: almost all requests have the same. */
  let lastAccepted: string | null = null;
  const check = ({ headers: { host = '' }, url }: FastifyRequest) => {
    if (host === lastAccepted || isHealth(url)) return;
    const hostname = nameOf(`http://${host}`);
    if (hostname === '' || !isOurs(hostname)) {
      throw new AppError(
        'FORBIDDEN',
        sentence`This server is not known as "${{ name: hostname }}". Open it at ${{ url: addresses.base() }}, or ask its admin to add the name to LODESTOCK_HOST_NAMES.`,
      );
    }
    lastAccepted = host;
  };
  http.addHook('onRequest', (request, _reply, done) => {
    try {
      check(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** Whether the server is about to stop: it still answers, but tells clients to go elsewhere. */
type Leaving = ReturnType<typeof createLeaving>;

/** Closing the server also counts as leaving. */
export function createLeaving(http: FastifyInstance) {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  http.addHook('preClose', async () => leave());
  return { isLeaving: () => isLeaving, leave };
}

type Parts = {
  readonly config: Config;
  readonly admission: Pick<Admission, 'createServer' | 'onClientError'>;
  readonly stream?: NodeJS.WritableStream | undefined;
};

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Write = FastifyBaseLogger['info'];

/** A request's log, with the request ID. The child logger is created with the first line, as that costs more than routing. */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: Options;
  #made: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: Options) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #log(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options);
    return this.#made;
  }

  get level(): string {
    return this.#log.level;
  }
  set level(level: string) {
    this.#log.level = level;
  }

  fatal(...line: Parameters<Write>): void {
    this.#log.fatal(...line);
  }
  error(...line: Parameters<Write>): void {
    this.#log.error(...line);
  }
  warn(...line: Parameters<Write>): void {
    this.#log.warn(...line);
  }
  info(...line: Parameters<Write>): void {
    this.#log.info(...line);
  }
  debug(...line: Parameters<Write>): void {
    this.#log.debug(...line);
  }
  trace(...line: Parameters<Write>): void {
    this.#log.trace(...line);
  }
  silent(...line: Parameters<Write>): void {
    this.#log.silent(...line);
  }
  child(bindings: Bindings, options?: Options): FastifyBaseLogger {
    return this.#log.child(bindings, options);
  }
}

/** Fastify options that end slow, oversized and malformed requests early and keep secrets out of the log. */
export function fastifyOptions({ config, admission, stream }: Parts): FastifyHttpOptions<Server> {
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
    genReqId: () => randomUUID(),
    childLoggerFactory: (parent, bindings, options) => new RequestLog(parent, bindings, options),
    // One hop: the header's earlier entries come from the client and cannot be trusted.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    bodyLimit: limits.bodyBytes,
    // On a busy machine or with a large library, a plugin can take longer than Fastify's ten seconds.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Requests are still answered until the listener closes; /readyz announces the shutdown.
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
  readonly isPrivate: boolean;
  /** Origins of web apps that can use the token routes. */
  readonly corsOrigins: readonly string[];
  readonly leaving: Pick<Leaving, 'isLeaving'>;
};

export function hardenHttp(app: FastifyInstance, { logsRequests, isPrivate, corsOrigins, leaving }: Habits) {
  readOnlyJson(app);
  // Callbacks rather than promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id });
    if (leaving.isLeaving()) reply.header('connection', 'close'); // a load balancer would reuse the connection for its next request
    done();
  });
  openToEverySite(app, isPrivate);
  openToNamedOrigins(app, corsOrigins);
  if (logsRequests) logEveryRequest(app);
}

function logEveryRequest(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    // Logs the route's pattern rather than its address: addresses contain capabilities.
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
