import type { Library } from '../../../src-main/ipc/contract.ts';

export type LibraryModel = Library['models'][number];
export type LibraryFile = LibraryModel['files'][number];

/** Every word must occur in the title, a format or a topology. */
export function filterModels(models: readonly LibraryModel[], text: string): readonly LibraryModel[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const files = model.files.flatMap(({ format, lod, role }) => (role === 'scene' ? [format, lod] : []));
    const haystack = [model.title, model.license, ...files].join(' ').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

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
