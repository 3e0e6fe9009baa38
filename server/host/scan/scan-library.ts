import { type Clock, toIso } from '../../clock.ts';
import type { Db } from '../../db/open-database.ts';
import type { InspectionPool } from '../inspect/inspection-pool.ts';
import { createLeafLists } from '../leaves/leaf-lists.ts';
import { type CatalogueWriter, createCatalogueWriter, type ModelData } from './catalogue-writer.ts';
import { mapAtOnce } from './map-at-once.ts';
import { createProblems, type Problem, type ReportProblem } from './problems.ts';
import { type Context, readClaims, readModel } from './read-model.ts';
import { type GuidSource, resolveGuid, writeSidecar } from './resolve-guid.ts';
import { openScanMemory } from './scan-memory.ts';
import { type ModelFolder, walkLibrary } from './walk-library.ts';

export type ScanResult = {
  readonly models: number;
  readonly changed: number;
  readonly removed: number;
  readonly problems: number;
};

export type ScanOptions = {
  readonly db: Db;
  readonly pool: InspectionPool;
  readonly libraryDir: string;
  readonly defaultPriceCents: number;
  readonly clock: Clock;
  readonly onProgress?: (progress: { done: number; total: number }) => void;
  /** Called after each transaction that changed models. */
  readonly onCommit?: () => void;
  readonly signal?: AbortSignal;
};

const readAtOnce = 16;
const writeAtOnce = 64;

/**
 * Brings the catalogue in line with the library folder. One bad model never stops the rest. A library that is gone or
 * suddenly empty (an unmounted share) leaves the catalogue as it was.
 */
export async function scanLibrary(options: ScanOptions): Promise<ScanResult> {
  const { db, libraryDir, clock } = options;
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push({ path, kind, reason });
  const writer = createCatalogueWriter(db, clock);
  const knownGuids = writer.folders();
  const folders = await findFolders(libraryDir, report);
  if (folders.length === 0 && knownGuids.size > 0) {
    report(
      '',
      'missing',
      'The library folder is empty or not there. Nothing was removed; connect the share and scan again.',
    );
    createProblems(db).replace(problems, toIso(clock()));
    return { models: knownGuids.size, changed: 0, removed: 0, problems: problems.length };
  }
  const guids: GuidSource = {
    report,
    fresh: [],
    knownGuids,
    knownFolders: new Map([...knownGuids].map(([folder, guid]) => [guid, folder])),
    presentFolders: new Set(folders.map(({ folder }) => folder)),
    taken: new Map(),
  };
  const counts = await readAndWrite({ options, writer, folders, guids, report });
  const gone = [...knownGuids.values()].filter((guid) => !counts.published.has(guid));
  writer.transaction(() => {
    for (const guid of gone) writer.remove(guid);
  });
  createProblems(db).replace(problems, toIso(clock()));
  return {
    models: counts.published.size,
    changed: counts.changed,
    removed: gone.length,
    problems: problems.length,
  };
}

async function findFolders(libraryDir: string, report: ReportProblem): Promise<ModelFolder[]> {
  try {
    return await walkLibrary(libraryDir, report);
  } catch (error) {
    report(
      '',
      'unreadable',
      `The library folder cannot be read (${error instanceof Error ? error.message : error}).`,
    );
    return [];
  }
}

type Work = {
  readonly options: ScanOptions;
  readonly writer: CatalogueWriter;
  readonly folders: readonly ModelFolder[];
  readonly guids: GuidSource;
  readonly report: ReportProblem;
};

async function readAndWrite({ options, writer, folders, guids, report }: Work) {
  const memory = openScanMemory(options.db);
  const context: Context = { ...options, memory, leafLists: createLeafLists(options.db), report };
  const published = new Set<string>();
  let changed = 0;
  let done = 0;
  let ready: ModelData[] = [];
  const flush = () => {
    const before = changed;
    writer.transaction(() => {
      for (const model of ready) if (writer.put(model)) changed += 1;
      memory.save(false);
    });
    ready = [];
    if (changed > before) options.onCommit?.();
  };
  const claims = await mapAtOnce(folders, readAtOnce, (found) => readClaims(found, context));
  // One after another, so that of two folders that claim one guid the same one has it at every scan.
  const identities = folders.map((found, index) => {
    const { metadata = {}, sidecar = null } = claims[index] ?? {};
    return { found, metadata, guid: resolveGuid(found, { metadata, sidecar }, guids) };
  });
  const sidecars = mapAtOnce(guids.fresh, readAtOnce, (made) => writeSidecar(options.libraryDir, made));
  await mapAtOnce(identities, readAtOnce, async ({ found, metadata, guid }) => {
    options.signal?.throwIfAborted();
    const model = guid === null ? null : await readModel(found, { guid, metadata }, context);
    done += 1;
    options.onProgress?.({ done, total: folders.length });
    if (!model) return;
    published.add(model.guid);
    ready.push(model);
    if (ready.length >= writeAtOnce) flush();
  });
  await sidecars;
  flush();
  memory.save(true);
  return { published, changed };
}
