import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { keepWorking, type Turn } from '../../base/data-folder/keep-working.ts';
import type { Storage } from '../../base/data-folder/storage.ts';
import type { Db } from '../../base/db/open-database.ts';
import type { Readiness } from '../../base/http/status.ts';
import type { FolderWork } from '../../base/storage/folder-work.ts';
import { createJobs, type Job } from '../../catalogue/jobs/jobs.ts';
import { findShaped } from '../../catalogue/model/find-drawable.ts';
import type { Models } from '../../catalogue/model/models.ts';
import type { Config } from '../../config.ts';
import type { LibraryFiles } from '../../files/library-files.ts';
import { createPassingPool } from '../../inspect/passing-pool.ts';
import { readShape } from './read-shape.ts';
import { openShapes } from './shapes.ts';

type Parts = {
  readonly config: Pick<Config, 'role' | 'bucket'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly models: Pick<Models, 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  readonly readiness: Pick<Readiness, 'isReady' | 'onChange'>;
  readonly storage: Storage;
  readonly work: FolderWork;
  /** Whether no shape is to be read now, as posters come first. */
  readonly mustYield: () => boolean;
};

type Seen = {
  readonly job: Job;
  readonly content: string | undefined;
  readonly levels: Parameters<ReturnType<typeof openShapes>['put']>[1] | 'lost';
};

/** So many are written at once. */
const together = 24;
const retryMs = 10 * 60_000;
const mostAttempts = 3;

/** Reads the shapes of this server's own models that came or changed, so that copies are found. */
export function startShapes(http: FastifyInstance, parts: Parts): void {
  const { config, db, clock, models, libraryFiles, readiness, storage, work, mustYield } = parts;
  if (config.role === 'site') return;
  const jobs = createJobs(db, 'shape');
  const shapes = openShapes(db);
  const pool = createPassingPool();
  const contentOf = db.prepare<[number], string>('SELECT content_hash FROM model WHERE id = ?').pluck();
  let hasBegun = false;
  let isClosing = false;

  async function read({ modelId, folder }: Job) {
    // Each file would be downloaded once more.
    if (config.bucket) return [];
    const readable = findShaped(models.files(modelId));
    // The file with the most triangles; among equals, the one that is read fastest.
    const finest = readable.toSorted((a, b) => (b.triangles ?? 0) - (a.triangles ?? 0));
    const levels = [];
    for (const [lod, [file]] of Map.groupBy(finest, (one) => one.lod)) {
      if (file === undefined) continue;
      const place = await libraryFiles.locate({ folder }, file);
      const facts = await readShape(pool, place, file.format);
      if (facts !== null) levels.push({ ...facts, lod });
    }
    return levels;
  }
  async function look(job: Job): Promise<Seen> {
    const content = contentOf.get(job.modelId);
    return { job, content, levels: await read(job).catch(() => 'lost' as const) };
  }
  /** If a model has changed since, the next round looks at it again. */
  const write = db.transaction((seen: readonly Seen[]) => {
    for (const { job, content, levels } of seen) {
      const { modelId, attempts } = job;
      if (contentOf.get(modelId) !== content) continue;
      if (levels === 'lost' && attempts + 1 < mostAttempts) jobs.begin(modelId, clock() + retryMs);
      else {
        const found = levels === 'lost' ? [] : levels;
        shapes.put(modelId, found);
        jobs.settle(modelId, found.length === 0 ? 'none' : 'done');
      }
    }
  });
  async function turn(): Promise<Turn | null> {
    const seen: Seen[] = [];
    for (const job of mustYield() ? [] : jobs.due(clock(), { limit: together })) {
      if (isClosing) break;
      seen.push(await look(job));
    }
    if (isClosing || seen.length === 0) return null;
    write.immediate(seen);
    return { changed: false };
  }

  work.whenOurs(() => {
    jobs.resume();
    hasBegun = true;
  });
  keepWorking(http, {
    ...{ readiness, storage, turn },
    hasBegun: () => hasBegun,
    onChange: async () => {},
    rest: pool.close,
    close: () => {
      isClosing = true;
      // Ends the file that is being read.
      void pool.close();
    },
    failure: { event: 'shapes', message: 'The shape of a model could not be kept.' },
  });
}
