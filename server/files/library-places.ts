import path from 'node:path';
import type { Db } from '../base/db/open-database.ts';
import type { Config } from '../config.ts';
import { isPublished, openPublishedPlaces } from './published-places.ts';

export type LibraryPlaces = {
  /**
   * Where a place of the library is on disk: in the library folder, or in the data folder for unpacked archives and
   * published models. `root` is the folder that it must not lead out of, and `inside` its path there.
   */
  readonly locate: (place: string) => { readonly root: string; readonly inside: string };
  readonly toDisk: (place: string) => string;
  /** The same for a derived file, by its SHA-256. */
  readonly locateDerived: (sha256: string) => { readonly root: string; readonly inside: string };
  /** Whether it is from an archive or was published here, so not in the library folder itself. */
  readonly isUnpacked: (place: string) => boolean;
};

/** An unpacked archive: its place in the library, and the folder with its content. */
export type Unpacked = { readonly place: string; readonly disk: string };

/** Prefixes of a path that may be archives, innermost first. */
export function listArchives(place: string): readonly string[] {
  const ends = [...place.matchAll(/\.zip(?=\/|$)/gi)].map(({ index }) => index + '.zip'.length);
  return ends.map((end) => place.slice(0, end)).reverse();
}

const isWithin = (place: string, root: string) => place === root || place.startsWith(`${root}/`);

/** Finds a place in the library folder or in the innermost unpacked archive. */
export function locatePlace(libraryDir: string, unpacked: readonly Unpacked[], place: string) {
  const archive = unpacked.find((candidate) => isWithin(place, candidate.place));
  return archive
    ? { root: archive.disk, inside: place.slice(archive.place.length + 1) }
    : { root: libraryDir, inside: place };
}

export const unpackedFolder = (unpackedDir: string, sha256: string) => path.join(unpackedDir, sha256);

/** A derived file's path in its folder; the extension is the same for every format. */
export const derivedPlaceOf = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}.glb`;

type Source = { readonly db: Db } & Pick<
  Config,
  'libraryDir' | 'unpackedDir' | 'publishedDir' | 'derivedDir'
>;

/** Knows which archives of the library are unpacked. Most places are in none, and cost no query. */
export function createLibraryPlaces(source: Source): LibraryPlaces {
  const { db, libraryDir, unpackedDir, publishedDir, derivedDir } = source;
  const published = openPublishedPlaces(db, publishedDir);
  const find = db
    .prepare<[string], string | null>('SELECT sha256 FROM unpacked_archive WHERE place = ?')
    .pluck();
  const inArchive = (place: string) =>
    listArchives(place).flatMap((archive): Unpacked[] => {
      const sha256 = find.get(archive) ?? null;
      return sha256 === null ? [] : [{ place: archive, disk: unpackedFolder(unpackedDir, sha256) }];
    });
  const unpackedOf = (place: string) => (isPublished(place) ? published.around(place) : inArchive(place));
  return toPlaces({ libraryDir, derivedDir }, unpackedOf);
}

/** The same for fixed unpacked archives and no derived files. */
export const plainPlaces = (libraryDir: string, unpacked: readonly Unpacked[] = []): LibraryPlaces =>
  toPlaces({ libraryDir, derivedDir: path.join(libraryDir, '.levels') }, () => unpacked);

/** The path of one place on disk; most places are in no archive. */
export function placeOnDisk(libraryDir: string, unpacked: readonly Unpacked[], place: string): string {
  const { root, inside } =
    unpacked.length === 0 ? { root: libraryDir, inside: place } : locatePlace(libraryDir, unpacked, place);
  return inside === '' ? root : `${root}/${inside}`;
}

type Folders = Pick<Source, 'libraryDir' | 'derivedDir'>;

function toPlaces(
  { libraryDir, derivedDir }: Folders,
  unpackedOf: (place: string) => readonly Unpacked[],
): LibraryPlaces {
  const locate = (place: string) => locatePlace(libraryDir, unpackedOf(place), place);
  return {
    locate,
    toDisk(place) {
      const { root, inside } = locate(place);
      return path.join(root, inside);
    },
    locateDerived: (sha256) => ({ root: derivedDir, inside: derivedPlaceOf(sha256) }),
    isUnpacked: (place) => locate(place).root !== libraryDir,
  };
}
