import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRevision } from '../base/cache/revision-cache.ts';
import type { Core } from '../base/core.ts';
import type { Authenticate } from '../base/http/caller.ts';
import { variesByCaller } from '../base/http/private-caching.ts';
import { sendAsset } from '../base/http/send-asset.ts';
import { isHidden, mayDownload, requireDownload, sightNow } from '../base/sight.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import { posterTagExpression, toPosterUrl } from '../catalogue/model/model-row.ts';
import { AppError } from '../contract/errors.ts';
import { nameOf } from '../contract/relative-path.ts';
import { toFileHead } from '../files/serving/file-head.ts';
import type { FileSender } from '../files/serving/send-file.ts';
import { type BlendFile, createBlendFiles } from './find-blend-files.ts';
import { renderListing } from './render-listing.ts';

const blenderLibraryPath = '/blender-library/';

type Parts = Pick<Core, 'db' | 'addresses'> & {
  readonly sender: FileSender;
  /** For signed-in callers only. */
  readonly isPrivate: boolean;
  readonly authenticate: Authenticate;
  readonly unlocks: Pick<Unlocks, 'has'>;
};
type FileRequest = FastifyRequest<{
  Params: { guid: string; '*': string };
  Querystring: { hash?: unknown };
}>;

/**
 * Serves the library as a remote asset library of Blender 5.2 and newer: marked assets that are packed and free.
 * Requests with a token also get what the account has unlocked.
 */
export function registerBlenderLibrary(app: FastifyInstance, parts: Parts) {
  const { db, addresses, sender, isPrivate, authenticate, unlocks } = parts;
  const blendFiles = createBlendFiles(db, posterTagExpression);
  const catalogue = createRevision(db, 'catalogue');
  const assets = createRevision(db, 'assets');
  const toThumbnailUrl = ({ guid, posterTag }: BlendFile) =>
    toPosterUrl(addresses, { guid, hostUrl: null, isMirrored: 0, posterTag }, 'small');
  /** The account of the request's token, if the token can download. */
  const ownerOf = (request: FastifyRequest): string | null => {
    const caller = authenticate(request);
    if (caller === null || caller.kind === 'session') return null;
    return caller.scopes.includes('download:direct') ? caller.accountId : null;
  };
  const mayHave = async (owner: string | null, { guid, isFree }: BlendFile) =>
    isFree || (owner !== null && (await unlocks.has(owner, guid)));
  const render = async (owner: string | null) => {
    const files = blendFiles.list().filter(({ guid }) => mayDownload(guid));
    const may = await Promise.all(files.map((file) => mayHave(owner, file)));
    return renderListing(
      files.filter((_, index) => may[index]),
      { base: addresses.base(), toThumbnailUrl },
    );
  };
  let kept: { readonly at: string; readonly listing: ReadonlyMap<string, Buffer> } | null = null;
  const readListing = async (owner: string | null) => {
    if (owner !== null) return render(owner);
    const at = `${catalogue()} ${assets()} ${sightNow()?.key}`;
    if (kept?.at !== at) kept = { at, listing: await render(null) };
    return kept.listing;
  };

  app.get(`${blenderLibraryPath}files/:guid/*`, async (request: FileRequest, reply) => {
    const { guid, '*': relativePath } = request.params;
    const file = isHidden(guid) ? null : blendFiles.find(guid, relativePath);
    if (!file || !(await mayHave(ownerOf(request), file)))
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
      isPrivate: isPrivate || sightNow() !== null || !file.isFree,
    };
    return sender.send({ request, reply }, { ...sent, model: file, file, head: toFileHead(sent) });
  });
  app.get(
    `${blenderLibraryPath}*`,
    async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const name = request.params['*'];
      const content = (await readListing(ownerOf(request))).get(name);
      if (!content)
        throw new AppError(
          'NOT_FOUND',
          'The asset library has no such file. Refresh the library in Blender.',
        );
      reply.headers({ 'access-control-allow-origin': '*', vary: variesByCaller });
      return sendAsset({ request, reply }, nameOf(name), content);
    },
  );
}
