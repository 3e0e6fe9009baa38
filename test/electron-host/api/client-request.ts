import type { EventEmitter } from 'node:events';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { ClientRequestConstructorOptions } from 'electron';
import { createStrictEmitter } from '../strict-emitter.ts';

type Options = Pick<RequestOptions, 'auth' | 'headers' | 'hostname' | 'path' | 'port' | 'protocol'> &
  Pick<ClientRequestConstructorOptions, 'method' | 'url'>;

const events = ['abort', 'aborted', 'close', 'finish', 'login', 'redirect', 'response', 'socket'];
const redirects = new Set([301, 302, 303, 307, 308]);

function toRequestOptions({ url, ...options }: Options): RequestOptions {
  const address = url === undefined ? pickAddress(options) : readAddress(new URL(url));
  return { method: options.method ?? 'GET', headers: options.headers ?? {}, ...address };
}

function readAddress(url: URL): RequestOptions {
  const { protocol, hostname, port, pathname, search } = url;
  return { protocol, hostname, port, path: `${pathname}${search}` };
}

function pickAddress({ protocol, hostname, port, path, auth }: Options): RequestOptions {
  return {
    protocol: protocol ?? 'http:',
    hostname: hostname ?? 'localhost',
    ...(port && { port }),
    ...(path && { path }),
    ...(auth && { auth }),
  };
}

function readRedirect(response: IncomingMessage, options: RequestOptions): string | null {
  const { location } = response.headers;
  if (!redirects.has(response.statusCode ?? 0) || location === undefined) return null;
  const port = options.port ? `:${options.port}` : '';
  return new URL(location, `${options.protocol}//${options.hostname}${port}${options.path ?? '/'}`).href;
}

function forwardResponse(request: http.ClientRequest, options: RequestOptions, target: EventEmitter): void {
  request.on('response', (response) => {
    const redirect = readRedirect(response, options);
    if (redirect === null) {
      target.emit('response', response);
      return;
    }
    response.resume();
    target.emit('redirect', response.statusCode, options.method, redirect, response.headers);
  });
}

/** Electron's `net.request` over Node's own network; a redirect is only announced, never followed. */
export function createClientRequest(given: Options | string) {
  const options = toRequestOptions(typeof given === 'string' ? { url: given } : given);
  const request = (options.protocol === 'https:' ? https : http).request(options);
  let isAborted = false;
  const clientRequest = createStrictEmitter({
    name: 'ClientRequest',
    events,
    members: {
      setHeader: (name: string, value: string): void => {
        request.setHeader(name, value);
      },
      getHeader: (name: string) => request.getHeader(name),
      removeHeader: (name: string): void => request.removeHeader(name),
      write: (chunk: Buffer | string): boolean => request.write(chunk),
      end: (chunk?: Buffer | string): void => {
        request.end(chunk);
      },
      abort: (): void => {
        isAborted = true;
        request.destroy();
        clientRequest.emit('abort');
      },
    },
  });
  forwardResponse(request, options, clientRequest);
  request.on('error', (error) => {
    if (!isAborted) clientRequest.emit('error', error);
  });
  for (const event of ['close', 'finish', 'socket']) {
    request.on(event, (...args: readonly unknown[]) => clientRequest.emit(event, ...args));
  }
  return clientRequest;
}
