import type { DiskEntry } from '../../base/bucket/library-disk.ts';
import { codeOf, throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { isIgnored, isMadeAgain, readLod } from '../../catalogue/write/names.ts';
import { type Problem, type ReportProblem, toProblem } from '../../catalogue/write/problems.ts';
import { nameOf } from '../../contract/relative-path.ts';
import { sentence } from '../../contract/sentence.ts';
import { toWords } from '../../shared/to-words.ts';
import { archiveHolds } from '../archives/archive-holds.ts';
import { isInFolder } from '../corrections/folder-range.ts';
import type { FolderRules } from '../corrections/rules.ts';
import { backupFolderReason, isBackupFolder, whyBackup } from '../recognise/backups.ts';
import {
  type FolderHints,
  listDeep,
  type ModelsPlan,
  planFolder,
  planTwins,
} from '../recognise/plan-folder.ts';
import { isArchive, isScene, whyLeftOut } from '../recognise/scene-files.ts';
import { splitTwins, type Twins } from '../recognise/twins.ts';
import { createDiskTree, type DiskTree, unpackIn } from './disk-tree.ts';
import { toFolderStamp } from './folders/file-stamp.ts';
import { lookInLibrary } from './folders/find-in-library.ts';
import { joinPath, messageOf } from './folders/look-at-files.ts';
import { findShared, listUnit } from './list-unit.ts';
import { listModel, listNames, productName, reportOddEntry, sidecarName } from './model/list-model.ts';
import type { Reader } from './model/read-files.ts';
import { readModel } from './model/read-model.ts';
import { diskOf, isAmongOnes, placesOf, textsOf, type Visited, type VisitJob } from './visit.ts';

/** Reports backup copies of models in these folders, given by their path from `folder`. */
function reportBackups(
  { folder, parts }: { readonly folder: string; readonly parts: readonly string[] },
  tree: DiskTree,
  report: ReportProblem,
): void {
  const why = (inside: string, isFolder: boolean, name: string) => {
    if (!isFolder) return whyBackup(name);
    const isCopy = isBackupFolder(name) && listDeep(tree.list, inside).files.some(isScene);
    return isCopy ? backupFolderReason : null;
  };
  for (const part of parts)
    for (const entry of tree.entries(part)) {
      const inside = joinPath(part, entry.name);
      const reason = tree.isLeftAlone(inside) ? null : why(inside, entry.isDirectory(), entry.name);
      if (reason !== null) report(joinPath(folder, inside), 'left-out', reason);
    }
}

const deepest = 12;
const goneCodes = new Set(['ENOENT', 'ENOTDIR']);

/** Visits one folder of the library: lists its subfolders, or reads its models. Blocks its thread. */
export async function visitFolder(job: VisitJob, reader: Reader): Promise<Visited> {
  if (job.twins !== null) return visitTwins(job, job.twins, reader);
  const place = diskOf(job, job.folder);
  let entries: readonly DiskEntry[];
  try {
    entries = listNames(place);
  } catch (error) {
    if (goneCodes.has(codeOf(error))) return { kind: 'gone', watchable: [] };
    throwIfExhausted(error);
    return { kind: 'unreadable', reason: messageOf(error), watchable: [] };
  }
  const hasTopologies =
    job.folder !== '' && entries.some((entry) => entry.isDirectory() && readLod(entry.name) !== null);
  // A folder that has a guid is already a model and needs no further check.
  const { folder, rules } = job;
  const all = rules === null ? createDiskTree(diskIn(job), entries) : ruleTree(job, rules, entries);
  const tree = unpackIn(all, job.packed);
  const isDescribed = entries.some(({ name }) => name === sidecarName || name === productName);
  if (hasTopologies && (isDescribed || !job.isRecognising)) return visitModel(job, tree, reader);
  if (!job.isRecognising) return visitContainer(job, entries);
  const plan = planFolder(tree.list, folder === '', rules === null ? undefined : toHints(folder, rules));
  if (plan.kind === 'topologies') return visitModel(job, tree, reader);
  return plan.kind === 'models' ? visitUnit(job, { plan, tree }, reader) : visitContainer(job, entries, tree);
}

const diskIn = (job: VisitJob) => (inside: string) => diskOf(job, joinPath(job.folder, inside));

function visitTwins(job: VisitJob, { members }: Twins, reader: Reader): Promise<Visited> {
  const tree = job.rules === null ? createDiskTree(diskIn(job), []) : ruleTree(job, job.rules, []);
  const root = { files: [], folders: members };
  const list = (inside: string) => (inside === '' ? root : tree.list(inside));
  return visitUnit(job, { plan: planTwins(list, members), tree: { ...tree, list } }, reader);
}

function ruleTree(job: VisitJob, { ignored }: FolderRules, entries: readonly DiskEntry[]): DiskTree {
  const places = new Set(ignored);
  return createDiskTree(diskIn(job), entries, (inside) => places.has(joinPath(job.folder, inside)));
}

function toHints(folder: string, { borders, ruled }: FolderRules): FolderHints {
  const apart = new Set(ruled);
  return { isOneModel: borders === 'one', isApart: (name) => apart.has(joinPath(folder, name)) };
}

const tooDeep = sentence`It is more than ${{ depth: deepest }} folders deep, so nothing in it is published. Move it up.`;

/** Returns subfolders to visit, relative to the library. Reports models in folders that are too deep. */
function within(folder: string, inside: readonly string[], report: ReportProblem, tree?: DiskTree) {
  const depth = folder === '' ? 0 : folder.split('/').length;
  const places = inside.map((name) => joinPath(folder, name));
  if (depth < deepest) return places;
  const hasScenes = (name: string) =>
    isArchive(name) || (tree && listDeep(tree.list, name).files.some(isScene));
  for (const name of inside) if (hasScenes(name)) report(joinPath(folder, name), 'left-out', tooDeep);
  return [];
}

type Inside = { readonly folders: readonly string[]; readonly files: readonly string[] };

/**
 * Returns a folder's archives, except those whose scene also lies beside them, or in a folder beside them, under the
 * same name; these are reported.
 */
function withoutRepeats(
  job: VisitJob,
  { folders, files }: Inside,
  report: ReportProblem,
  tree?: DiskTree,
): readonly string[] {
  const toKey = (name: string) => toWords(name.slice(0, name.lastIndexOf('.')));
  const scenes = new Map(files.filter(isScene).map((name) => [toKey(name), name]));
  const inFolder = (key: string) => {
    const folder = folders.find((name) => toWords(name) === key);
    return folder === undefined || !tree ? undefined : listDeep(tree.list, folder).files.find(isScene);
  };
  return files.filter(isArchive).filter((name) => {
    const beside = scenes.get(toKey(name)) ?? inFolder(toKey(name));
    const reason = sentence`It holds ${{ file: beside ?? '' }}, which lies beside it, so they are one model. To publish both, rename it.`;
    const isRepeat = beside !== undefined && archiveHolds(diskIn(job)(name), nameOf(beside));
    if (isRepeat) report(joinPath(job.folder, name), 'left-out', reason);
    return !isRepeat;
  });
}

/** Sorts the folders and archives in a folder into twins and others. */
function sortInside(job: VisitJob, { folders, files }: Inside, report: ReportProblem, tree?: DiskTree) {
  const { folder, rules } = job;
  const ruled = new Set(rules?.ruled);
  const archives = withoutRepeats(job, { folders, files }, report, tree);
  const free = [...folders, ...archives].filter(
    (name) => !name.includes('/') && !ruled.has(joinPath(folder, name)),
  );
  const isDeep = folder.split('/').length >= deepest;
  const { twins, isTwin } = splitTwins(tree === undefined || job.twins !== null || isDeep ? [] : free);
  const others = (names: readonly string[]) =>
    within(
      folder,
      names.filter((name) => !isTwin(name)),
      report,
      tree,
    );
  return {
    folders: others(folders),
    ...(archives.length > 0 && { archives: others(archives) }),
    ...(twins.length > 0 && { twins }),
  };
}

function visitContainer(job: VisitJob, entries: readonly DiskEntry[], tree?: DiskTree): Visited {
  const { folder, rules } = job;
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push(toProblem(path, kind, reason));
  const seen = entries.filter((entry) => !isIgnored(entry.name));
  const ignored = new Set(rules?.ignored);
  const sound = seen
    .filter(({ name }) => !ignored.has(joinPath(folder, name)))
    .filter((entry) => !reportOddEntry(entry, joinPath(folder, entry.name), report));
  const names = sound.map(({ name }) => name);
  const inside = sound
    .filter((entry) => entry.isDirectory() && !isMadeAgain(entry.name, names))
    .map(({ name }) => name);
  for (const name of tree?.list('').files ?? []) {
    const reason = whyLeftOut(name);
    if (reason !== null) report(joinPath(folder, name), 'left-out', reason);
  }
  if (tree) reportBackups({ folder, parts: [''] }, tree, report);
  const shared = tree && { shared: findShared(folder, tree) };
  const found = sortInside(job, { folders: inside, files: tree?.list('').files ?? [] }, report, tree);
  const isEmpty = seen.length === 0;
  return { kind: 'container', isEmpty, problems, watchable: [folder], ...found, ...shared };
}

const strayReason =
  'It is next to topology folders, and only files in those are published. Move it into 1k, 10k, 100k or source.';

/** Reports scene files beside a model's topology folders, or in its other folders. */
function reportStrays(folder: string, { list }: DiskTree, report: ReportProblem): void {
  const root = list('');
  const others = root.folders.filter((name) => readLod(name) === null);
  const strays = [...root.files, ...others.flatMap((name) => listDeep(list, name).files)].filter(
    (name) => isScene(name) || isArchive(name) || whyLeftOut(name) !== null,
  );
  for (const stray of strays) report(joinPath(folder, stray), 'left-out', strayReason);
}

async function visitModel(job: VisitJob, tree: DiskTree, reader: Reader): Promise<Visited> {
  const { folder, known } = job;
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push(toProblem(path, kind, reason));
  const listing = listModel({ toDisk: diskIn(job), folder, report }, tree.readEntries);
  const files = [...listing.rootFiles, ...listing.topologyFiles];
  const texts = textsOf(job.above).map((at) => lookInLibrary(placesOf(job), at));
  const told = { priceCents: job.defaultPriceCents, folderRules: null };
  const stamp = toFolderStamp([...files, ...texts], told, listing.sidecar);
  const watchable = [folder, ...listing.folders.map((inside) => joinPath(folder, inside))];
  const isKnown = known !== null && known.stamp === stamp && known.recognised === null && !listing.isPartial;
  if (isKnown && known.facts === null) return { kind: 'unchanged', watchable };
  if (!isKnown && isBusy(job, listing, stamp)) return { kind: 'unsettled', stamp, watchable };
  if (known !== null && known.facts === null) return { kind: 'changed', watchable };
  if (job.isRecognising) {
    reportStrays(folder, tree, report);
    reportBackups({ folder, parts: ['', ...listing.folders] }, tree, report);
  }
  const read = await readModel(listing, job, reader);
  return { ...read, stamp, problems: [...problems, ...read.problems], watchable };
}

/** Loaded on demand, as topology folders do not need it; cached, as importing it again is slow. */
let unitReader: typeof import('./model/read-unit.ts') | null = null;

type Planned = { readonly plan: ModelsPlan; readonly tree: DiskTree };

async function visitUnit(job: VisitJob, { plan, tree }: Planned, reader: Reader): Promise<Visited> {
  const { folder, known } = job;
  const places = placesOf(job);
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push(toProblem(path, kind, reason));
  const listing = listUnit({ places, toDisk: diskIn(job), folder, report }, plan, tree);
  reportBackups({ folder, parts: [...(job.twins === null ? [''] : []), ...plan.parts] }, tree, report);
  const stampWith = (elsewhere: readonly string[]) =>
    toFolderStamp(
      [...listing.files, ...elsewhere.map(listing.describe)],
      { priceCents: job.defaultPriceCents, folderRules: job.rules, isAmongOnes: isAmongOnes(job) },
      listing.sidecar,
    );
  const isOnDisk = (at: string) => !job.unpacked.some(({ place: archive }) => isInFolder(at, archive));
  const parts = plan.parts.map((inside) => joinPath(folder, inside));
  const { folders: beneath, ...found } = sortInside(
    job,
    { folders: plan.beneath, files: plan.files },
    report,
    tree,
  );
  const place = {
    watchable: [...(job.twins === null ? [folder] : []), ...parts.filter(isOnDisk)],
    beneath,
    ...found,
    shared: findShared(folder, tree),
  };
  const stamp = stampWith([...new Set([...(known?.recognised?.elsewhere ?? []), ...textsOf(job.above)])]);
  const isKnown = known !== null && known.stamp === stamp && known.recognised !== null && !listing.isPartial;
  if (isKnown && known.facts === null) return { kind: 'unchanged', ...place };
  if (!isKnown && isBusy(job, listing, stamp)) return { kind: 'unsettled', stamp, ...place };
  if (known !== null && known.facts === null) return { kind: 'changed', ...place };
  unitReader ??= await import('./model/read-unit.ts');
  const read = await unitReader.readUnit(listing, job, reader);
  const isAlone = (known?.recognised?.elsewhere ?? read.recognised.elsewhere).length === 0;
  const now =
    isAlone && read.recognised.elsewhere.length === 0 ? stamp : stampWith(read.recognised.elsewhere);
  return { ...read, stamp: now, problems: [...problems, ...read.problems], ...place };
}

function isBusy(
  { quietMs, settledStamp }: VisitJob,
  { changedAt, isCopying }: { readonly changedAt: number; readonly isCopying: boolean },
  stamp: string,
): boolean {
  if (quietMs === 0) return false;
  return isCopying || (stamp !== settledStamp && Date.now() - changedAt < quietMs);
}
