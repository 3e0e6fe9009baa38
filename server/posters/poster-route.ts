import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HostUrlOf } from '../catalogue/host-urls.ts';
import { type Models, nameOf } from '../catalogue/models.ts';
import { AppError } from '../contract/errors.ts';
import { type SentFile, toFileHead } from '../host/serving/file-head.ts';
import type { FileSender } from '../host/serving/send-file.ts';
import { acceptsWebp } from './accepts-webp.ts';
import { type PosterFormat, type PosterStore, posterFileName } from './poster-store.ts';

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
const varies = { vary: 'Accept' } as const;
const contentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const;

/**
 * Posters for everyone: people's own, else rendered ones; those of other file hosts are found there. Who asks for JPEG or
 * PNG and not for WebP gets a JPEG where there is one.
 */
export function registerPosterRoute(app: FastifyInstance, parts: Parts) {
  const { models, store, hostUrlOf } = parts;
  app.get('/posters/:guid/:size', (request: PosterRequest, reply): unknown => {
    const { guid, size } = request.params;
    const format: PosterFormat = acceptsWebp(request.headers.accept) ? 'webp' : 'jpg';
    const hostUrl = hostUrlOf(guid);
    if (hostUrl !== null) {
      const query = request.url.split('?', 2)[1];
      const address = `${hostUrl}/posters/${guid}/${encodeURIComponent(size)}`;
      return reply.headers(varies).redirect(query === undefined ? address : `${address}?${query}`);
    }
    // What is not in the wanted format yet may be so later, under the same address.
    const isLasting = (contentType: string) => format === 'webp' || contentType !== 'image/webp';
    const toSent = (sent: Pick<SentFile, 'name' | 'sizeBytes' | 'sha256' | 'contentType'>, tag: string) => ({
      ...sent,
      disposition: 'inline' as const,
      cacheControl: request.query.v === tag && isLasting(sent.contentType) ? forever : forNow,
    });
    const own = models.poster(guid, size, format === 'jpg');
    if (own) {
      const name = nameOf(own.path);
      const folder = own.path.slice(0, own.path.lastIndexOf('/'));
      const sent = toSent({ ...own, name }, own.tag);
      const file = { relativePath: name, sizeBytes: own.sizeBytes, sha256: own.sha256 };
      const served = { ...sent, model: { folder }, file, head: { ...toFileHead(sent), ...varies } };
      return parts.librarySender.send({ request, reply }, served);
    }
    const rendered = store.find(guid, size, format);
    if (!rendered) throw new AppError('NOT_FOUND', 'This model has no poster yet.');
    const { sizeBytes, sha256 } = rendered;
    const name = `${guid}-${size}.${rendered.format}`;
    const contentType = contentTypes[rendered.format];
    const sent = toSent({ name, sizeBytes, sha256, contentType }, rendered.tag);
    const file = { relativePath: posterFileName(sha256, rendered.format), sizeBytes, sha256 };
    const served = { ...sent, model: { folder: '' }, file, head: { ...toFileHead(sent), ...varies } };
    return parts.posterSender.send({ request, reply }, served);
  });
}
