import type { Library } from '../../../../src-main/platform/ipc/contract.ts';

/** Whether a model is in the library of this folder. */
export const isIn = (place: string, { folder }: Pick<LibraryModel, 'folder'>) =>
  folder.startsWith(place) && /^[\\/]/.test(folder.slice(place.replace(/[\\/]$/, '').length));

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

/** The library that a download of this model goes to unless the person says otherwise: where the model is already. */
export function findHome(library: Library | null, guid: string): string | null {
  const model = library?.models.find((candidate) => candidate.guid === guid);
  const place = model && library?.places.find(({ folder }) => isIn(folder, model));
  return place?.folder ?? library?.folder ?? null;
}
