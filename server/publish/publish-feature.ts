import type { FastifyInstance } from 'fastify';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { Handlers } from '../base/http/bind.ts';
import type { Authenticate } from '../base/http/caller.ts';
import type { RouteRates } from '../base/http/route-rates.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { Config } from '../config.ts';
import type { adminPublishRoutes } from '../contract/admin/admin-publishing.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { publishRoutes } from '../contract/publish.ts';
import { openOwnModels } from '../library/corrections/own-models.ts';
import { openShapes } from '../library/duplicates/shapes.ts';
import type { Library } from '../library/library.ts';
import { createCheckFiles } from './check-files.ts';
import { guessModels } from './guess-models.ts';
import { createPublishAdmin } from './publish-admin.ts';
import { createPublishFiles } from './publish-files.ts';
import { createPublishReview } from './publish-review.ts';
import { openPublishRows } from './publish-rows.ts';
import { createPublisher } from './publisher.ts';
import { openShownModels } from './shown-models.ts';
import { createUploadFiles } from './upload-files.ts';
import { registerUploads } from './upload-routes.ts';
import { openUploadRows } from './upload-rows.ts';
import { createUploads } from './uploads.ts';
import { createVersions } from './versions.ts';

type Parts = Pick<Core, 'db' | 'clock' | 'storage' | 'work'> & {
  readonly config: Pick<
    Config,
    'role' | 'publishedDir' | 'uploadsDir' | 'publishQuotaBytes' | 'publishReview' | 'isReviewing'
  >;
  readonly reread: Library['reread'];
  readonly unlocks: Pick<Unlocks, 'has'>;
  readonly authenticate: Authenticate;
  readonly sessions: Parameters<typeof registerUploads>[1]['sessions'];
  readonly rates: RouteRates;
  readonly addresses: Pick<Addresses, 'base'>;
};

const expireEvery = 10 * 60_000;

export function createPublishFeature(
  http: FastifyInstance,
  parts: Parts,
): Pick<Handlers, keyof typeof publishRoutes | keyof typeof adminPublishRoutes> {
  const { config, db, clock, storage, work, reread, unlocks, authenticate, sessions, rates, addresses } =
    parts;
  const { log } = http;
  const uploadRows = openUploadRows(db);
  const uploadFiles = createUploadFiles(config.uploadsDir);
  const rows = openPublishRows(db);
  const files = createPublishFiles(config.publishedDir, uploadFiles);
  const shown = openShownModels(db);
  const show = (guids: readonly string[]) =>
    openOwnModels(db, addresses.base())
      .ofGuids(guids)
      .map(({ guid, title, category, posterUrl, sketchUrl }) => ({
        guid,
        title,
        category,
        posterUrl,
        sketchUrl,
      }));
  const quotaBytes = config.publishQuotaBytes;
  const uploads = createUploads({ rows: uploadRows, files: uploadFiles, quotaBytes, clock });
  const publisher = createPublisher({
    ...{ db, rows, uploadRows, uploads, uploadFiles, files, shown, reread, storage, clock, log },
    review: createPublishReview({ config, db, shown, clock }),
    checkFiles: createCheckFiles({
      files: uploadFiles,
      clock,
      shapes: openShapes(db),
      show,
    }),
  });
  const versions = createVersions({ db, rows, files, shown, unlocks, reread, clock, addresses });

  const requireOpen = () => {
    if (config.role === 'site')
      throw new AppError(
        'FORBIDDEN',
        'This site has no library of its own. Publish on the server of one of its file hosts.',
      );
    if (quotaBytes === 0)
      throw new AppError('FORBIDDEN', 'Publishing is turned off on this server. Ask an admin.');
  };
  const warn = (err: unknown) =>
    log.warn({ event: 'uploads', err }, 'Old uploads could not be cleaned up; it is tried again later.');
  const expiring = setInterval(() => void uploads.expire().catch(warn), expireEvery).unref();
  const start = () => publisher.start().catch(warn);
  if (config.role !== 'site')
    http.addHook('onReady', async () => {
      if (work.isOurs()) return start();
      publisher.resume();
      work.whenOurs(() => void start());
    });
  http.addHook('onClose', async () => {
    clearInterval(expiring);
    await publisher.close();
  });
  registerUploads(http, { uploads, authenticate, sessions, rates, storage, requireOpen });
  versions.register(http, authenticate);

  return {
    ...createPublishAdmin({ db, clock, uploads, publisher, shown }),
    publishUploads: ({ caller }) => ({
      ok: true,
      uploads: uploads
        .listFree(caller.accountId)
        .map(({ id, relativePath, sizeBytes, sha256, ...upload }) => ({
          ...{ uploadId: id, relativePath, sizeBytes, sha256, offset: upload.offset, isDone: upload.isDone },
          expiresAt: toIso(upload.expiresAt),
        })),
    }),
    publishCheck: async ({ body, caller }) => {
      requireOpen();
      const found = await publisher.check(body.uploads, caller.accountId, body.isOneModel === true);
      return { ok: true, models: [...found.models], leftOut: [...found.leftOut] };
    },
    publishGuess: ({ body }) => {
      requireOpen();
      const guessed = guessModels(body.paths, body.isOneModel === true);
      return { ok: true, models: [...guessed.models], leftOut: [...guessed.leftOut] };
    },
    publish: async ({ body, caller }) => {
      requireOpen();
      return { ok: true, ...(await publisher.publish(body, caller)) };
    },
    publishes: ({ caller }) => ({
      ok: true,
      publishes: publisher.list(caller.accountId, limits.publish.list),
    }),
    publishState: ({ params, caller }) => ({
      ok: true,
      ...publisher.find(params.publishId, caller.accountId),
    }),
    keptVersions: async ({ params: { guid }, caller }) => ({
      ok: true,
      guid,
      priceUsd: versions.priceUsd(guid),
      versions: await versions.list(guid, caller),
    }),
    cleanPublished: async ({ params, body, caller }) => ({
      ok: true,
      versions: await versions.clean(params.guid, body.what, caller.accountId),
    }),
  };
}
