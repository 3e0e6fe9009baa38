import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { toIso } from '../base/clock.ts';
import type { Core } from '../base/core.ts';
import type { Turn } from '../base/data-folder/keep-working.ts';
import type { Storage } from '../base/data-folder/storage.ts';
import type { Job, Jobs } from '../catalogue/jobs/jobs.ts';
import type { InventoryFile, Models } from '../catalogue/model/models.ts';
import { type LevelPlan, levelRecipe, planLevels, recipeOf } from '../catalogue/model/plan-levels.ts';
import type { DerivedFiles, MadeFile } from '../catalogue/write/derived-files.ts';
import { contentTypeOf, formatOf, type LevelFormat, roleOf } from '../contract/catalogue/formats.ts';
import type { Derived } from '../contract/common.ts';
import { AppError, wordsOfError } from '../contract/errors.ts';
import { limits, type MadeLod } from '../contract/limits.ts';
import { inTurn, sentence, textOf, type Words } from '../contract/sentence.ts';
import type { LibraryFiles } from '../files/library-files.ts';
import type { InspectionPool } from '../inspect/inspection-pool.ts';
import type { LevelMaker } from './level-maker.ts';
import type { LevelStore } from './level-store.ts';
import type { LevelGroup, MadeNews } from './messages.ts';

/** The generator named in derived files. */
const toolName = `Lodestock levels ${levelRecipe} (meshoptimizer)`;

