import type { Dirent } from 'node:fs';
import { codeOf, toStorageFault } from '../../base/storage/storage-fault.ts';
import { isIgnored, readLod } from '../../catalogue/write/names.ts';
import type { Problem, ReportProblem } from '../../catalogue/write/problems.ts';
import { toFolderStamp } from './file-stamp.ts';
import { joinPath, listModel, listNames, messageOf, reportOddEntry } from './list-model.ts';
import { type Reader, readModel } from './read-model.ts';
import type { Visited, VisitJob } from './visit.ts';

const deepest = 12;
const goneCodes = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Looks at one folder of the library: tells the folders in it, or reads it when it is a model's. It blocks its thread.
 */
export async function visitFolder(job: VisitJob, reader: Reader): Promise<Visited> {
  let entries: readonly Dirent[];
  try {
    entries = listNames(joinPath(job.libraryDir, job.folder));
  } catch (error) {
    if (goneCodes.has(codeOf(error))) return { kind: 'gone', watchable: [] };
    // Out of file descriptors: the fault is not the folder's.
    if (toStorageFault(error) === 'descriptors') throw error;
    return { kind: 'unreadable', reason: messageOf(error), watchable: [] };
  }
  const isModel =
    job.folder !== '' && entries.some((entry) => entry.isDirectory() && readLod(entry.name) !== null);
  return isModel ? visitModel(job, entries, reader) : visitContainer(job, entries);
}

function visitContainer({ folder }: VisitJob, entries: readonly Dirent[]): Visited {
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push({ path, kind, reason });
  const seen = entries.filter((entry) => !isIgnored(entry.name));
  const sound = seen.filter((entry) => !reportOddEntry(entry, joinPath(folder, entry.name), report));
  const depth = folder === '' ? 0 : folder.split('/').length;
  const inside = sound.filter((entry) => entry.isDirectory()).map((entry) => joinPath(folder, entry.name));
  const folders = depth < deepest ? inside : [];
  return { kind: 'container', folders, isEmpty: seen.length === 0, problems, watchable: [folder] };
}

async function visitModel(job: VisitJob, entries: readonly Dirent[], reader: Reader): Promise<Visited> {
  const { folder, known } = job;
  const problems: Problem[] = [];
  const report: ReportProblem = (path, kind, reason) => problems.push({ path, kind, reason });
  const listing = listModel({ libraryDir: job.libraryDir, folder, report }, entries);
  const files = [...listing.rootFiles, ...listing.topologyFiles];
  const stamp = toFolderStamp(files, job.defaultPriceCents, listing.sidecar);
  const watchable = [folder, ...listing.folders.map((inside) => joinPath(folder, inside))];
  const isKnown = known !== null && known.stamp === stamp && !listing.isPartial;
  if (isKnown && known.facts === null) return { kind: 'unchanged', watchable };
  if (!isKnown && isBusy(job, listing, stamp)) return { kind: 'unsettled', stamp, watchable };
  if (known !== null && known.facts === null) return { kind: 'changed', watchable };
  const read = await readModel(listing, job, reader);
  return { ...read, stamp, problems: [...problems, ...read.problems], watchable };
}

function isBusy(
  { quietMs, settledStamp }: VisitJob,
  { changedAt, isCopying }: { readonly changedAt: number; readonly isCopying: boolean },
  stamp: string,
): boolean {
  if (quietMs === 0) return false;
  return isCopying || (stamp !== settledStamp && Date.now() - changedAt < quietMs);
}
