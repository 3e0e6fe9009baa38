import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHidden, sightNow } from '../base/sight.ts';
import type { ModelHosts } from '../catalogue/model/model-hosts.ts';
import { isTagOf } from '../catalogue/model/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { type SentFile, toFileHead } from '../files/serving/file-head.ts';
import type { FileSender } from '../files/serving/send-file.ts';
import type { FindPoster } from './find-poster.ts';
import type { PosterFormat } from './poster-store.ts';
import type { Sketch, Sketches } from './sketches.ts';

const isWebp = /^\s*(image\/webp|image\/\*|\*\/\*)\s*(;|$)/i;
const isRefused = /;\s*q=0(\.0*)?\s*(;|$)/i;

/**
 * Whether the client accepts WebP, as browsers do. 3ds Max, Unity and older Blenders do not, and ask for JPEG and PNG
 * by name. A client that names no image format gets WebP.
 */
export function acceptsWebp(accept: string | undefined): boolean {
  if (accept === undefined || !/image\/(jpe?g|png)/i.test(accept)) return true;
  return accept.split(',').some((range) => isWebp.test(range) && !isRefused.test(range));
}

type Parts = {
  readonly find: FindPoster;
  readonly sketches: Pick<Sketches, 'of'>;
  readonly posterUrlOf: ModelHosts['posterUrlOf'];
  /** Creates a permit for a followed host, which does not know the caller; null if posters are public. */
  readonly permit: ((guid: string) => string) | null;
  readonly librarySender: FileSender;
  readonly posterSender: FileSender;
};
type PosterRequest = FastifyRequest<{ Params: { guid: string; size: string }; Querystring: { v?: unknown } }>;

const forever = 'public, max-age=31536000, immutable';
const forNow = 'public, max-age=300';
const varies = { vary: 'Accept' } as const;

function sendSketch(
  { params, query, headers }: PosterRequest,
  reply: FastifyReply,
  { sketch, isPrivate }: { readonly sketch: Sketch | null; readonly isPrivate: boolean },
) {
  if (sketch === null) throw new AppError('NOT_FOUND', 'This model has no poster yet.');
  const { tag, picture, contentType } = sketch;
  const about = {
    name: `${params.guid}.${contentType.slice('image/'.length)}`,
    contentType,
    sizeBytes: picture.length,
    sha256: tag,
  };
  const cacheControl = query.v === tag ? forever : forNow;
  const head = toFileHead({ ...about, disposition: 'inline', cacheControl, isPrivate });
  const isKnown = headers['if-none-match'] === head.etag;
  return reply
    .headers(head)
    .code(isKnown ? 304 : 200)
    .send(isKnown ? undefined : picture);
}

/**
 * Serves posters to everyone: a model's own, else rendered ones. Redirects to other file hosts for theirs. Clients that
 * accept JPEG or PNG but not WebP get a JPEG if there is one.
 */
export function registerPosterRoute(app: FastifyInstance, parts: Parts) {
  const { find, sketches, posterUrlOf, permit } = parts;
  const findHost = (guid: string) => (isHidden(guid) ? null : posterUrlOf(guid));
  app.get('/posters/:guid/:size', (request: PosterRequest, reply): unknown => {
    const { guid, size } = request.params;
    const format: PosterFormat = acceptsWebp(request.headers.accept) ? 'webp' : 'jpg';
    const isPrivate = permit !== null || sightNow() !== null;
    const hostUrl = findHost(guid);
    if (hostUrl !== null) {
      const { v } = request.query;
      const query = new URLSearchParams({
        ...(typeof v === 'string' && { v }),
        ...(permit && { permit: permit(guid) }),
      });
      const address = `${hostUrl}/posters/${guid}/${encodeURIComponent(size)}`;
      return reply.headers(varies).redirect(query.size === 0 ? address : `${address}?${query}`);
    }
    if (size === 'sketch')
      return sketches.of(guid).then((sketch) => sendSketch(request, reply, { sketch, isPrivate }));
    // The wanted format may appear later, at the same address.
    const isLasting = (contentType: string) => format === 'webp' || contentType !== 'image/webp';
    const found = find(guid, size, format);
    if (found === null) throw new AppError('NOT_FOUND', 'This model has no poster yet.');
    const { isOwn, name, model, file, contentType, tag } = found;
    const sent: SentFile = {
      ...{ name, contentType, sizeBytes: file.sizeBytes, sha256: file.sha256 },
      disposition: 'inline',
      cacheControl: isTagOf(request.query.v, tag) && isLasting(contentType) ? forever : forNow,
    };
    const served = { ...sent, model, file, head: { ...varies, ...toFileHead({ ...sent, isPrivate }) } };
    return (isOwn ? parts.librarySender : parts.posterSender).send({ request, reply }, served);
  });
}
