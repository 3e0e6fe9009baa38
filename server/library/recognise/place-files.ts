import { folderOf, nameOf } from '../../contract/relative-path.ts';
import { toLooseKey, toLooseName } from '../../shared/loose-names.ts';

/**
 * A file of the library, and the path at which its model has it, both relative to the library. `at` differs from
 * `place` if a scene names a path at which there is no file, and the file was found elsewhere.
 */
export type PlacedFile = { readonly place: string; readonly at: string };

export type Finder = {
  /** True if a file that may be served is at exactly this path. */
  readonly isThere: (place: string) => boolean;
  /** Finds a file of this name: at this path in different case, otherwise the nearest. */
  readonly byName: (wanted: string) => string | null;
};

/** Joins a reference to a folder of the library; null if it leads outside. */
export function joinReference(folder: string, reference: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of reference.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '.' && part !== '..' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const tiled = /<udim>|%\(udim\)d|<uvtile>/i;
const tile = /^(?:1\d{3}|u\d+_v\d+)$/;
/** Returns true if a name is a pattern for the tiles of a texture. */
export const isTiled = (reference: string) => tiled.test(reference);

/** Returns the references to the tiles among these files, or the reference itself if it is not tiled. */
export function expandTiles(reference: string, places: readonly string[]): readonly string[] {
  if (!isTiled(reference)) return [reference];
  const [before = '', after = ''] = toLooseName(reference).split(tiled);
  const isOne = (name: string) =>
    name.startsWith(before) &&
    name.endsWith(after) &&
    tile.test(name.slice(before.length, name.length - after.length));
  return places.flatMap((place) =>
    isOne(toLooseName(place)) ? (joinReference(folderOf(reference), nameOf(place)) ?? []) : [],
  );
}

/** Finds a reference's file, and places it where importers look: at the named path, or beside the file naming it. */
export function findReferenced(from: PlacedFile, reference: string, finder: Finder): PlacedFile | null {
  const exact = joinReference(folderOf(from.place), reference);
  const at = joinReference(folderOf(from.at), reference);
  if (exact !== null && finder.isThere(exact)) return { place: exact, at: at ?? exact };
  const place = finder.byName(exact ?? nameOf(reference));
  if (place === null) return null;
  const isInside = at !== null && !reference.split('/').includes('..');
  const beside = folderOf(from.at);
  return { place, at: isInside ? at : beside === '' ? nameOf(place) : `${beside}/${nameOf(place)}` };
}

/** Finds files by name in exporters' spelling; of several, the one whose path starts most like the wanted one. */
export function createNameIndex(places: readonly string[]): (wanted: string) => string | null {
  const known = places.map((place) => ({ place, parts: toLooseKey(place).split('/') }));
  const byName = Map.groupBy(known, ({ parts }) => parts.at(-1));
  return (wanted) => {
    const path = toLooseKey(wanted).split('/');
    let best: string | null = null;
    let most = -1;
    for (const { place, parts } of byName.get(path.at(-1)) ?? []) {
      const end = parts.findIndex((part, at) => part !== path[at]);
      const shared = end === -1 ? parts.length : end;
      if (shared > most) [best, most] = [place, shared];
    }
    return best;
  };
}
