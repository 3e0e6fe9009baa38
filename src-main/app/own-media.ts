import { AppError, errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { Http } from '../http.ts';
import { fetchOwnModel } from './fetch-own-model.ts';
import { fetchOwnPoster } from './fetch-own-poster.ts';

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

const kinds = [
  {
    fields: ['previewSmallUrl', 'previewMediumUrl', 'previewLargeUrl', 'thumbnailUrl'],
    path: /^\/posters\/[A-Za-z0-9_-]{1,128}\/(small|medium|large)$/,
    load: fetchOwnPoster,
  },
  {
    fields: ['glb1kUrl'],
    path: /^\/viewer-asset\/[A-Za-z0-9_-]{1,128}\/glb1k$/,
    load: fetchOwnModel,
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

/** A failure as the server itself would tell it. */
function toAnswer(error: unknown): Response {
  const status = error instanceof AppError ? errorCodes[error.code].status : 502;
  return Response.json(toErrorBody(error, ''), { status });
}

/**
 * Browsers keep pages from loading what is on this computer or its network, so posters and models of the connected
 * server come through the main process, from the origin of the window itself.
 */
export function createOwnMedia({ http, baseUrl }: Parts): OwnMedia {
  return {
    rewrite: (answer) => rewriteWith(answer, baseUrl()),
    fetch(url, signal) {
      const kind = kinds.find(({ path }) => path.test(url.pathname));
      if (!kind) return null;
      const load = async () => kind.load(http, `${baseUrl()}${url.pathname}${url.search}`, signal);
      return load().catch(toAnswer);
    },
  };
}
