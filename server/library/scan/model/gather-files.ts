import { isPublished } from '../../../files/published-places.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { expandTiles, findReferenced, type PlacedFile } from '../../recognise/place-files.ts';
import { isComposed, isScene } from '../../recognise/scene-files.ts';
import { createRecognisedStamper } from '../folders/file-stamp.ts';
import { createLibraryFinder } from '../folders/find-in-library.ts';
import { createPlaces, type DiskFile } from '../folders/look-at-files.ts';
import type { UnitListing } from '../list-unit.ts';
import { placesOf } from '../visit.ts';
import { createFileReader, type Reading } from './read-files.ts';

type Source = Pick<Reading, 'job' | 'reader' | 'facts' | 'report'> & {
  readonly listing: UnitListing;
};

/** Reads the files of a folder, and any other files of the library that its scenes need, each once. */
export function createGatherer({ listing, job, reader, facts, report }: Source) {
  const { toPlace, toInside } = createPlaces(job.folder);
  const read = createFileReader({
    ...{ job, reader, facts },
    stampOf: createRecognisedStamper([
      ...listing.files,
      ...(job.known?.recognised?.elsewhere ?? []).map(listing.describe),
    ]),
    report: (inside, kind, reason) => report(toPlace(inside), kind, reason),
  });
  const own = new Map(listing.files.map((file) => [toPlace(file.relativePath), file]));
  const finder = createLibraryFinder({
    ...{ places: placesOf(job), own: [...own.keys()], above: job.above },
    isAlone: isPublished(job.folder),
  });
  const inspections = new Map<string, Inspection | null>();
  const diskFiles = new Map<string, DiskFile>();

  /** Returns null for a file that cannot be read, which is also reported. */
  async function inspect(place: string): Promise<Inspection | null> {
    const known = inspections.get(place);
    if (known !== undefined) return known;
    const found = own.get(place) ?? listing.describe(place);
    const [file] = await read.all([{ ...found, relativePath: toInside(place) }]);
    diskFiles.set(place, found);
    inspections.set(place, file?.inspection ?? null);
    return file?.inspection ?? null;
  }

  /** Returns the files that a scene needs, including those that they need in turn. */
  async function gather(scene: string): Promise<readonly PlacedFile[]> {
    const found = new Map<string, PlacedFile>();
    const queue: PlacedFile[] = [{ place: scene, at: scene }];
    for (const from of queue) {
      const inspection = await inspect(from.place);
      const references = inspection?.references ?? [];
      for (const reference of references.flatMap((one) => expandTiles(one, [...own.keys()]))) {
        const placed = findReferenced(from, reference, finder);
        if (placed === null || found.has(placed.at)) continue;
        if (isScene(placed.place) && !isComposed(from.place)) continue;
        found.set(placed.at, placed);
        queue.push(placed);
      }
    }
    return [...found.values()];
  }

  /** Returns the scenes that are parts of others in the list. */
  function findParts(scenes: readonly string[]): ReadonlySet<string> {
    const users = scenes.filter((scene) => isComposed(scene));
    const parts = new Set<string>();
    for (const place of users)
      for (const reference of inspections.get(place)?.references ?? []) {
        const used = findReferenced({ place, at: place }, reference, finder)?.place;
        if (used !== undefined && used !== place) parts.add(used);
      }
    // If all of them are parts of each other, the first stays, so that none is lost.
    const [first] = users;
    if (first !== undefined && users.every((user) => parts.has(user))) parts.delete(first);
    return parts;
  }

  return {
    inspect,
    gather,
    findParts,
    readPictures: (files: readonly DiskFile[]) => read.all(files),
    inspectionOf: (place: string) => inspections.get(place) ?? null,
    /** Signals progress although no file is being read. */
    onProgress: () => reader.onFile(''),
    headOf: read.headOf,
    diskFileOf: (place: string) => diskFiles.get(place) ?? null,
    elsewhere: finder.elsewhere,
    texturesAbove: finder.texturesAbove,
    result: read.result,
  };
}

export type Gatherer = ReturnType<typeof createGatherer>;
