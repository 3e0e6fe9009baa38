import http from 'node:http';
import type { Measurements, Outcome } from './measurements.ts';

export type Reply = { readonly status: number; readonly text: string; readonly outcome: Outcome };
type Wish = {
  readonly kind: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export type HttpClient = {
  /** One request, measured; null where there was no answer. */
  readonly send: (wish: Wish) => Promise<Reply | null>;
  readonly close: () => void;
};

/** Milliseconds without an answer after which a client gives up. */
const patience = 30_000;
const announced = new Set([429, 502, 503, 507]);

function judgeStatus(status: number, text: string): Outcome {
  if (status < 400) return 'fine';
  return announced.has(status) && /"code":"[A-Z_]+"/.test(text) ? 'announced' : 'wrong';
}

/** A client with one connection that it keeps, from an address of loopback of its own, as people on a network have. */
export function createHttpClient(measurements: Measurements, client: number): HttpClient {
  const localAddress = `127.${1 + (client >> 14)}.${(client >> 7) & 127}.${1 + (client & 127)}`;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress });

  const request = (wish: Wish, isRetry = false): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const { url, body, headers = {} } = wish;
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = http.request(
        url,
        {
          agent,
          method: text === undefined ? 'GET' : 'POST',
          timeout: patience,
          headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${patience / 1000} s`)));
      sent.once('error', (error) => {
        // A server may close an idle connection just as it is used again. Browsers then ask once more (RFC 9112 §9.3.1).
        const isIdleEnd = sent.reusedSocket && Reflect.get(error, 'code') === 'ECONNRESET';
        if (isIdleEnd && text === undefined && !isRetry) resolve(request(wish, true));
        else reject(error);
      });
      sent.end(text);
    });

  return {
    async send(wish) {
      const from = performance.now();
      const took = () => performance.now() - from;
      try {
        const { status, text } = await request(wish);
        const outcome = judgeStatus(status, text);
        const what = outcome === 'fine' ? '' : `${status} ${text.slice(0, 160)}`;
        measurements.note({ kind: wish.kind, from, milliseconds: took(), outcome, what });
        return { status, text, outcome };
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        measurements.note({ kind: wish.kind, from, milliseconds: took(), outcome: 'cut', what });
        return null;
      }
    },
    close: () => agent.destroy(),
  };
}
