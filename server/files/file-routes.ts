import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { requireDownload } from '../base/sight.ts';
import type { Models } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { nameOf } from '../contract/relative-path.ts';
import type { Capabilities, CapabilityRoute } from './capabilities.ts';
import type { ChunkReader } from './chunks/chunk-reader.ts';
import type { HostedFile, Inventory } from './inventory.ts';
import { toFileHead } from './serving/file-head.ts';
import type { FileSender, ServedFile } from './serving/send-file.ts';

type OwnParts = {
  readonly inventory: Inventory;
  readonly sender: FileSender;
  readonly chunkReader: ChunkReader;
  readonly capabilities: Capabilities;
};
type PublicParts = {
  readonly models: Models;
  readonly capabilities: Capabilities;
  readonly clock: Clock;
};

type DataRequest = FastifyRequest<{ Params: { capability: string; guid: string; '*': string } }>;
type EdgeRequest = FastifyRequest<{
  Params: { sha256: string; guid: string; '*': string };
  Querystring: Readonly<Record<string, unknown>>;
}>;

const notHere = () =>
  new AppError(
    'FILE_NOT_FOUND',
    'There is no file at this address, or it has expired. Ask for the download again.',
  );

function toServedFile(file: HostedFile): ServedFile {
  const sent = {
    ...file,
    name: nameOf(file.relativePath),
    disposition: 'attachment',
  } as const;
  return { ...sent, model: file, file, head: toFileHead(sent) };
}

type Granted = { readonly file: HostedFile; readonly cacheControl: string };

/** Caches keep it no longer than the address is valid. */
const toCacheControl = (remaining: number) => `private, max-age=${Math.floor(remaining / 1000)}, immutable`;

/** Serves model files of this host's own library, and their chunk hashes, under a capability. */
export function registerFileRoutes(app: FastifyInstance, parts: OwnParts) {
  const { inventory, capabilities, sender } = parts;
  const served = new WeakMap<HostedFile, ServedFile>();

  const findGranted = ({ params }: DataRequest, route: CapabilityRoute): Granted => {
    const { capability, guid, '*': path } = params;
    const remaining = capabilities.remaining(capability, { guid, path, route });
    const file = remaining > 0 ? inventory.find(guid, path) : null;
    if (!file) throw notHere();
    return { file, cacheControl: toCacheControl(remaining) };
  };
  const send = (request: FastifyRequest, reply: FastifyReply, { file, cacheControl }: Granted) => {
    const known = served.get(file) ?? toServedFile(file);
    served.set(file, known);
    return sender.send({ request, reply, fields: { 'cache-control': cacheControl } }, known);
  };
  app.get('/data/:capability/:guid/*', (request: DataRequest, reply): void | Promise<void> =>
    send(request, reply, findGranted(request, 'data')),
  );

  const { edge } = capabilities;
  if (edge !== null)
    app.get('/f/:sha256/:guid/*', (request: EdgeRequest, reply): void | Promise<void> => {
      const { sha256, guid, '*': path } = request.params;
      const remaining = edge.remaining(sha256, request.query);
      const file = remaining > 0 ? inventory.find(guid, path) : null;
      if (file?.sha256 !== sha256) throw notHere();
      return send(request, reply, { file, cacheControl: toCacheControl(remaining) });
    });

  app.get('/leaves/:capability/:guid/*', async (request: DataRequest, reply) => {
    const { file, cacheControl } = findGranted(request, 'leaves');
    if (file.sizeBytes <= limits.leafBytes) throw notHere();
    const leaves = await parts.chunkReader.read(file, file);
    reply.headers({
      'access-control-allow-origin': '*',
      'cache-control': cacheControl,
    });
    return { ok: true, sha256: file.sha256, leafBytes: limits.leafBytes, leaves };
  });
}

/** Redirects everyone to 1k GLBs, on the host that has them. */
export function registerPublicFiles(app: FastifyInstance, parts: PublicParts) {
  const { models, capabilities, clock } = parts;
  app.get(
    '/viewer-asset/:guid/glb1k',
    async (request: FastifyRequest<{ Params: { guid: string } }>, reply) => {
      const { guid } = request.params;
      const files = models.files(models.get(guid).id);
      requireDownload(guid);
      const file = files.find(({ lod, format }) => lod === '1k' && format === 'glb');
      if (!file) throw new AppError('FILE_NOT_FOUND', 'This model has no GLB in its 1k topology.');
      const expiresAt = clock() + limits.capability.lifetime;
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store');
      return reply.redirect(capabilities.toUrl({ guid, of: file.relativePath, expiresAt, grantedBy: null }));
    },
  );
}
