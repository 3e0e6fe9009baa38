import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Readiness } from '../base/http/status.ts';
import type { FolderWork } from '../base/storage/folder-work.ts';
import { keepWorking } from '../base/storage/keep-working.ts';
import type { Storage } from '../base/storage/storage.ts';
import type { Models } from '../catalogue/model/models.ts';
import { recipeOf } from '../catalogue/model/plan-levels.ts';
import { createDerivedFiles } from '../catalogue/write/derived-files.ts';
import { createModelJobs } from '../catalogue/write/model-jobs.ts';
import type { Config } from '../config.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import { createPassingPool } from '../inspect/passing-pool.ts';

import { createLevelMaker, type LevelMaker } from './level-maker.ts';
import { createLevelQueue } from './level-queue.ts';
import { createLevelStore } from './level-store.ts';

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly readiness: Readiness;
  readonly storage: Storage;
  readonly work: FolderWork;
  readonly models: Models;
  readonly libraryFiles: LibraryFiles;
  readonly maker?: LevelMaker;
};

/** The levels that models lack, made while the server runs: their queue, their files, and whoever makes them. */
export function startLevels(http: FastifyInstance, parts: Parts, onChange: () => Promise<void>) {
  const { config, db, clock, readiness, storage, work, models, libraryFiles } = parts;
  const none = {
    remake(): never {
      throw new AppError(
        'INVALID_INPUT',
        config.role === 'site'
          ? 'This site has no library of its own. The levels are made by its file hosts.'
          : 'This server makes no levels. Set LODESTOCK_LEVELS to auto and restart it.',
      );
    },
  };
  if (config.role === 'site') return none;
  const derivedFiles = createDerivedFiles(db, models, config.levelFormats);
  const jobs = createModelJobs(db, 'level_job', recipeOf(config.levelFormats));
  if (!config.isMakingLevels) {
    work.whenOurs(() => jobs.renew(derivedFiles.withdrawAll()));
    return none;
  }
  const store = createLevelStore(db, config.derivedDir);
  const { timeout: timeoutMs, memoryBytes } = limits.levels;
  const environment = config.posters.browserEnvironment;
  const priority = config.tuning.levelPriority;
  const maker =
    parts.maker ??
    createLevelMaker({ folder: store.workFolder, environment, memoryBytes, priority, timeoutMs });
  const pool = createPassingPool();
  const queue = createLevelQueue({
    ...{
      db,
      models,
      libraryFiles,
      derivedFiles,
      jobs,
      store,
      maker,
      pool,
      formats: config.levelFormats,
      clock,
      storage,
      log: http.log,
    },
  });
  let hasBegun = false;
  work.whenOurs(() => {
    const lost = store.sweep();
    derivedFiles.withdraw(lost);
    jobs.renew(lost);
    jobs.resume();
    hasBegun = true;
  });

  keepWorking(http, {
    ...{ readiness, storage, onChange },
    hasBegun: () => hasBegun,
    ...{ turn: queue.turn, rest: pool.close, close: queue.close },
    failure: { event: 'levels', message: 'The levels of a model could not be made.' },
  });
  return {
    /** Takes the levels that were made for these models away, and lets them be made again. */
    remake(modelIds: readonly number[]): void {
      derivedFiles.withdraw(modelIds);
      jobs.renew(modelIds);
    },
  };
}
