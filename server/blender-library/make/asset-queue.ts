import { constants } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { Turn } from '../../base/data-folder/keep-working.ts';
import { moveDurably } from '../../base/storage/durable-files.ts';
import type { Job, Jobs } from '../../catalogue/jobs/jobs.ts';
import type { InventoryFile, Models } from '../../catalogue/model/models.ts';
import { forbidsDerivatives } from '../../catalogue/model/plan-levels.ts';
import { limits } from '../../contract/limits.ts';
import { textOf } from '../../contract/sentence.ts';
import type { LibraryFiles } from '../../files/library-files.ts';
import { derivedPlaceOf } from '../../files/library-places.ts';
import type { InspectionPool } from '../../inspect/inspection-pool.ts';
import { toCatalogId } from '../asset-catalogs.ts';
import type { AssetModel, MadeAsset, MadeAssets } from './made-assets.ts';
import type { Blender } from './open-blender.ts';
import { hashSources, pickSources } from './pick-sources.ts';
import { type BlenderTask, type Failure, runBlender } from './run-blender.ts';

export type AssetQueueParts = Pick<Core, 'db' | 'clock'> & {
  readonly models: Pick<Models, 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  readonly readPoster: (
    guid: string,
  ) => Promise<{ readonly data: Buffer; readonly contentType: string } | null>;
  readonly pool: Pick<InspectionPool, 'inspect'>;
  readonly jobs: Jobs;
  readonly made: MadeAssets;
  /** Parent folder of the tasks' folders, and folder of derived files. */
  readonly workFolder: string;
  readonly derivedDir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly priority: number;
  readonly log: { readonly warn: (details: object, message?: string) => void };
};

type Source = { readonly model: AssetModel; readonly files: readonly InventoryFile[]; readonly hash: string };
type Outcome = { readonly made: MadeAsset | null; readonly failure: Failure };

/** Milliseconds before a model with unreadable files is tried again. */
const retryMs = 60_000;
const stopped = 'The server stopped each time while it was made.';
const done: Turn = { changed: false };

/** Makes assets with Blender, one model after another, from verified files. */
export function createAssetQueue(parts: AssetQueueParts, blender: Blender) {
  const { models, libraryFiles, pool, jobs, made, clock } = parts;
  const closing = new AbortController();

  /** Copies a scene file and its support files into the folder, laid out as in the model. */
  async function layOut(job: Job, file: InventoryFile, { files }: Source, folder: string): Promise<string> {
    const wanted = [file, ...files.filter(({ relativePath }) => file.needs.includes(relativePath))];
    for (const one of wanted) {
      const target = path.join(folder, 'source', one.relativePath);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(await libraryFiles.locate(job, one), target, constants.COPYFILE_FICLONE);
    }
    return `source/${file.relativePath}`;
  }
  async function layPicture({ guid }: Job, folder: string): Promise<string | null> {
    const poster = await parts.readPoster(guid);
    if (poster === null) return null;
    const name = `picture.${poster.contentType.replace(/^.*\//, '')}`;
    await writeFile(path.join(folder, name), poster.data);
    return name;
  }

  /** Inspects the file from Blender like any other, and moves it into place. */
  async function takeIn(file: string, { source, lod }: Pick<MadeAsset, 'source' | 'lod'>): Promise<Outcome> {
    const { sha256, sizeBytes, blend } = await pool.inspect(file, 'blend');
    if (blend?.assets.length !== 1) {
      return {
        made: null,
        failure: { reason: 'What Blender made of it does not stand alone.', hasDied: false },
      };
    }
    await moveDurably(file, path.join(parts.derivedDir, derivedPlaceOf(sha256)));
    return { made: { source, lod, sha256, sizeBytes, ...blend }, failure: null };
  }

  async function make(job: Job, file: InventoryFile, source: Source): Promise<Outcome> {
    const folder = await mkdtemp(path.join(parts.workFolder, 'task-'));
    try {
      const { title, description, license, attribution, tags } = source.model;
      const task: BlenderTask = {
        file: await layOut(job, file, source, folder),
        picture: await layPicture(job, folder),
        ...{ title, description, license, tags },
        catalog: toCatalogId(source.model),
        author: attribution ?? '',
      };
      await writeFile(path.join(folder, 'task.json'), JSON.stringify(task));
      const { timeout, memoryBytes } = limits.assets;
      const { environment, priority } = parts;
      const { signal } = closing;
      const failure = await runBlender({
        blender,
        folder,
        environment,
        timeout,
        memoryBytes,
        priority,
        signal,
      });
      return failure
        ? { made: null, failure }
        : await takeIn(path.join(folder, 'made.blend'), { source: source.hash, lod: file.lod });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Stores a model's result; deletes its previous file unless another model has the same. */
  async function finish(job: Job, asset: MadeAsset | null, failure: Failure): Promise<Turn> {
    const before = made.find(job.modelId);
    parts.db
      .transaction(() => {
        made.put(job.modelId, asset);
        if (failure === null) jobs.settle(job.modelId);
        else jobs.giveUp(job.modelId, failure.reason, toIso(clock()));
      })
      .immediate();
    if (before !== null && !made.isUsed(before.sha256))
      await rm(path.join(parts.derivedDir, derivedPlaceOf(before.sha256)), { force: true });
    return done;
  }

  function readSource(modelId: number): (Source & { readonly sources: readonly InventoryFile[] }) | null {
    const model = made.model(modelId);
    if (model === null) return null;
    const files = models.files(modelId);
    const { isFree, hasOwn, ...facts } = model;
    const isNone = hasOwn || forbidsDerivatives(model.license);
    const sources = isNone ? [] : pickSources(files, { isFree, version: blender.version });
    return { model, files, sources, hash: hashSources(sources, files, facts) };
  }

  async function makeFirst(job: Job, source: Source, sources: readonly InventoryFile[]): Promise<Turn> {
    const { modelId } = job;
    jobs.begin(modelId, clock() + limits.assets.timeout);
    let outcome: Outcome = { made: null, failure: null };
    try {
      for (const file of sources) {
        const next = await make(job, file, source);
        outcome = next.made ? next : { made: null, failure: outcome.failure ?? next.failure };
        if (next.made || next.failure?.hasDied) break;
      }
    } catch (error) {
      // It is being reread, or its disk is away; the scan reports that.
      parts.log.warn({ event: 'assets', guid: job.guid, err: error });
      jobs.takeBack(modelId, clock() + retryMs);
      return done;
    }
    if (closing.signal.aborted || readSource(modelId)?.hash !== source.hash) {
      jobs.takeBack(modelId);
      return done;
    }
    if (outcome.failure?.hasDied && job.attempts + 1 < limits.assets.attempts) {
      jobs.retryAt(modelId, 0);
      return done;
    }
    const { guid, folder } = job;
    if (outcome.failure)
      parts.log.warn({ event: 'assets', guid, folder, reason: textOf(outcome.failure.reason) });
    return finish(job, outcome.made, outcome.failure);
  }

  return {
    /** The work left for a model; null if there is none, which settles the job. */
    look(job: Job): (() => Promise<Turn>) | null {
      const { modelId, attempts } = job;
      const source = readSource(modelId);
      const before = made.find(modelId);
      const isNone = source === null || source.sources.length === 0;
      if (isNone ? before === null : before?.source === source.hash) jobs.settle(modelId);
      else if (isNone) return () => finish(job, null, null);
      else if (attempts >= limits.assets.attempts)
        return () => finish(job, null, { reason: stopped, hasDied: false });
      else return () => makeFirst(job, source, source.sources);
      return null;
    },
    close: () => closing.abort(),
  };
}
