import https from 'node:https';
import got, { type Got } from 'got';
import { createOpenBody, type OpenBody, type RequestPolicy } from './open-body.ts';
import { createPlainAgent, refuseOpenAddress } from './plain-http.ts';
import type { FindAgent } from './proxies.ts';
import { type Resolve, resolveBySystem } from './reach.ts';

/** The app's only HTTP client: got for API responses, and `openBody` for files. */
export type Http = Got & { readonly openBody: OpenBody };

type HttpOptions = {
  readonly resolve?: Resolve;
  /** How encrypted connections leave this computer; direct by default. */
  readonly findAgent?: FindAgent;
  readonly trust?: () => void;
};

const second = 1000;

function createPolicy(version: string, options: HttpOptions): RequestPolicy {
  const { resolve = resolveBySystem, trust = () => undefined } = options;
  const plain = createPlainAgent(resolve);
  const direct = new https.Agent({ keepAlive: true });
  const findAgent = options.findAgent ?? (async () => direct);
  return {
    userAgent: `Lodestock/${version}`,
    connectTimeout: 20 * second,
    mostRedirects: 5,
    async findAgent(url) {
      if (url.protocol === 'https:') {
        trust();
        return findAgent(url);
      }
      if (url.protocol !== 'http:') throw new Error(`${url.protocol} is no protocol for files`);
      await refuseOpenAddress(url, resolve);
      return plain;
    },
    judgeRedirect(from, to) {
      if (from.protocol === 'https:' && to.protocol !== 'https:')
        throw new Error(`${from.origin} redirects to ${to.origin} without encryption`);
    },
  };
}

/**
 * GET and HEAD are retried twice, other requests never. got drops credentials on redirects to another origin; redirects
 * from https to http are rejected. Plain http goes only to addresses on the user's own networks.
 */
export function createHttp(version: string, options: HttpOptions = {}): Http {
  const policy = createPolicy(version, options);
  const answers = got.extend({
    headers: { 'user-agent': policy.userAgent },
    timeout: { lookup: 5 * second, connect: 10 * second, secureConnect: 10 * second, response: 30 * second },
    retry: {
      limit: 2,
      methods: ['GET', 'HEAD'],
      statusCodes: [502, 504],
      backoffLimit: second / 2,
    },
    maxRedirects: policy.mostRedirects,
    hooks: {
      beforeRequest: [
        // Runs again for each redirect.
        async (request) => {
          const url = new URL(String(request.url));
          const agent = await policy.findAgent(url);
          request.agent = agent instanceof https.Agent ? { https: agent } : { http: agent };
        },
      ],
      beforeRedirect: [
        (next, response) => policy.judgeRedirect(new URL(response.url), new URL(String(next.url))),
      ],
    },
  });
  return Object.assign(answers, { openBody: createOpenBody(policy) });
}
