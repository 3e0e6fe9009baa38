import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSessions } from '../accounts/sign-in/browser-sessions.ts';
import type { RouteRates } from '../base/http/route-rates.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { ResolveDownload, ResolvedDownload } from './resolve-download.ts';

type Parts = {
  readonly sessions: BrowserSessions;
  readonly resolveDownload: ResolveDownload;
  readonly capabilities: Capabilities;
  readonly rates: RouteRates;
  readonly isPrivate: boolean;
};

type Query = Readonly<Record<string, unknown>>;
type BrowserRequest = FastifyRequest<{
  Params: { guid: string; extension?: string };
  Querystring: Query;
}>;
type Wanted = {
  readonly extension: string | undefined;
  readonly choose?: (files: readonly InventoryFile[], file: InventoryFile) => readonly InventoryFile[];
  readonly pathOf: (resolved: ResolvedDownload) => string;
  /** Null for the file itself. */
  readonly archive: 'textures' | 'all' | 'complete' | null;
};

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const besides = (files: readonly InventoryFile[], { topologyFolder }: InventoryFile) =>
  files.filter((other) => other.topologyFolder === topologyFolder);

function texturesBeside(files: readonly InventoryFile[], file: InventoryFile): readonly InventoryFile[] {
  const textures = besides(files, file).filter(({ role }) => role === 'texture');
  if (textures.length > 0) return textures;
  throw new AppError(
    'FILE_NOT_FOUND',
    sentence`${{ file: file.relativePath }} has no textures beside it. Nothing was charged; download the file itself.`,
  );
}

/** The model's page with this file selected, where the user sees the price and agrees to it. */
function toConfirmPage(guid: string, { extension, archive }: Wanted, query: Query): string {
  const parameters = new URLSearchParams({ take: archive ?? 'file' });
  const chosen = { format: extension, lod: textOf(query.lod), relativePath: textOf(query.relativePath) };
  for (const [name, value] of Object.entries(chosen)) if (value !== undefined) parameters.set(name, value);
  return `/model/${encodeURIComponent(guid)}?${parameters}`;
}

const isForAccounts = (error: unknown) => error instanceof AppError && error.code === 'API_KEY_REQUIRED';
const isUnpaid = (error: unknown) => error instanceof AppError && error.code === 'PRICE_CHANGED';

/**
 * Downloads in a browser: redirects to the file host for owned or free files; users who are not signed in get what is
 * free for everyone. A link never charges, because any page can send a browser to it with the session cookie; paid
 * files lead to our own page, which asks first.
 */
export function registerBrowserDownloads(app: FastifyInstance, parts: Parts) {
  const { sessions, resolveDownload, capabilities, rates, isPrivate } = parts;
  async function answer(request: BrowserRequest, reply: FastifyReply, wanted: Wanted) {
    reply.header('cache-control', 'no-store');
    const caller = sessions.read(request);
    const signIn = () => reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
    if (!caller && isPrivate) return signIn();
    const { guid } = request.params;
    const confirm = () => reply.redirect(toConfirmPage(guid, wanted, request.query), 303);
    // Links from other origins and prefetches do not start a download either.
    if (sessions.isForeign(request) || request.headers['sec-purpose'] !== undefined) return confirm();
    await rates.count('direct', { request, reply, caller });
    const { extension: format, choose, pathOf, archive } = wanted;
    const asked = {
      format,
      lod: textOf(request.query.lod),
      relativePath: textOf(request.query.relativePath),
    };
    const isSceneOnly = archive !== null;
    try {
      const options = { isSceneOnly, mostCents: 0, ...(choose && { choose }) };
      const resolved = await resolveDownload({ payer: caller, guid, asked, ...options });
      const { model, expiresAt, grantedBy } = resolved;
      const route = archive === null ? 'data' : 'zip';
      return reply.redirect(
        capabilities.toUrl({ guid: model.guid, of: pathOf(resolved), expiresAt, route, grantedBy }),
      );
    } catch (error) {
      if (isForAccounts(error)) return signIn();
      if (isUnpaid(error)) return confirm();
      throw error;
    }
  }

  const exposeHeadRoute = false;
  app.get('/download/:guid/format/:extension', { exposeHeadRoute }, (request: BrowserRequest, reply) =>
    answer(request, reply, {
      extension: request.params.extension,
      pathOf: ({ file }) => file.relativePath,
      archive: null,
    }),
  );
  app.get('/download/:guid/complete', { exposeHeadRoute }, (request: BrowserRequest, reply) =>
    answer(request, reply, {
      extension: textOf(request.query.ext),
      pathOf: ({ file }) => `${file.relativePath}.zip`,
      archive: 'complete',
    }),
  );
  for (const [kind, choose] of [
    ['textures', texturesBeside],
    ['all', besides],
  ] as const) {
    app.get(`/download/:guid/${kind}`, { exposeHeadRoute }, (request: BrowserRequest, reply) =>
      answer(request, reply, {
        extension: textOf(request.query.ext),
        choose,
        pathOf: ({ file }) => `${file.topologyFolder}/${kind}.zip`,
        archive: kind,
      }),
    );
  }
}
