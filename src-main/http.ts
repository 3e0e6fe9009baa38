import https from 'node:https';
import got, { type Got } from 'got';
import { createPlainAgent, refuseOpenAddress } from './network/plain-http.ts';
import type { FindAgent } from './network/proxies.ts';
import { type Resolve, resolveBySystem } from './network/reach.ts';

/** The one HTTP client of the app. */
export type Http = Got;

type HttpOptions = {
  readonly resolve?: Resolve;
  /** How encrypted connections leave this computer; directly unless given. */
  readonly findAgent?: FindAgent;
  /** Called before each encrypted connection. */
  readonly trust?: () => void;
};

const second = 1000;

/**
 * GET and HEAD are retried twice, other requests never. got drops credentials on redirects to another origin; redirects
 * from https to http are refused. Plain http goes to addresses of the person's own networks only.
 */
export function createHttp(version: string, options: HttpOptions = {}): Http {
  const { resolve = resolveBySystem, trust = () => undefined } = options;
  const plain = createPlainAgent(resolve);
  const direct = new https.Agent({ keepAlive: true });
  const findAgent = options.findAgent ?? (async () => direct);
  return got.extend({
    headers: { 'user-agent': `Lodestock/${version}` },
    timeout: { lookup: 5 * second, connect: 10 * second, secureConnect: 10 * second, response: 30 * second },
    retry: {
      limit: 2,
      methods: ['GET', 'HEAD'],
      statusCodes: [502, 504],
      backoffLimit: second / 2,
    },
    maxRedirects: 5,
    hooks: {
      beforeRequest: [
        // Runs again for each redirect.
        async (request) => {
          const url = new URL(String(request.url));
          if (url.protocol === 'https:') {
            trust();
            request.agent = { https: await findAgent(url) };
          } else {
            await refuseOpenAddress(url, resolve);
            request.agent = { http: plain };
          }
        },
      ],
      beforeRedirect: [
        (next, response) => {
          const from = new URL(response.url);
          const to = new URL(String(next.url));
          if (from.protocol === 'https:' && to.protocol !== 'https:')
            throw new Error(`${from.origin} redirects to ${to.origin} without encryption`);
        },
      ],
    },
  });
}
