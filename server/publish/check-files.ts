import { copyFile, constants as fileConstants, link, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import { createProblems, type Reason } from '../catalogue/write/problems.ts';
import { formatOf } from '../contract/catalogue/formats.ts';
import { AppError } from '../contract/errors.ts';
import type { FoundModel } from '../contract/publish.ts';
import { toPathKey } from '../contract/relative-path.ts';
import { sentence } from '../contract/sentence.ts';
import { createPassingPool } from '../inspect/passing-pool.ts';
import { openRules } from '../library/corrections/rules.ts';
import { readShape } from '../library/duplicates/read-shape.ts';
import type { openShapes } from '../library/duplicates/shapes.ts';
import { scanAside } from '../library/preview-library.ts';
import { createLibraryPool, type LibraryPool } from '../library/scan/library-pool.ts';
import type { UploadFiles } from './upload-files.ts';
import type { Upload } from './upload-rows.ts';

export type Found = {
  readonly models: readonly FoundModel[];
  readonly leftOut: readonly ({ readonly path: string } & Reason)[];
};

type Placed = { readonly id: string; readonly inside: string };

/** Folder for files that were uploaded without one. */
export const looseFolder = 'Upload';

/** The top folder of all files, if they share one: a dropped folder is the model itself. */
export function commonFolder(files: readonly { readonly relativePath: string }[]): string | null {
  const [first, ...others] = files.map(({ relativePath }) =>
    relativePath.includes('/') ? relativePath.slice(0, relativePath.indexOf('/')) : null,
  );
  return first != null && others.every((other) => other === first) ? first : null;
}

/** Assigns each file its place in the model's folder. Throws INVALID_INPUT if two of them collide. */
export function placeUploads(uploads: readonly Upload[]): readonly Placed[] {
  const common = commonFolder(uploads);
  const taken = new Map<string, string>();
  return uploads.map(({ id, relativePath }) => {
    const inside = common === null ? relativePath : relativePath.slice(common.length + 1);
    const key = toPathKey(inside);
    const twin = taken.get(key);
    if (twin !== undefined)
      throw new AppError(
        'INVALID_INPUT',
        sentence`${{ file: relativePath }} was uploaded twice, or differs from ${{ other: twin }} only in case or accents. Delete one of them, or rename it.`,
        { details: { fields: { uploads: `${relativePath} twice` } } },
      );
    taken.set(key, relativePath);
    return { id, inside };
  });
}

const listOf = (json: string): string[] => JSON.parse(json);
type Row = Omit<FoundModel, 'lods' | 'formats' | 'tags' | 'scenes' | 'files'> & {
  readonly lods: string;
  readonly formats: string;
  readonly tags: string;
  readonly scenes: string;
  readonly files: string;
};

type Reading = {
  readonly toPath: (place: string) => string;
  /** Names that no user chose: defaults for unknown values, and the folder of loose files. */
  readonly madeUp: readonly string[];
};

function readFound(db: Db, { toPath, madeUp }: Reading): Found {
  const rows = db
    .prepare<[], Row>(
      `SELECT title, lods, formats, triangles, description, category, coalesce(subcategory, '') AS subcategory,
         tags, license, coalesce(attribution, '') AS attribution, (
           SELECT json_group_array(DISTINCT coalesce(file.place, model.folder || '/' || file.relative_path))
           FROM file WHERE file.model_id = model.id AND file.role = 'scene') AS scenes, (
           SELECT json_group_array(DISTINCT coalesce(file.place, model.folder || '/' || file.relative_path))
           FROM file WHERE file.model_id = model.id AND file.derived IS NULL) AS files
       FROM model ORDER BY folder`,
    )
    .all();
  const lodsOf = (json: string): FoundModel['lods'] => JSON.parse(json);
  return {
    models: rows.map(({ lods, formats, tags, scenes, files, category, license, ...row }) => ({
      ...row,
      category: madeUp.includes(category) ? '' : category,
      license: license === 'Unspecified' ? '' : license,
      lods: lodsOf(lods),
      formats: listOf(formats),
      tags: listOf(tags),
      scenes: listOf(scenes).map(toPath).sort(),
      files: listOf(files).map(toPath).sort(),
    })),
    leftOut: createProblems(db)
      .list()
      .map(({ path: place, kind: _, ...reason }) => ({ path: toPath(place), ...reason })),
  };
}

/** Milliseconds that idle threads wait for the next check. */
const idleMs = 20_000;

const mostCompared = 50;
const mostScenes = 4;
const mostSame = 3;

type Parts = {
  readonly files: UploadFiles;
  readonly clock: Clock;
  readonly shapes: Pick<ReturnType<typeof openShapes>, 'alike'>;
  readonly show: (guids: readonly string[]) => FoundModel['same'];
};
type Wish = {
  readonly isOneModel: boolean;
  /** Whether to look for models of the same shape in the catalogue. */
  readonly isCompared: boolean;
};
export type CheckFiles = ReturnType<typeof createCheckFiles>;

/** Runs the library's recogniser over uploads as if they were a library folder. */
export function createCheckFiles({ files, clock, shapes, show }: Parts) {
  /** One at a time: another check would see the hard link that a check creates as a change of the file. */
  const queue = new PQueue({ concurrency: 1 });
  let checks = 0;
  let running = 0;
  let pool: LibraryPool | null = null;
  let idle: NodeJS.Timeout | null = null;
  const shapePool = createPassingPool();

  /** Threads start slowly and take memory, so they stay for a while between checks. */
  function openPool(): LibraryPool {
    if (idle) clearTimeout(idle);
    idle = null;
    pool ??= createLibraryPool({ size: 1 });
    running += 1;
    return pool;
  }

  async function close(): Promise<void> {
    if (idle) clearTimeout(idle);
    const before = pool;
    pool = null;
    await Promise.all([before?.close(), shapePool.close()]);
  }

  function leavePool(): void {
    running -= 1;
    if (running === 0) idle = setTimeout(() => void close(), idleMs).unref();
  }

  async function gather(placed: readonly Placed[], folder: string): Promise<void> {
    for (const { id, inside } of placed) {
      const to = path.join(folder, inside);
      await mkdir(path.dirname(to), { recursive: true });
      // Some file systems have no hard links.
      await link(files.fileOf(id), to).catch(() =>
        copyFile(files.fileOf(id), to, fileConstants.COPYFILE_FICLONE),
      );
    }
  }

  async function findSame(scenes: readonly string[]): Promise<readonly string[]> {
    for (const scene of scenes.slice(0, mostScenes)) {
      const facts = await readShape(shapePool, scene, formatOf(scene)).catch(() => null);
      const guids = facts === null ? [] : shapes.alike(facts);
      if (guids.length > 0) return guids.slice(0, mostSame);
    }
    return [];
  }

  /** Adds to each model those that look like it. */
  async function compare({ models, leftOut }: Found, toDisk: (scene: string) => string): Promise<Found> {
    const compared: FoundModel[] = [];
    for (const model of models.slice(0, mostCompared)) {
      const guids = await findSame(model.scenes.map(toDisk));
      compared.push(guids.length === 0 ? model : { ...model, same: show(guids) });
    }
    return { models: [...compared, ...models.slice(mostCompared)], leftOut };
  }

  async function check(uploads: readonly Upload[], { isOneModel, isCompared }: Wish): Promise<Found> {
    const placed = placeUploads(uploads);
    const common = commonFolder(uploads);
    const name = common ?? looseFolder;
    const madeUp = common === null ? ['Uncategorised', name] : ['Uncategorised'];
    checks += 1;
    const root = path.join(files.folder, `check-${process.pid}-${checks}`);
    const reading = openPool();
    try {
      await gather(placed, path.join(root, name));
      const toPath = (place: string) => (common === null ? place.slice(name.length + 1) : place);
      const found = await scanAside(
        {
          ...{ pool: reading, libraryDir: root, defaultPriceCents: 0, isRecognising: true, clock },
          prepare: (db) => {
            if (isOneModel) openRules(db).save({ place: name, borders: 'one', template: null });
          },
        },
        (db) => readFound(db, { toPath, madeUp }),
      );
      const toDisk = (scene: string) => path.join(root, common === null ? name : '', scene);
      return isCompared ? await compare(found, toDisk) : found;
    } finally {
      leavePool();
      await rm(root, { recursive: true, force: true });
    }
  }

  return {
    check: (uploads: readonly Upload[], wish: Wish) =>
      queue.add(() => files.locks.unswept(() => check(uploads, wish))),
    close,
  };
}
