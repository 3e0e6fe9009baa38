import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostUrlOf } from '../catalogue/host-urls.ts';
import { type Models, nameOf } from '../catalogue/models.ts';
import { AppError } from '../contract/errors.ts';
import { type SentFile, toFileHead } from '../host/serving/file-head.ts';
import type { FileSender } from '../host/serving/send-file.ts';
import { type PosterStore, posterFileName } from './poster-store.ts';

type Parts = {
  readonly models: Models;
  readonly store: PosterStore;
  readonly hostUrlOf: HostUrlOf;
  /** Sends files of the library: people's own posters. */
  readonly librarySender: FileSender;
  readonly posterSender: FileSender;
};
type PosterRequest = FastifyRequest<{ Params: { guid: string; size: string }; Querystring: { v?: unknown } }>;

const forever = 'public, max-age=31536000, immutable';
const forNow = 'public, max-age=300';

/** Posters for everyone: people's own, else rendered ones; those of other file hosts are found there. */
export function registerPosterRoute(app: FastifyInstance, parts: Parts) {
  const { models, store, hostUrlOf } = parts;
  app.get('/posters/:guid/:size', (request: PosterRequest, reply): unknown => {
    const { guid, size } = request.params;
    const hostUrl = hostUrlOf(guid);
    if (hostUrl !== null) {
      const query = request.url.split('?', 2)[1];
      const address = `${hostUrl}/posters/${guid}/${encodeURIComponent(size)}`;
      return reply.redirect(query === undefined ? address : `${address}?${query}`);
    }
    const toSent = (sent: Pick<SentFile, 'name' | 'sizeBytes' | 'sha256' | 'contentType'>, tag: string) => ({
      ...sent,
      disposition: 'inline' as const,
      cacheControl: request.query.v === tag ? forever : forNow,
    });
    const own = models.poster(guid, size);
    if (own) {
      const name = nameOf(own.path);
      const folder = own.path.slice(0, own.path.lastIndexOf('/'));
      const sent = toSent({ ...own, name }, own.tag);
      const file = { relativePath: name, sizeBytes: own.sizeBytes, sha256: own.sha256 };
      const served = { ...sent, model: { folder }, file, head: toFileHead(sent) };
      return parts.librarySender.send({ request, reply }, served);
    }
    const rendered = store.find(guid, size);
    if (!rendered) throw new AppError('NOT_FOUND', 'This model has no poster yet.');
    const { sizeBytes, sha256 } = rendered;
    const sent = toSent(
      { name: `${guid}-${size}.webp`, sizeBytes, sha256, contentType: 'image/webp' },
      rendered.tag,
    );
    const file = { relativePath: posterFileName(sha256), sizeBytes, sha256 };
    const served = { ...sent, model: { folder: '' }, file, head: toFileHead(sent) };
    return parts.posterSender.send({ request, reply }, served);
  });
}