type Parts = Pick<Core, 'db' | 'clock'> & {
  readonly models: Pick<Models, 'files'>;
  readonly libraryFiles: Pick<LibraryFiles, 'locate'>;
  readonly derivedFiles: DerivedFiles;
  readonly jobs: Jobs;
  readonly store: LevelStore;
  readonly maker: LevelMaker;
  readonly pool: Pick<InspectionPool, 'inspect'>;
  readonly formats: () => readonly LevelFormat[];
  readonly storage: Pick<Storage, 'explain'>;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

/** Facts about a made file that its content does not tell. */
type Taking = {
  readonly lod: MadeLod;
  readonly relativePath: string;
  readonly needs: readonly string[];
  readonly derivedFrom: Omit<Derived, 'triangles'>;
  readonly plan: LevelPlan;
};

type Made = {
  readonly made: readonly MadeFile[];
  readonly reason: Words | null;
  readonly formats: readonly LevelFormat[];
};
type Making = Pick<Made, 'formats'> & {
  readonly plans: readonly LevelPlan[];
  readonly files: readonly InventoryFile[];
};
type Present = Pick<Making, 'plans' | 'files'> & { readonly have: readonly string[] };

/** Shortens the plan for a level that exists as GLB: it is only converted, not simplified again. */
const toShort =
  ({ plans, files, have }: Present) =>
  (plan: LevelPlan): LevelPlan => {
    const twin = plans.find(
      ({ lod, format, key }) => lod === plan.lod && format === 'glb' && have.includes(key),
    );
    const made = files.find(({ derived, relativePath }) => derived && relativePath === twin?.relativePath);
    return made ? { ...plan, candidates: [made], triangles: null } : plan;
  };

async function removeMade({ file, support }: MadeNews): Promise<void> {
  for (const made of [file, ...Object.values(support)]) await rm(made, { force: true });
}

/** Maximum pixels of a texture's longer side. */
const texturePixels: Readonly<Record<MadeLod, number>> = { '1k': 1024, '10k': 2048, '100k': 4096 };
/** Milliseconds before a model with unreadable files is tried again. */
const retryMs = 60_000;
const stopped = 'The server stopped each time while it made them.';

/** The name of the file that comes with support files. */
const nameOfFiles = (plans: readonly LevelPlan[]) => {
  const find = (wanted: LevelFormat) => plans.find(({ format }) => format === wanted);
  return path.posix.parse((find('obj') ?? find('fbx') ?? plans[0])?.relativePath ?? 'model').name;
};

/** Sources and levels of plans; levels from the same files are made together. */
function toGroups(plans: readonly LevelPlan[]) {
  const bySources = Map.groupBy(plans, ({ candidates }) =>
    JSON.stringify(candidates.map(({ relativePath }) => relativePath)),
  );
  return [...bySources.values()].map((group) => ({ plans: group, candidates: group[0]?.candidates ?? [] }));
}

export function createLevelQueue(parts: Parts) {
  const { db, models, libraryFiles, derivedFiles, jobs, store, maker, pool, clock } = parts;
  let isClosed = false;

  async function locate(job: Job, file: InventoryFile, files: readonly InventoryFile[]) {
    const folder = path.posix.dirname(file.relativePath);
    const support: Record<string, string> = {};
    for (const needed of files.filter(({ relativePath }) => file.needs.includes(relativePath)))
      support[path.posix.relative(folder, needed.relativePath)] = await libraryFiles.locate(job, needed);
    return { file: await libraryFiles.locate(job, file), format: file.format, support };
  }
  async function toTask(job: Job, { plans: wanted, files }: Making) {
    const located: LevelGroup[] = [];
    for (const { plans, candidates } of toGroups(wanted)) {
      const sources = [];
      for (const candidate of candidates) sources.push(await locate(job, candidate, files));
      const levels = [...Map.groupBy(plans, ({ lod }) => lod)].map(([lod, same]) => ({
        ...{ lod, triangles: same[0]?.triangles ?? null, texture: texturePixels[lod] },
        name: nameOfFiles(same),
        formats: same.map(({ format }) => format),
      }));
      located.push({ candidates: sources, levels });
    }
    return { groups: located, folder: store.workFolder };
  }

  /** Inspects a made file like any other and moves it into place. Throws what is wrong with it. */
  async function takeFile(made: string, { lod, relativePath, needs, derivedFrom, plan }: Taking) {
    const format = formatOf(relativePath);
    const inspection = await pool.inspect(made, format);
    const { sha256, crc32, sizeBytes, triangles, problem, animated } = inspection;
    const folder = path.posix.dirname(relativePath);
    const textures = inspection.textures?.map(({ reference, ...use }) => ({
      ...{ ...use, relativePath: path.posix.join(folder, reference) },
    }));
    const role = roleOf(format);
    if (problem !== null || (role === 'scene' && triangles === null))
      throw new AppError(
        'INTERNAL',
        inTurn(sentence`What was made for ${{ lod }} cannot be used.`, problem ?? 'It has no triangles.'),
      );
    const mark = await store.keep(made, sha256);
    const file: InventoryFile = {
      ...{ format, lod, relativePath, role, needs, sizeBytes, sha256, crc32, triangles },
      topologyFolder: plan.topologyFolder,
      variant: role === 'scene' && animated ? 'animated' : null,
      derived: { ...derivedFrom, triangles: triangles ?? 0 },
      contentType: contentTypeOf(format),
      textures: textures ?? null,
    };
    return { key: plan.key, mark, file };
  }
  async function takeIn(
    { lod, format, file, support, deviation, candidate, texturesByName }: MadeNews,
    plans: readonly LevelPlan[],
  ): Promise<readonly MadeFile[]> {
    const plan = plans.find((one) => one.lod === lod && one.format === format);
    const source = plan?.candidates[candidate];
    if (!plan || !source) throw new Error(`No plan asked for a level ${lod}`);
    const folder = path.posix.dirname(plan.relativePath);
    const needed = Object.entries(support).map(([inside, made]) => ({
      made,
      relativePath: path.posix.join(folder, inside),
    }));
    const { derived } = source;
    const derivedFrom = {
      from: derived?.from ?? source.sha256,
      tool: toolName,
      deviation: derived?.deviation ?? deviation,
      ...((derived?.texturesByName ?? texturesByName) && { texturesByName: true }),
    };
    const shared = { lod, plan, derivedFrom };
    const needs = needed.map(({ relativePath }) => relativePath);
    const taken = [await takeFile(file, { ...shared, relativePath: plan.relativePath, needs })];
    for (const { made, relativePath } of needed)
      taken.push(await takeFile(made, { ...shared, relativePath, needs: [] }));
    return taken;
  }
  async function takeAllIn(news: readonly MadeNews[], plans: readonly LevelPlan[]) {
    const made: MadeFile[] = [];
    let reason: Words | null = null;
    for (const one of news) {
      try {
        made.push(...(await takeIn(one, plans)));
      } catch (error) {
        if (parts.storage.explain(error) !== error) throw error;
        reason ??= wordsOfError(error);
      } finally {
        await removeMade(one);
      }
    }
    return { made, reason };
  }

  /** Stores a model's result; false if the model or its wanted levels have changed since, so that it waits again. */
  function finish(job: Job, { made, reason, formats }: Made): boolean {
    const write = () => {
      if (!derivedFiles.put(job.modelId, made)) return false;
      if (recipeOf(formats) !== recipeOf(parts.formats())) return false;
      if (reason === null) jobs.settle(job.modelId);
      else if (job.attempts + 1 < limits.levels.attempts) jobs.retryAt(job.modelId, 0, reason);
      else jobs.giveUp(job.modelId, reason, toIso(clock()));
      return true;
    };
    const isWritten = db.transaction(write).immediate();
    if (!isWritten) jobs.takeBack(job.modelId);
    return isWritten;
  }

  async function make(job: Job, making: Making): Promise<Turn> {
    const { plans, formats } = making;
    const { modelId, attempts } = job;
    jobs.begin(modelId, clock() + limits.levels.timeout);
    let task: Awaited<ReturnType<typeof toTask>>;
    try {
      task = await toTask(job, making);
    } catch {
      // It is being reread, or its disk is away; the scan reports that.
      jobs.takeBack(modelId, clock() + retryMs);
      return { changed: false };
    }
    const outcome = await maker.run(task);
    if (isClosed) {
      jobs.takeBack(modelId);
      return { changed: false };
    }
    if (outcome.hasDied && attempts + 1 < limits.levels.attempts) {
      await Promise.all(outcome.made.map(removeMade));
      jobs.retryAt(modelId, 0);
      return { changed: false };
    }
    const taken = await takeAllIn(outcome.made, plans);
    const reason = outcome.reason ?? taken.reason;
    if (reason !== null)
      parts.log.warn({ event: 'levels', guid: job.guid, folder: job.folder, reason: textOf(reason) });
    return { changed: finish(job, { made: taken.made, reason, formats }) && taken.made.length > 0 };
  }

  return {
    /** The work left for a model; null if there is none, which settles the job. */
    look(job: Job): (() => Promise<Turn>) | null {
      const { modelId } = job;
      const files = models.files(modelId);
      const formats = parts.formats();
      const plans = planLevels(files, job.license, formats);
      const have = derivedFiles.keys(modelId);
      const lacking = plans.filter(({ key }) => !have.includes(key));
      if (lacking.length === 0) {
        if (have.every((key) => plans.some((plan) => plan.key === key))) jobs.settle(modelId);
        else return async () => ({ changed: finish(job, { made: [], reason: null, formats }) });
      } else if (job.attempts >= limits.levels.attempts) jobs.giveUp(modelId, stopped, toIso(clock()));
      else return () => make(job, { plans: lacking.map(toShort({ plans, have, files })), files, formats });
      return null;
    },
    close() {
      isClosed = true;
      maker.close();
    },
  };
}
