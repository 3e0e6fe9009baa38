import type { Library } from '../../../../src-main/platform/ipc/contract.ts';

/** True if a model is in the library of this folder. */
export const isIn = (place: string, { folder }: Pick<LibraryModel, 'folder'>) =>
  folder.startsWith(place) && /^[\\/]/.test(folder.slice(place.replace(/[\\/]$/, '').length));

export type LibraryModel = Library['models'][number];
export type LibraryFile = LibraryModel['files'][number];

type FileKey = { readonly guid: string; readonly lod: string; readonly relativePath: string };

/** Returns the downloaded copy of exactly this file, if it is still on the disk. */
export function findLocalFile(library: Library | null, file: FileKey): LibraryFile | undefined {
  return library?.models
    .find(({ guid }) => guid === file.guid)
    ?.files.find(
      ({ lod, relativePath, isPresent }) =>
        isPresent && lod === file.lod && relativePath === file.relativePath,
    );
}

/** Returns the default library for a download of this model: the one that has the model. */
export function findHome(library: Library | null, guid: string): string | null {
  const model = library?.models.find((candidate) => candidate.guid === guid);
  const place = model && library?.places.find(({ folder }) => isIn(folder, model));
  return place?.folder ?? library?.folder ?? null;
}
