import type { FastifyInstance } from 'fastify';
import type { Core } from '../../base/core.ts';
import { keepWorking, type Turn } from '../../base/data-folder/keep-working.ts';
import type { Readiness } from '../../base/http/status.ts';
import { createJobs, type Job } from '../../catalogue/jobs/jobs.ts';
import { findShaped } from '../../catalogue/model/find-drawable.ts';
import type { InventoryFile, Models } from '../../catalogue/model/models.ts';
import type { Config } from '../../config.ts';
import { isSizedByShape } from '../../contract/catalogue/formats.ts';
import type { SizeMetres } from '../../contract/common.ts';
import type { LibraryFiles } from '../../files/library-files.ts';
import { toSize } from '../../inspect/extent.ts';
import { createPassingPool } from '../../inspect/passing-pool.ts';
import { type FoundShape, readShape } from './read-shape.ts';
import { openShapes } from './shapes.ts';

type Parts = Pick<Core, 'db' | 'clock' | 'storage' | 'work'> & {
  readonly config: Pick<Config, 'role' | 'bucket'>;
  readonly models: Pick<Models, 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  readonly readiness: Pick<Readiness, 'isReady' | 'onChange'>;
  /** True while posters have priority. */
  readonly mustYield: () => boolean;
};

type Found = {
  readonly levels: Parameters<ReturnType<typeof openShapes>['put']>[1];
  /** Set if the shape of a file is what gives the size. */
  readonly size: SizeMetres | undefined;
};
type Seen = {
  readonly job: Job;
  readonly content: string | undefined;
  readonly found: Found | 'lost';
};

/** Raised when a new version finds more in files, so that all are read again. */
const recipe = 1;
const isMeasuredHere = ({ format, unitMetres, upAxis }: InventoryFile) =>
  isSizedByShape(format) && unitMetres !== undefined && upAxis !== 'X';

const nothing: Found = { levels: [], size: undefined };

/** Models per transaction. */
const together = 24;
const retryMs = 10 * 60_000;
const mostAttempts = 3;

/** Reads the shapes of this server's new and changed models, so that copies can be found. */
export function startShapes(http: FastifyInstance, parts: Parts): void {
  const { config, db, clock, models, libraryFiles, readiness, storage, work, mustYield } = parts;
  if (config.role === 'site') return;
  const jobs = createJobs(db, 'shape', () => recipe);
  const shapes = openShapes(db);
  const pool = createPassingPool();
  const contentOf = db.prepare<[number], string>('SELECT content_hash FROM model WHERE id = ?').pluck();
  const setSize = db.prepare(
    `UPDATE model SET size_metres = ?, derived_changes = derived_changes + 1 WHERE id = ? AND size_metres = 'null'`,
  );
  let hasBegun = false;
  let isClosing = false;

  async function read({ modelId, folder }: Job): Promise<Found> {
    // Each file would have to be downloaded again.
    if (config.bucket) return nothing;
    const readable = findShaped(models.files(modelId));
    // Most triangles first; the sort is stable, so among equals the fastest to read stays first.
    const finest = readable.toSorted((a, b) => (b.triangles ?? 0) - (a.triangles ?? 0));
    const picked = [...Map.groupBy(finest, ({ lod }) => lod).values()].flatMap(([file]) => file ?? []);
    const sized = finest.find(isMeasuredHere);
    const shapes = new Map<InventoryFile, FoundShape>();
    for (const file of new Set(sized ? [...picked, sized] : picked)) {
      const place = await libraryFiles.locate({ folder }, file);
      const shape = await readShape(pool, place, file.format);
      if (shape !== null) shapes.set(file, shape);
    }
    const levels = picked.flatMap((file) => {
      const shape = shapes.get(file);
      return shape ? [{ ...shape, lod: file.lod }] : [];
    });
    const sides = sized && shapes.get(sized)?.sides;
    return { levels, size: sides && toSize(sides, sized.unitMetres ?? 0) };
  }
  async function look(job: Job): Promise<Seen> {
    const content = contentOf.get(job.modelId);
    return { job, content, found: await read(job).catch(() => 'lost' as const) };
  }
  const keep = ({ modelId }: Job, { levels, size }: Found) => {
    shapes.put(modelId, levels);
    if (size) setSize.run(JSON.stringify(size), modelId);
    jobs.settle(modelId, levels.length === 0 ? 'none' : 'done');
  };
  /** A model that changed while it was read is left for the next round. */
  const write = db.transaction((seen: readonly Seen[]) => {
    for (const { job, content, found } of seen) {
      if (contentOf.get(job.modelId) !== content) continue;
      if (found !== 'lost') keep(job, found);
      else if (job.attempts + 1 < mostAttempts) jobs.begin(job.modelId, clock() + retryMs);
      else keep(job, nothing);
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
      // Aborts the file being read.
      void pool.close();
    },
    failure: { event: 'shapes', message: 'The shape of a model could not be kept.' },
  });
}
