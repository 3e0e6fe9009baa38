import { type DiskEntry, listDisk } from '../../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { isIgnored, readLod } from '../../../catalogue/write/names.ts';
import { findNameFault, type ReportProblem } from '../../../catalogue/write/problems.ts';
import { toPathKey } from '../../../contract/relative-path.ts';
import { sentence } from '../../../contract/sentence.ts';
import { createLook, type DiskFile, joinPath, messageOf } from '../folders/look-at-files.ts';

export type ModelListing = {
  readonly rootFiles: readonly DiskFile[];
  readonly topologyFiles: readonly DiskFile[];
  readonly sidecar: DiskFile | null;
  /** True if any entry is named product.json, even one that cannot be read. */
  readonly hasProduct: boolean;
  /** Subfolders, relative to the model's folder. */
  readonly folders: readonly string[];
  /** Time of the last change, in milliseconds since 1970 by the disk's clock. */
  readonly changedAt: number;
  /** True if a copy is in progress: there is a recent file with the name of an unfinished copy. */
  readonly isCopying: boolean;
  /** True if a folder or file could not be checked. */
  readonly isPartial: boolean;
};

export const sidecarName = '.lodestock.json';
export const productName = 'product.json';
const deepest = 12;

export const isNoText = (name: string) => name.includes('\uFFFD');

/** Lists the entries of a folder, sorted by name. Throws file system errors. */
export const listNames = (place: string): DiskEntry[] =>
  listDisk(place).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Reports an entry that is neither file nor folder, or whose name is not valid text. */
export function reportOddEntry(entry: DiskEntry, where: string, report: ReportProblem): boolean {
  if (isNoText(entry.name)) {
    report(where, 'name', 'Its name is not valid text, so it is not published. Rename it.');
    return true;
  }
  if (entry.isFile() || entry.isDirectory()) return false;
  if (entry.fault !== undefined) report(where, 'name', entry.fault);
  else
    report(
      where,
      'link',
      'This is a link or a device, and only real files are published. Copy the file itself here.',
    );
  return true;
}

/** Lists a folder by its path relative to the model's. Throws file system errors. */
type ReadEntries = (relativePath: string) => readonly DiskEntry[];
type Place = Parameters<typeof createLook>[0];

/** Lists a model's folder with sizes and times. Never follows links. */
export function listModel(place: Place, readEntries: ReadEntries): ModelListing {
  const { folder, report } = place;
  const entries = readEntries('');
  const folders: string[] = [];
  const { stat, statAll, watchCopies, missSomething, seen: seenFiles } = createLook(place);

  function listFiles(inside: string): string[] {
    folders.push(inside);
    if (inside.split('/').length > deepest) return [];
    return listFolder(inside).flatMap((entry) => {
      const relativePath = joinPath(inside, entry.name);
      if (isIgnored(entry.name)) {
        watchCopies(relativePath);
        return [];
      }
      if (reportOddEntry(entry, joinPath(folder, relativePath), report)) return [];
      return entry.isDirectory() ? listFiles(relativePath) : [relativePath];
    });
  }

  function listFolder(inside: string): readonly DiskEntry[] {
    try {
      return readEntries(inside);
    } catch (error) {
      throwIfExhausted(error);
      missSomething();
      const reason = sentence`This folder cannot be read (${{ reason: messageOf(error) }}). Check its permissions.`;
      report(joinPath(folder, inside), 'unreadable', reason);
      return [];
    }
  }

  const seen = entries.filter((entry) => !isIgnored(entry.name));
  for (const entry of entries) if (isIgnored(entry.name)) watchCopies(entry.name);
  const sound = seen.filter((entry) => !reportOddEntry(entry, joinPath(folder, entry.name), report));
  const topologies = sound.filter((entry) => entry.isDirectory() && readLod(entry.name) !== null);
  const paths = topologies.flatMap((entry) => listFiles(entry.name));
  const rootFiles = statAll(sound.filter((entry) => entry.isFile()).map((entry) => entry.name));
  const topologyFiles = statAll(keepSafe(folder, paths, report));
  const hasSidecar = entries.some((entry) => entry.name === sidecarName && entry.isFile());
  const sidecar = hasSidecar ? stat(sidecarName) : null;
  const hasProduct = entries.some((entry) => entry.name === productName);
  return { rootFiles, topologyFiles, sidecar, hasProduct, folders, ...seenFiles() };
}

/** Drops names that some system cannot store, and all but the first of names that some system treats as equal. */
function keepSafe(folder: string, relativePaths: readonly string[], report: ReportProblem): string[] {
  const taken = new Map<string, string>();
  return relativePaths.filter((relativePath) => {
    const key = toPathKey(relativePath);
    const fault = findNameFault(relativePath, taken.get(key));
    if (fault === null) taken.set(key, relativePath);
    else report(joinPath(folder, relativePath), 'name', fault);
    return fault === null;
  });
}
