import { AppError, errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { Http } from '../platform/network/http.ts';
import { fetchOwnModel, toHeaders } from './fetch-own-model.ts';

export type OwnMedia = ReturnType<typeof createOwnMedia>;

type Parts = Connected & {
  readonly loadPoster?: Load;
  readonly loadModel?: Load;
};
export type Connected = {
  readonly http: Http;
  readonly baseUrl: () => string;
  /** Returns the token for this base URL only: some servers show models only to signed-in users. */
  readonly token: (baseUrl: string) => string | null;
};
export type Load = (place: string, signal: AbortSignal) => Promise<Response>;
type Wanted = { readonly address: string; readonly token: string | null; readonly signal: AbortSignal };

const notThere = () => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } });

async function fetchOwnPoster(http: Http, { address, token }: Wanted): Promise<Response> {
  const { statusCode, headers, rawBody } = await http(address, {
    throwHttpErrors: false,
    headers: toHeaders(token),
  });
  const type = headers['content-type'] ?? '';
  if (statusCode !== 200 || !/^image\/(webp|png|jpeg)$/.test(type)) return notThere();
  return new Response(new Uint8Array(rawBody), {
    headers: {
      'content-type': type,
      'cache-control': headers['cache-control'] ?? 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  });
}

const createLoad =
  ({ http, baseUrl, token }: Connected, load: (http: Http, wanted: Wanted) => Promise<Response>): Load =>
  async (place, signal) => {
    const base = baseUrl();
    return load(http, { address: `${base}${place}`, token: token(base), signal });
  };

export const createPosterLoad = (connected: Connected): Load => createLoad(connected, fetchOwnPoster);

export const createModelLoad = (connected: Connected): Load => createLoad(connected, fetchOwnModel);

const kinds = [
  {
    fields: [
      ...['previewSmallUrl', 'previewMediumUrl', 'previewLargeUrl', 'previewTurnUrl'],
      ...['thumbnailUrl', 'sketchUrl'],
    ],
    path: /^\/posters\/[A-Za-z0-9_-]{1,128}\/(small|medium|large|turn|sketch)$/,
    loadOf: ({ loadPoster, ...connected }: Parts) => loadPoster ?? createPosterLoad(connected),
  },
  {
    fields: ['glb1kUrl'],
    path: /^\/viewer-asset\/[A-Za-z0-9_-]{1,128}\/(glb1k|files\/.+)$/,
    loadOf: ({ loadModel, ...connected }: Parts) => loadModel ?? createModelLoad(connected),
  },
] as const;
const paths = new Map<string, RegExp>(
  kinds.flatMap(({ fields, path }) => fields.map((field) => [field, path])),
);

function toOwnAddress(text: string, baseUrl: string, path: RegExp): string {
  if (!text.startsWith(`${baseUrl}/`)) return text;
  const own = text.slice(baseUrl.length);
  return path.test(own.split('?', 1)[0] ?? '') ? own : text;
}

function rewriteWith(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteWith(item, base));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const path = paths.get(name);
      if (path && typeof item === 'string') return [name, toOwnAddress(item, base, path)];
      return [name, name === 'results' ? rewriteWith(item, base) : item];
    }),
  );
}

function toAnswer(error: unknown): Response {
  const status = error instanceof AppError ? errorCodes[error.code].status : 502;
  return Response.json(toErrorBody(error, ''), { status });
}

/** Passes posters and models through the main process: browsers block pages from loading them from local networks. */
export function createOwnMedia(parts: Parts) {
  const loads = kinds.map(({ path, loadOf }) => ({ path, load: loadOf(parts) }));
  return {
    /** Replaces poster and model file addresses on the connected server with addresses of the window's own origin. */
    rewrite: (answer: unknown) => rewriteWith(answer, parts.baseUrl()),
    /** Fetches the file at such an address; null for any other address. */
    fetch(url: URL, signal: AbortSignal) {
      const kind = loads.find(({ path }) => path.test(url.pathname));
      return kind?.load(`${url.pathname}${url.search}`, signal).catch(toAnswer) ?? null;
    },
  };
}
