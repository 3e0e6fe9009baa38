import type { Http } from '../http.ts';

export type OwnPosters = {
  /** The same answer with posters of the connected server under addresses of the window's own origin. */
  readonly rewrite: (answer: unknown) => unknown;
  /** Fetches a poster for such an address; null for an address that is none. */
  readonly fetch: (url: URL) => Promise<Response> | null;
};

type Parts = {
  readonly http: Http;
  /** Throws while there is no server. */
  readonly baseUrl: () => string;
};

const fields = new Set(['previewSmallUrl', 'previewMediumUrl', 'previewLargeUrl', 'thumbnailUrl']);
const path = /^\/posters\/[A-Za-z0-9_-]{1,128}\/(small|medium|large)$/;
const notThere = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

function toOwnAddress(text: string, baseUrl: string): string {
  if (!text.startsWith(`${baseUrl}/posters/`)) return text;
  const own = text.slice(baseUrl.length);
  return path.test(own.split('?', 1)[0] ?? '') ? own : text;
}

/**
 * Browsers keep pages from loading pictures of this computer or its network, so posters of the connected server come
 * through the main process, from the origin of the window itself.
 */
export function createOwnPosters({ http, baseUrl }: Parts): OwnPosters {
  const rewriteWith = (value: unknown, base: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => rewriteWith(item, base));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        if (fields.has(name) && typeof item === 'string') return [name, toOwnAddress(item, base)];
        return [name, name === 'results' ? rewriteWith(item, base) : item];
      }),
    );
  };
  const load = async (url: URL): Promise<Response> => {
    const address = `${baseUrl()}${url.pathname}${url.search}`;
    const { statusCode, headers, rawBody } = await http(address, { throwHttpErrors: false });
    const type = headers['content-type'] ?? '';
    if (statusCode !== 200 || !/^image\/(webp|png|jpeg)$/.test(type)) return notThere();
    return new Response(new Uint8Array(rawBody), {
      headers: {
        'content-type': type,
        'cache-control': headers['cache-control'] ?? 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    });
  };
  return {
    rewrite: (answer) => rewriteWith(answer, baseUrl()),
    fetch: (url) => (path.test(url.pathname) ? load(url).catch(notThere) : null),
  };
}
