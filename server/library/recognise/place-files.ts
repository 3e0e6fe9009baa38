import { folderOf, nameOf } from '../../contract/relative-path.ts';
import { toLooseKey, toLooseName } from '../../shared/loose-names.ts';

/**
 * A file of the library, and where its model has it: `at` differs from `place` where a scene names a path at which nothing
 * lies, and the file was found elsewhere. Both are relative to the library.
 */
export type PlacedFile = { readonly place: string; readonly at: string };

export type Finder = {
  /** Whether a file that may be served is at exactly this place of the library. */
  readonly isThere: (place: string) => boolean;
  /** A file of the name of this place: there in other letters, else the nearest. */
  readonly byName: (wanted: string) => string | null;
};

/** Joins a reference to a folder of the library; null when it leads out of it. */
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
/** Whether a name stands for the tiles of a texture. */
export const isTiled = (reference: string) => tiled.test(reference);

/** The reference itself, or those to the tiles among these files. */
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

/**
 * The file that a reference means. What is at another place than the one that is named is put where importers look for
 * it: there, or next to the file that names it.
 */
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

/** Finds files by name as exporters write it; of several, the one whose path begins most like the wanted one. */
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
