import type { IncomingMessage } from 'node:http';
import type { Http } from '../http.ts';

export type BodyRequest = {
  readonly http: Http;
  readonly url: string;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dropped. */
  readonly stallTimeout: number;
};

/** Begins to ask for a body as it is stored; whoever asks judges the status, and destroys the stream in the end. */
export function openBody(
  { http, url, signal, stallTimeout }: BodyRequest,
  headers: Readonly<Record<string, string>>,
) {
  return http.stream(url, {
    signal,
    retry: { limit: 0 },
    decompress: false,
    throwHttpErrors: false,
    timeout: { response: stallTimeout, socket: stallTimeout },
    headers: { 'accept-encoding': 'identity', ...headers },
  });
}

export function waitForResponse(stream: NodeJS.EventEmitter): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.on('error', reject);
  });
}
