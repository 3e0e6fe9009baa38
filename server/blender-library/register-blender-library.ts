import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRevision } from '../base/cache/revision-cache.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { sendAsset } from '../base/http/send-asset.ts';
import { isHidden, mayDownload, requireDownload, sightNow } from '../base/sight.ts';
import { posterTagExpression, toPosterUrl } from '../catalogue/model/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { nameOf } from '../contract/relative-path.ts';
import { toFileHead } from '../files/serving/file-head.ts';
import type { FileSender } from '../files/serving/send-file.ts';
import { type BlendFile, createBlendFiles } from './find-blend-files.ts';
import { renderListing } from './render-listing.ts';

const blenderLibraryPath = '/blender-library/';

type Parts = {
  readonly db: Db;
  readonly addresses: Addresses;
  readonly sender: FileSender;
  /** For signed-in callers only. */
  readonly isPrivate: boolean;
};
type FileRequest = FastifyRequest<{
  Params: { guid: string; '*': string };
  Querystring: { hash?: unknown };
}>;

/** The own library as a remote asset library of Blender 5.2 and newer: what is free, marked as asset, and packed. */
export function registerBlenderLibrary(app: FastifyInstance, { db, addresses, sender, isPrivate }: Parts) {
  const blendFiles = createBlendFiles(db, posterTagExpression);
  const catalogue = createRevision(db, 'catalogue');
  const assets = createRevision(db, 'assets');
  const toThumbnailUrl = ({ guid, posterTag }: BlendFile) =>
    toPosterUrl(addresses, { guid, hostUrl: null, isMirrored: 0, posterTag }, 'small');
  let kept: { readonly at: string; readonly listing: ReadonlyMap<string, Buffer> } | null = null;
  const readListing = () => {
    const at = `${catalogue()} ${assets()} ${sightNow()?.key}`;
    if (kept?.at !== at) {
      const files = blendFiles.list().filter(({ guid }) => mayDownload(guid));
      kept = { at, listing: renderListing(files, { base: addresses.base(), toThumbnailUrl }) };
    }
    return kept.listing;
  };

  app.get(`${blenderLibraryPath}files/:guid/*`, (request: FileRequest, reply): void | Promise<void> => {
    const { guid, '*': relativePath } = request.params;
    const file = isHidden(guid) ? null : blendFiles.find(guid, relativePath);
    if (!file)
      throw new AppError(
        'FILE_NOT_FOUND',
        'This asset is not listed any more. Refresh the library in Blender.',
      );
    requireDownload(guid);
    const sent = {
      ...file,
      name: nameOf(relativePath),
      disposition: 'attachment' as const,
      cacheControl: request.query.hash === file.sha256 ? 'public, max-age=31536000, immutable' : 'no-cache',
      isPrivate: isPrivate || sightNow() !== null,
    };
    return sender.send({ request, reply }, { ...sent, model: file, file, head: toFileHead(sent) });
  });
  app.get(
    `${blenderLibraryPath}*`,
    (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const name = request.params['*'];
      const content = readListing().get(name);
      if (!content)
        throw new AppError(
          'NOT_FOUND',
          'The asset library has no such file. Refresh the library in Blender.',
        );
      return sendAsset(
        { request, reply: reply.header('access-control-allow-origin', '*') },
        nameOf(name),
        content,
      );
    },
  );
}
