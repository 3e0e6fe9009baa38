import path from 'node:path';
import type { LibraryPlace, Settings } from '../platform/ipc/contract.ts';

export type NamedFolder = Pick<LibraryPlace, 'folder' | 'name'>;

type Chosen = Pick<Settings, 'libraryFolder' | 'libraries'>;

/** Returns all libraries of the settings without duplicates; the one for downloads comes first. */
export function listLibraries({ libraryFolder, libraries }: Chosen): readonly NamedFolder[] {
  const names = new Map(libraries.map(({ folder, name }) => [folder, name]));
  const folders = [libraryFolder, ...libraries.map(({ folder }) => folder)];
  return [...new Set(folders)].map((folder) => ({
    folder,
    name: names.get(folder) ?? (path.basename(folder) || folder),
  }));
}

export const isWithin = (folder: string, place: string): boolean => {
  const way = path.relative(folder, place);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
};

/** Returns the library that contains a folder; null if none does. */
export const findLibraryOf = (places: readonly { readonly folder: string }[], folder: string) =>
  places.find((place) => isWithin(place.folder, folder))?.folder ?? null;

export const isOtherList = (next: Chosen, previous: Chosen): boolean =>
  JSON.stringify(listLibraries(next)) !== JSON.stringify(listLibraries(previous));
