import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];
type Write = FastifyBaseLogger['info'];

/**
 * The log of one request, with its ID in every line. Hardly any request logs anything, so what writes is made with the
 * first line: making it costs more than finding the route.
 */
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

/** For Fastify, which asks for a log with each request. */
export const createRequestLog = (
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: Options,
): FastifyBaseLogger => new RequestLog(parent, bindings, options);
