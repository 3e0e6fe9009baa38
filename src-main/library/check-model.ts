import pMap from 'p-map';
import type { LibraryCheck, LibraryModel } from '../platform/ipc/contract.ts';
import type { HashThreads } from '../platform/storage/hash-threads.ts';
import { findOnDisk, readFingerprint } from '../platform/storage/inspect-files.ts';

/** Results of checks by absolute path, valid until the file changes. */
export type CheckedFiles = Map<string, { readonly fingerprint: string; readonly isEdited: boolean }>;

type Found = 'whole' | 'edited' | 'missing';

/** Reads every file of a model, on all cores, and reports those that differ from the download. */
export async function checkModel(
  model: LibraryModel,
  checked: CheckedFiles,
  { hash, count }: Pick<HashThreads, 'hash' | 'count'>,
): Promise<LibraryCheck> {
  const check = async ({ relativePath, sha256 }: LibraryModel['files'][number]): Promise<Found> => {
    const file = await findOnDisk(model.folder, relativePath);
    const fingerprint = await readFingerprint(file);
    const found = fingerprint === null ? null : await hash(file);
    if (fingerprint === null || found === null) return 'missing';
    const isEdited = found !== sha256;
    checked.set(file, { fingerprint, isEdited });
    return isEdited ? 'edited' : 'whole';
  };
  const found = await pMap(model.files, check, { concurrency: count });
  const pathsOf = (kind: Found) =>
    model.files.filter((_, index) => found[index] === kind).map((file) => file.relativePath);
  return { count: model.files.length, missing: pathsOf('missing'), edited: pathsOf('edited') };
}
