import path from 'node:path';
import { listDisk, lookAtDisk, realPlace } from '../../../base/bucket/library-disk.ts';
import { isIgnored } from '../../../catalogue/write/names.ts';
import { formatOf } from '../../../contract/catalogue/formats.ts';
import type { LibraryPlaces } from '../../../files/library-places.ts';
import { findLoosely } from '../../../inspect/sibling-files.ts';
import { createNameIndex, type Finder } from '../../recognise/place-files.ts';
import { isComposed, isScene, isTexture } from '../../recognise/scene-files.ts';
import type { SharedAbove } from '../visit.ts';
import type { DiskFile } from './look-at-files.ts';

export type DiskPlaces = Pick<LibraryPlaces, 'locate' | 'toDisk'>;

type Source = {
  readonly places: DiskPlaces;
  /** Files in the visited folder, relative to the library. */
  readonly own: readonly string[];
  readonly above: readonly SharedAbove[];
  /** True if files outside the visited folder are off limits, as for published models. */
  readonly isAlone: boolean;
};

/** A texture, and its path relative to its folder's parent. */
type PlacedTexture = { readonly place: string; readonly inside: string };

type LibraryFinder = Finder & {
  /** Textures in the ancestors that hold no other models. */
  readonly texturesAbove: () => readonly PlacedTexture[];
  /** Files and folders outside the visited folder that were used, or searched without success. */
  readonly elsewhere: () => readonly string[];
};

/** A scene can name any path, so only files that can be part of a scene are published through it. */
const isPart = (place: string) =>
  isTexture(place) || isComposed(place) || ['mtl', 'bin', 'usdz'].includes(formatOf(place));

const deepest = 3;
const mostNames = 20_000;

/** Describes a file or folder of the library; the result is equal as long as nothing changes. */
export function lookInLibrary({ toDisk }: DiskPlaces, place: string): DiskFile {
  const stats = lookAtDisk(toDisk(place));
  const isKnown = stats?.isFile() || stats?.isDirectory();
  return {
    relativePath: `/${place}`,
    sizeBytes: isKnown && stats?.isFile() ? Number(stats.size) : 0,
    mark: isKnown ? String(stats?.mark) : '',
  };
}

function listTextures({ toDisk }: DiskPlaces, folder: string): readonly string[] {
  const found: string[] = [];
  const look = (inside: string, depth: number) => {
    for (const entry of listDisk(toDisk(inside))) {
      if (found.length >= mostNames || isIgnored(entry.name)) continue;
      const place = `${inside}/${entry.name}`;
      if (entry.isFile() && isPart(entry.name)) found.push(place);
      else if (entry.isDirectory() && depth < deepest) look(place, depth + 1);
    }
  };
  try {
    look(folder, 0);
  } catch {
    return []; // visiting that folder reports what is wrong with it
  }
  return found.sort();
}

/** Finds files that scenes name: in their folder, then by exact path in the library, then by name in the ancestors. */
export function createLibraryFinder({ places, own, above, isAlone }: Source): LibraryFinder {
  const ownPlaces = new Set(own);
  const ownByName = createNameIndex(own.filter((place) => !isScene(place)));
  const checked = new Map<string, boolean>();
  const used = new Set<string>();
  const realRoots = new Map<string, string>();
  const realRoot = (root: string) => {
    const real = realRoots.get(root) ?? realPlace(root);
    realRoots.set(root, real);
    return real;
  };
  let aboveByName: ((wanted: string) => string | null) | null = null;

  function isServable(place: string): boolean {
    if (!isPart(place) || place.split('/').some(isIgnored)) return false;
    try {
      const { root, inside } = places.locate(place);
      const isReal = realPlace(path.join(root, inside)) === path.join(realRoot(root), inside);
      return isReal && lookAtDisk(path.join(root, inside))?.isFile() === true;
    } catch {
      return false;
    }
  }

  function findThere(wanted: string): string | null {
    const place = isAlone ? null : findLoosely(wanted, places.toDisk);
    if (place === null || !isServable(place)) return null;
    used.add(place);
    return place;
  }

  function findAbove(wanted: string): string | null {
    const folders = above.flatMap(({ textures }) => textures);
    aboveByName ??= createNameIndex(folders.flatMap((folder) => listTextures(places, folder)));
    const found = aboveByName(wanted);
    if (found !== null) used.add(found);
    else for (const folder of folders) used.add(folder);
    return found;
  }

  return {
    isThere(place) {
      if (ownPlaces.has(place)) return true;
      if (isAlone) return false;
      const isFound = checked.get(place) ?? isServable(place);
      checked.set(place, isFound);
      if (isFound) used.add(place);
      return isFound;
    },
    byName: (wanted) => ownByName(wanted) ?? findThere(wanted) ?? findAbove(wanted),
    texturesAbove() {
      const folders = isAlone
        ? []
        : above.filter((shared) => shared.isAlone).flatMap(({ textures }) => textures);
      for (const folder of folders) used.add(folder);
      return folders.flatMap((folder) =>
        listTextures(places, folder)
          .filter(isTexture)
          .map((place) => ({ place, inside: place.slice(folder.lastIndexOf('/') + 1) })),
      );
    },
    elsewhere: () => [...used].sort(),
  };
}
