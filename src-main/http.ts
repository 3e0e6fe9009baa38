import got, { type Got } from 'got';

/** The one HTTP client of the app. */
export type Http = Got;

const second = 1000;

/**
 * GET and HEAD are retried twice, other requests never. got drops credentials on redirects to another origin; redirects
 * from https to http are refused.
 */
export function createHttp(version: string): Http {
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
