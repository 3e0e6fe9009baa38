import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Http } from '../http.ts';

export type OwnMedia = {
  /** The same answer with posters and 1k GLBs of the connected server under addresses of the window's own origin. */
  readonly rewrite: (answer: unknown) => unknown;
  /** Fetches what such an address stands for; null for an address that is none. */
  readonly fetch: (url: URL, signal: AbortSignal) => Promise<Response> | null;
};

type Parts = {
  readonly http: Http;
  /** Throws while there is no server. */
  readonly baseUrl: () => string;
};

type Load = (address: string, signal: AbortSignal) => Promise<Response>;
type Kind = { readonly fields: readonly string[]; readonly path: RegExp };

const poster: Kind = {
  fields: ['previewSmallUrl', 'previewMediumUrl', 'previewLargeUrl', 'thumbnailUrl'],
  path: /^\/posters\/[A-Za-z0-9_-]{1,128}\/(small|medium|large)$/,
};
const model: Kind = { fields: ['glb1kUrl'], path: /^\/viewer-asset\/[A-Za-z0-9_-]{1,128}\/glb1k$/ };
const kinds = new Map([poster, model].flatMap((kind) => kind.fields.map((field) => [field, kind] as const)));

const answerWith = (status: number) =>
  new Response('Not here', { status, headers: { 'content-type': 'text/plain' } });

function toOwnAddress(text: string, baseUrl: string, { path }: Kind): string {
  if (!text.startsWith(`${baseUrl}/`)) return text;
  const own = text.slice(baseUrl.length);
  return path.test(own.split('?', 1)[0] ?? '') ? own : text;
}

function rewriteWith(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteWith(item, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const kind = kinds.get(name);
      if (kind && typeof item === 'string') return [name, toOwnAddress(item, base, kind)];
      return [name, name === 'results' ? rewriteWith(item, base) : item];
    }),
  );
}

const createPosterLoad =
  (http: Http): Load =>
  async (address) => {
    const { statusCode, headers, rawBody } = await http(address, { throwHttpErrors: false });
    const type = headers['content-type'] ?? '';
    if (statusCode !== 200 || !/^image\/(webp|png|jpeg)$/.test(type)) return answerWith(404);
    return new Response(new Uint8Array(rawBody), {
      headers: {
        'content-type': type,
        'cache-control': headers['cache-control'] ?? 'no-cache',
        'x-content-type-options': 'nosniff',
      },
    });
  };

function toBody(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void stream.destroy(),
  });
}

/** As a stream, so that the window sees how much has come, and may stop it. */
const createModelLoad =
  (http: Http): Load =>
  async (address, signal) => {
    const stream = http.stream(address, { throwHttpErrors: false, retry: { limit: 0 }, signal });
    stream.on('error', () => undefined); // who waits for the answer or reads it hears of it, and nobody else
    await once(stream, 'response');
    const { statusCode, headers } = stream.response ?? {};
    if (statusCode !== 200) {
      stream.destroy();
      return answerWith(statusCode === 404 ? 404 : 502);
    }
    const length = headers?.['content-encoding'] === undefined ? headers?.['content-length'] : undefined;
    return new Response(toBody(stream), {
      headers: {
        'content-type': 'model/gltf-binary',
        ...(length !== undefined && { 'content-length': length }),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  };

/**
 * Browsers keep pages from loading what is on this computer or its network, so posters and models of the connected
 * server come through the main process, from the origin of the window itself.
 */
export function createOwnMedia({ http, baseUrl }: Parts): OwnMedia {
  const loads = new Map([
    [poster, { load: createPosterLoad(http), orElse: 404 }],
    [model, { load: createModelLoad(http), orElse: 502 }],
  ]);
  return {
    rewrite: (answer) => rewriteWith(answer, baseUrl()),
    fetch(url, signal) {
      const [, found] = [...loads].find(([{ path }]) => path.test(url.pathname)) ?? [];
      if (!found) return null;
      const load = async () => found.load(`${baseUrl()}${url.pathname}${url.search}`, signal);
      return load().catch(() => answerWith(found.orElse));
    },
  };
}
