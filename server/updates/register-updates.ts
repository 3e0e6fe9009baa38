import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendAsset } from '../base/http/send-asset.ts';
import { AppError } from '../contract/errors.ts';
import { rollbackLine } from '../contract/release-signature.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import { toFileHead } from '../files/serving/file-head.ts';
import { createOpenFiles } from '../files/serving/open-files.ts';
import { createFileSender } from '../files/serving/send-file.ts';
import { readFeedName, titleOf } from './read-feed.ts';
import { createReleaseStore, type MirroredFile, type ReleaseStore } from './release-store.ts';

const Place = z.object({ channel: z.string().optional(), name: z.string() });

/** Serves releases. The import checked their content, so only the size is checked again. */
function createReleaseFiles(root: string): LibraryFiles {
  const gone = (name: string, cause?: unknown) =>
    new AppError('NOT_FOUND', `${name} is gone from this server. Look for updates again.`, { cause });
  const locate: LibraryFiles['locate'] = async ({ folder }, { relativePath }) =>
    path.join(root, folder, relativePath);
  const requireSame: LibraryFiles['requireSame'] = (_release, { relativePath, sizeBytes }, { found }) => {
    if (found.size !== BigInt(sizeBytes)) throw gone(relativePath);
  };
  const openFile: LibraryFiles['open'] = async (release, file) =>
    open(await locate(release, file), 'r').catch((cause: unknown) => {
      throw gone(file.relativePath, cause);
    });
  return {
    locate,
    requireSame,
    open: openFile,
    async requireIntact(release, file) {
      await using handle = await openFile(release, file);
      requireSame(release, file, { handle, found: await handle.stat({ bigint: true }) });
    },
  };
}

const toServed = ({ name, sizeBytes, sha256, place }: MirroredFile) => {
  const sent = {
    ...{ name, sizeBytes, sha256 },
    contentType: 'application/octet-stream',
    cacheControl: 'public, max-age=3600',
    disposition: 'attachment',
  } as const;
  return {
    ...sent,
    head: toFileHead(sent),
    model: { folder: path.basename(path.dirname(place)) },
    file: { relativePath: name, sizeBytes, sha256 },
  };
};

/** A feed, or its signature if `ending` is `.sig`. */
async function readOffered(store: ReleaseStore, channel: string, platform: string, ending: string) {
  const release = channel === 'latest' || channel === 'beta' ? store.offered(channel, platform) : null;
  const feed = release?.feeds[platform];
  if (!release || feed === undefined)
    throw new AppError(
      'NOT_FOUND',
      `This server offers no release of the app for ${titleOf(platform)} in the channel ${channel}.`,
    );
  const content = await readFile(path.join(release.folder, `${feed}${ending}`)).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', `${feed}${ending} is not in this release.`, { cause });
  });
  const isMarked = ending === '' && store.isRollback(release);
  return isMarked ? Buffer.concat([content, Buffer.from(rollbackLine)]) : content;
}

/** Serves imported releases of the desktop app to electron-updater. */
export function registerUpdates(http: FastifyInstance, root: string): void {
  const store = createReleaseStore(root);
  const openFiles = createOpenFiles(createReleaseFiles(root));
  const sender = createFileSender({ openFiles, handOff: () => null });
  http.addHook('onClose', openFiles.close);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { channel, name } = Place.parse(request.params);
    const [, base = '', ending = ''] = /^(.*?)(\.sig)?$/.exec(name) ?? [];
    const feed = readFeedName(base);
    if (feed)
      return sendAsset(
        { request, reply },
        name,
        await readOffered(store, channel ?? feed.channel, feed.platform, ending),
      );
    const file = store.findFile(name);
    if (file === null)
      throw new AppError('NOT_FOUND', `This server has no "${name}" in any release of the app.`);
    await sender.send({ request, reply }, toServed(file));
    return reply;
  };
  // A feed's name contains its channel; a folder named after the channel has the same releases.
  for (const place of ['/updates/:name', '/updates/:channel/:name']) http.get(place, answer);
}
