import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/tokens.ts';
import type { HostUrlOf } from '../catalogue/host-urls.ts';
import type { ModelRow } from '../catalogue/model-row.ts';
import { type InventoryFile, type Models, nameOf } from '../catalogue/models.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { Capabilities } from '../downloads/capabilities.ts';
import { type Deliver, toDirectAnswer } from '../downloads/deliver.ts';
import type { Sessions } from '../http/session.ts';
import type { LeafReader } from './leaves/leaf-reader.ts';
import type { LibraryFiles } from './library-files.ts';
import { sendFile } from './send-file.ts';

type Parts = {
  readonly models: Models;
  readonly libraryFiles: LibraryFiles;
  readonly leafReader: LeafReader;
  readonly capabilities: Capabilities;
  readonly hostUrlOf: HostUrlOf;
  readonly clock: Clock;
};

const notHere = () =>
  new AppError(
    'FILE_NOT_FOUND',
    'There is no file at this address, or its time is over. Ask for the download again.',
  );

/** The file host: model files of its own library under a capability. */
export function registerFileRoutes(app: FastifyInstance, parts: Parts) {
  const { models, capabilities } = parts;
  type DataRequest = FastifyRequest<{ Params: { capability: string; guid: string; '*': string } }>;

  app.get('/data/:capability/:guid/*', async (request: DataRequest, reply) => {
    const { capability, guid, '*': path } = request.params;
    if (!capabilities.isValid(capability, { guid, path })) throw notHere();
    const { model, file } = findOwnFile(models, guid, path);
    return sendInventoryFile({ parts, request, reply, model, file });
  });

  app.get('/leaves/:capability/:guid/*', async (request: DataRequest, reply) => {
    const { capability, guid, '*': path } = request.params;
    if (!capabilities.isValid(capability, { guid, path })) throw notHere();
    const { model, file } = findOwnFile(models, guid, path);
    if (file.sizeBytes <= limits.leafBytes) throw notHere();
    const leaves = await parts.leafReader.read(model, file);
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'private, max-age=3600' });
    return { ok: true, sha256: file.sha256, leafBytes: limits.leafBytes, leaves };
  });
}

/** Posters and 1k GLBs for everyone; those of other file hosts are found there. */
export function registerPublicFiles(app: FastifyInstance, parts: Parts) {
  const { models, capabilities, hostUrlOf, clock } = parts;

  app.get(
    '/viewer-asset/:guid/glb1k',
    async (request: FastifyRequest<{ Params: { guid: string } }>, reply) => {
      const { guid } = request.params;
      const { file } = findFile(models, guid, (known) => known.lod === '1k' && known.format === 'glb');
      const expiresAt = clock() + limits.capability.direct;
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
      return reply.redirect(capabilities.toUrl({ guid, path: file.relativePath, expiresAt }));
    },
  );

  app.get(
    '/posters/:guid/:size',
    async (request: FastifyRequest<{ Params: { guid: string; size: string } }>, reply) => {
      const { guid, size } = request.params;
      const hostUrl = hostUrlOf(guid);
      if (hostUrl !== null) return reply.redirect(`${hostUrl}/posters/${guid}/${encodeURIComponent(size)}`);
      const poster = models.poster(guid, size);
      if (!poster) throw new AppError('NOT_FOUND', 'This model has no poster yet.');
      const folder = poster.path.slice(0, poster.path.lastIndexOf('/'));
      const name = nameOf(poster.path);
      const { sizeBytes, sha256 } = poster;
      const expected = { relativePath: name, sizeBytes, sha256 };
      return sendFile(request, reply, {
        ...poster,
        name,
        disposition: 'inline',
        cacheControl: 'public, max-age=300',
        open: () => parts.libraryFiles.open({ folder }, expected),
      });
    },
  );
}

function findFile(models: Models, guid: string, isWanted: (file: InventoryFile) => boolean) {
  const model = models.get(guid);
  const file = models.files(model.id).find(isWanted);
  if (!file) throw notHere();
  return { model, file };
}

function findOwnFile(models: Models, guid: string, path: string) {
  const found = findFile(models, guid, (known) => known.relativePath === path);
  if (found.model.host !== null) throw notHere();
  return found;
}

type Sending = {
  readonly parts: Parts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly model: ModelRow;
  readonly file: InventoryFile;
};

function sendInventoryFile({ parts, request, reply, model, file }: Sending) {
  return sendFile(request, reply, {
    ...file,
    name: nameOf(file.relativePath),
    disposition: 'attachment',
    cacheControl: `private, max-age=${limits.capability.direct / 1000}, immutable`,
    open: () => parts.libraryFiles.open(model, file),
  });
}

type BrowserParts = {
  readonly sessions: Sessions;
  readonly deliver: Deliver;
  readonly capabilities: Capabilities;
};

/** For people in a browser: the session's cookie, the same charge, then on to the file host. */
export function registerBrowserDownload(
  app: FastifyInstance,
  { sessions, deliver, capabilities }: BrowserParts,
) {
  type BrowserRequest = FastifyRequest<{
    Params: { guid: string; extension: string };
    Querystring: Readonly<Record<string, unknown>>;
  }>;
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

  app.get('/download/:guid/format/:extension', async (request: BrowserRequest, reply) => {
    const caller: Caller | null = sessions.read(request);
    if (!caller) return reply.redirect(`/sign-in?next=${encodeURIComponent(request.url)}`);
    const { guid, extension } = request.params;
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return reply.redirect(`/model/${encodeURIComponent(guid)}`);
    const { lod, relativePath } = request.query;
    const wish = { format: extension, lod: textOf(lod), relativePath: textOf(relativePath) };
    const delivery = await deliver({ accountId: caller.accountId, guid, wish, isSceneOnly: false });
    return reply
      .header('cache-control', 'no-store')
      .redirect(toDirectAnswer(delivery, capabilities).downloadUrl);
  });
}
