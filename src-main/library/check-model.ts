import pMap from 'p-map';
import type { LibraryCheck, LibraryModel } from '../platform/ipc/contract.ts';
import type { HashThreads } from '../platform/storage/hash-threads.ts';
import { findOnDisk, readMark } from '../platform/storage/inspect-files.ts';
import type { CheckedFiles } from './checked-files.ts';

type Found = 'whole' | 'edited' | 'missing';

/** Reads every file of a model, on all cores, and reports those that differ from the download. */
export async function checkModel(
  model: LibraryModel,
  checked: CheckedFiles,
  { hash, count }: Pick<HashThreads, 'hash' | 'count'>,
): Promise<LibraryCheck> {
  const check = async ({ relativePath, sha256 }: LibraryModel['files'][number]): Promise<Found> => {
    const file = await findOnDisk(model.folder, relativePath);
    const mark = await readMark(file);
    const found = mark === null ? null : await hash(file);
    if (mark === null || found === null) return 'missing';
    const isEdited = found !== sha256;
    checked.set(file, { mark, isEdited });
    return isEdited ? 'edited' : 'whole';
  };
  const found = await pMap(model.files, check, { concurrency: count });
  const pathsOf = (kind: Found) =>
    model.files.filter((_, index) => found[index] === kind).map((file) => file.relativePath);
  return { count: model.files.length, missing: pathsOf('missing'), edited: pathsOf('edited') };
}
