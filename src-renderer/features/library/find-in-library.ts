import type { Library } from '../../../src-main/ipc/contract.ts';

export type LibraryModel = Library['models'][number];
export type LibraryFile = LibraryModel['files'][number];

type FileKey = { readonly guid: string; readonly lod: string; readonly relativePath: string };

/** The downloaded copy of exactly this file, if it is still on the disk. */
export function findLocalFile(library: Library | null, file: FileKey): LibraryFile | undefined {
  return library?.models
    .find(({ guid }) => guid === file.guid)
    ?.files.find(
      ({ lod, relativePath, isPresent }) =>
        isPresent && lod === file.lod && relativePath === file.relativePath,
    );
}
