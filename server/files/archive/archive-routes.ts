import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../../base/core.ts';
import { markOf } from '../../base/storage/file-mark.ts';
import { formatOf } from '../../contract/catalogue/formats.ts';
import { AppError } from '../../contract/errors.ts';
import type { BucketFiles } from '../bucket/bucket-files.ts';
import type { Capabilities } from '../capabilities.ts';
import { changedFile, type LibraryFiles } from '../library-files.ts';
import type { LibraryPlaces } from '../library-places.ts';
import {
  type ArchiveModel,
  type ArchiveWish,
  createArchiveContents,
  type PlacedFile,
} from './archive-contents.ts';
import { createArchivePlans } from './archive-plans.ts';
import { createArchiveThreads } from './archive-threads.ts';
import { createBucketArchives } from './bucket-archives.ts';
import { createArchiveSender } from './send-archive.ts';

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly places: LibraryPlaces;
  readonly libraryFiles: Pick<LibraryFiles, 'requireSame'>;
  readonly bucketFiles: BucketFiles | null;
  readonly capabilities: Capabilities;
  readonly onSent: (bytes: number) => void;
};
type ArchiveRequest = FastifyRequest<{ Params: { capability: string; guid: string; '*': string } }>;

/** The contents that an archive's path names: `10k/all.zip`, `10k/textures.zip`, or `10k/chair.fbx.zip`. */
function readWish(guid: string, path: string): ArchiveWish | null {
  const [, folder = '', name = ''] = /^([^/]+)\/(.+)\.zip$/.exec(path) ?? [];
  if (name === '') return null;
  if (name === 'all' || name === 'textures') return { guid, folder, kind: name };
  return { guid, folder, kind: 'complete', scene: `${folder}/${name}` };
}

function nameOf({ slug }: ArchiveModel, wish: ArchiveWish): string {
  if (wish.kind === 'all') return `${slug}-${wish.folder}.zip`;
  const what = wish.kind === 'complete' ? formatOf(wish.scene) : wish.kind;
  return `${slug}-${wish.folder}-${what}.zip`;
}

const sweepEvery = 60_000;

const notHere = () =>
  new AppError(
    'FILE_NOT_FOUND',
    'There is no archive at this address, or it has expired. Ask for the download again.',
  );

/** Serves ZIPs of topology folders, each under its own capability. */
export function registerArchives(
  app: FastifyInstance,
  { db, places, libraryFiles, bucketFiles, capabilities, clock, onSent }: Parts,
) {
  const threads = createArchiveThreads();
  const contents = createArchiveContents(db, places, (place) => bucketFiles?.isAt(place) === true);
  const confirm = async (model: ArchiveModel, { file, place }: PlacedFile) => {
    await using handle = await open(place, 'r').catch((cause: unknown) => {
      throw changedFile(file, cause);
    });
    const found = await handle.stat({ bigint: true });
    await libraryFiles.requireSame(model, file, { handle, found });
    return markOf(found, place);
  };
  const plans = createArchivePlans({ contents, confirm, clock, onRemove: threads.forget });
  const readers = bucketFiles ? createBucketArchives(bucketFiles).over(threads) : threads;
  const sender = createArchiveSender(readers, undefined, onSent);
  const sweeping = setInterval(plans.sweep, sweepEvery).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await threads.close();
  });

  app.get('/zip/:capability/:guid/*', async (request: ArchiveRequest, reply) => {
    const { capability, guid, '*': path } = request.params;
    const wish = readWish(guid, path);
    if (wish === null || capabilities.remaining(capability, { guid, path, route: 'zip' }) === 0) {
      throw notHere();
    }
    const { plan, model } = await plans.get(wish);
    await sender.send(
      { request, reply },
      { plan, name: nameOf(model, wish), onFailure: () => plans.drop(plan) },
    );
    return reply;
  });
}
