import type { FastifyInstance } from 'fastify';
import type { Core } from '../base/core.ts';
import { keepWorking } from '../base/data-folder/keep-working.ts';
import type { Readiness } from '../base/http/status.ts';
import { createJobs } from '../catalogue/jobs/jobs.ts';
import { lookedAtOnce, takeTurn } from '../catalogue/jobs/take-job.ts';
import type { Models } from '../catalogue/model/models.ts';
import { recipeOf } from '../catalogue/model/plan-levels.ts';
import { createDerivedFiles } from '../catalogue/write/derived-files.ts';
import type { LevelFormat } from '../contract/catalogue/formats.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import { createPassingPool } from '../inspect/passing-pool.ts';
import { openLevelChoice } from './level-choice.ts';
import { createLevelMaker, type LevelMaker } from './level-maker.ts';
import { createLevelQueue } from './level-queue.ts';
import { createLevelStore } from './level-store.ts';

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'storage' | 'work'> & {
  readonly readiness: Readiness;
  readonly models: Models;
  readonly libraryFiles: LibraryFiles;
  /** Whether to make only what a user asked for, because posters come first. */
  readonly mustYield: () => boolean;
  readonly maker?: LevelMaker;
};

type Levels = {
  /** Removes the levels made for these models and makes them again. */
  readonly remake: (modelIds: readonly number[]) => void;
  /** Formats of levels, and whether the settings fix them; null if none are made. */
  readonly choice: () => { readonly formats: LevelFormat[]; readonly isFixed: boolean } | null;
  /** Makes missing levels in these formats and removes all others; runs inside the caller's transaction. */
  readonly choose: (formats: readonly LevelFormat[]) => void;
};

/** Makes missing levels of models while the server runs: queue, files and makers. */
export function startLevels(http: FastifyInstance, parts: Parts, onChange: () => Promise<void>): Levels {
  const { config, db, clock, readiness, storage, work, models, libraryFiles } = parts;
  const refuse = (): never => {
    throw new AppError(
      'INVALID_INPUT',
      config.role === 'site'
        ? 'This site has no library of its own. The levels are made by its file hosts.'
        : 'This server makes no levels. Set LODESTOCK_LEVELS to auto and restart it.',
    );
  };
  const none: Levels = { remake: refuse, choice: () => null, choose: refuse };
  if (config.role === 'site') return none;
  const choice = openLevelChoice(db, config.levelFormats);
  const derivedFiles = createDerivedFiles(db, models, choice.formats);
  const jobs = createJobs(db, 'level', () => recipeOf(choice.formats()));
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
      formats: choice.formats,
      clock,
      storage,
      log: http.log,
    },
  });
  const list = () => jobs.due(clock(), { limit: lookedAtOnce, isAsked: parts.mustYield() });
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
    ...{ turn: () => takeTurn(db, list(), queue.look), rest: pool.close, close: queue.close },
    failure: { event: 'levels', message: 'The levels of a model could not be made.' },
  });
  return {
    remake(modelIds) {
      derivedFiles.withdraw(modelIds);
      jobs.ask(modelIds);
    },
    choice: () => ({ formats: [...choice.formats()], isFixed: choice.isFixed }),
    choose(formats) {
      choice.set(formats);
      jobs.renewOutdated();
    },
  };
}
