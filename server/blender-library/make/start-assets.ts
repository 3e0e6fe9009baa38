import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../../base/core.ts';
import { keepWorking } from '../../base/data-folder/keep-working.ts';
import type { Readiness } from '../../base/http/status.ts';
import { createJobs } from '../../catalogue/jobs/jobs.ts';
import { lookedAtOnce, takeTurn } from '../../catalogue/jobs/take-job.ts';
import { derivedPlaceOf } from '../../files/library-places.ts';
import { createPassingPool } from '../../inspect/passing-pool.ts';
import { type AssetQueueParts, createAssetQueue } from './asset-queue.ts';
import { createMadeAssets } from './made-assets.ts';
import { openBlender } from './open-blender.ts';
import { assetRecipe } from './pick-sources.ts';

type Parts = Pick<AssetQueueParts, 'db' | 'models' | 'libraryFiles' | 'readPoster' | 'clock'> &
  Pick<Core, 'config' | 'storage' | 'work'> & {
    readonly readiness: Readiness;
    /** Whether to make no assets now, because posters come first. */
    readonly mustYield: () => boolean;
  };

const unconfined =
  'Blender makes assets without bubblewrap around it: a model file that breaks it can do what the user of this server can. Install bubblewrap.';

/** Makes assets from this server's own models while it runs, if there is a Blender. */
export function startAssets(http: FastifyInstance, parts: Parts): void {
  const { config, db, clock, readiness, storage, work } = parts;
  const { derivedDir, tuning, posters } = config;
  if (config.role === 'site') return;
  const made = createMadeAssets(db);
  if (config.blender === 'off') {
    work.whenOurs(made.removeAll);
    return;
  }
  const jobs = createJobs(db, 'asset', () => assetRecipe);
  const workFolder = path.join(config.dataDir, 'blender');
  const pool = createPassingPool();
  const environment = posters.browserEnvironment;
  const priority = tuning.levelPriority;
  const list = () => jobs.due(clock(), { limit: lookedAtOnce, isAsked: parts.mustYield() });
  let queue: ReturnType<typeof createAssetQueue> | null = null;

  const begin = async () => {
    rmSync(workFolder, { recursive: true, force: true });
    mkdirSync(workFolder, { recursive: true });
    const { programFolders } = posters;
    const blender = await openBlender({ wanted: config.blender, programFolders, folder: workFolder });
    if (blender === null) return;
    if (!blender.isConfined) http.log.warn({ event: 'assets' }, unconfined);
    const lost = made
      .list()
      .filter(({ sha256 }) => !existsSync(path.join(derivedDir, derivedPlaceOf(sha256))));
    for (const { modelId } of lost) made.put(modelId, null);
    jobs.renew(lost.map(({ modelId }) => modelId));
    jobs.resume();
    queue = createAssetQueue(
      { ...parts, jobs, made, pool, workFolder, derivedDir, environment, priority, log: http.log },
      blender,
    );
  };
  work.whenOurs(() => {
    queue?.close();
    begin().catch((error: unknown) => {
      http.log.error({ event: 'assets', err: error }, 'Blender cannot make assets here.');
    });
  });
  keepWorking(http, {
    ...{ readiness, storage },
    hasBegun: () => queue !== null,
    turn: async () => (queue && takeTurn(db, list(), queue.look)) ?? null,
    onChange: async () => {},
    rest: pool.close,
    close: () => queue?.close(),
    failure: { event: 'assets', message: 'The asset of a model could not be made.' },
  });
}
