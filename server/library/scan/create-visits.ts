import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import type { Unpacked } from '../../files/library-places.ts';
import { isPublished } from '../../files/published-places.ts';
import type { Rules } from '../corrections/rules.ts';
import { isArchive } from '../recognise/scene-files.ts';
import type { Twins } from '../recognise/twins.ts';
import { createPictureRoom } from './draw-pictures.ts';
import type { FolderMemory } from './folders/folder-memory.ts';
import { createPlaces, joinPath } from './folders/look-at-files.ts';
import type { Settling } from './folders/settling.ts';
import type { LibraryPool } from './library-pool.ts';
import type { createSharedAbove } from './model/shared-above.ts';
import type { ScanOptions } from './scan-options.ts';
import type { KnownFolder, Visited } from './visit.ts';

type Options = Pick<ScanOptions, 'libraryDir' | 'defaultPriceCents' | 'isRecognising' | 'signal'> & {
  readonly pool: Pick<LibraryPool, 'visit'>;
};

type Parts = {
  readonly memory: FolderMemory;
  readonly settling: Settling;
  readonly sharedAbove: ReturnType<typeof createSharedAbove>;
  readonly rules: Rules;
  readonly unpackedAround: (place: string) => readonly Unpacked[];
  /** The same for an archive that this scan may not have reached yet. */
  readonly unpackedBefore: (place: string) => readonly Unpacked[];
  /** Paths of the archives in a folder that count as texture folders. */
  readonly packedIn: (folder: string) => readonly string[];
  /** The twins that a path stands for; null if it is a folder. */
  readonly twinsAt: (place: string) => TwinsAt | null;
  /** True to read a folder even if it has not changed. */
  readonly isAnew: (folder: string) => boolean;
  /** Paths of files in a folder to read even if their marks are unchanged. */
  readonly rereadsIn: (folder: string) => readonly string[] | 'all';
  /** True if a model from an earlier visit is in the catalogue, or waiting. */
  readonly isTaken: (model: string) => boolean;
};

export type TwinsAt = { readonly folder: string; readonly twins: Twins };

/** A folder's current state and its state at the previous visit. */
export type Looked = { readonly visited: Visited; readonly before: KnownFolder | null };

/** Visits folders in threads, first without the stored facts of files, as most folders have not changed. */
export function createVisits(options: Options, parts: Parts) {
  const { pool, libraryDir, defaultPriceCents, signal } = options;
  const { memory, settling, sharedAbove, rules, unpackedAround, twinsAt, isAnew, isTaken, rereadsIn } = parts;
  const pictureRoom = createPictureRoom();

  /** Returns the unpacked archives at exactly these paths. */
  const openAt = (places: readonly string[]) =>
    places.filter(isArchive).flatMap((place) => {
      const around = unpackedAround(place).filter((one) => one.place === place);
      return around.length > 0 ? around : parts.unpackedBefore(place).filter((one) => one.place === place);
    });

  async function visit(place: string, known: KnownFolder | null): Promise<Visited> {
    signal?.throwIfAborted();
    const { folder, twins } = twinsAt(place) ?? { folder: place, twins: null };
    const around = unpackedAround(folder);
    const members = twins?.members.map((name) => joinPath(folder, name)) ?? [];
    const own = members.flatMap((member) => unpackedAround(member).filter((one) => one.place === member));
    const packed = twins === null ? parts.packedIn(folder) : [];
    const quietMs = around.length > 0 ? 0 : settling.quietMs;
    const settledStamp = settling.settledStamp(place);
    const isRecognising = isPublished(folder) || options.isRecognising !== false;
    const above = isPublished(folder) || !isRecognising ? [] : sharedAbove.of(folder, twins !== null);
    const textures = openAt([...packed, ...above.flatMap((shared) => shared.textures)]);
    const rereads = rereadsIn(place);
    const { toInside } = createPlaces(folder);
    const unpacked = [...own, ...textures, ...around];
    const job = {
      ...{ libraryDir, folder, twins, unpacked, known, defaultPriceCents, rules: rules.of(folder) },
      ...{ quietMs, settledStamp, isRecognising, above, pictureRoom },
      rereads: rereads === 'all' ? rereads : rereads.map(toInside),
      packed: packed.map((at) => at.slice(folder === '' ? 0 : folder.length + 1)),
    };
    try {
      return await pool.visit(job);
    } catch (error) {
      signal?.throwIfAborted();
      throwIfExhausted(error);
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'unreadable', reason, watchable: [] };
    }
  }

  return async (folder: string): Promise<Looked> => {
    const before = memory.find(folder);
    const visited = await visit(folder, before);
    const models = before?.recognised?.models ?? [folder];
    const isToRead =
      visited.kind === 'unchanged' &&
      (isAnew(folder) || rereadsIn(folder).length > 0 || !models.every(isTaken));
    if (before === null || (visited.kind !== 'changed' && !isToRead)) return { visited, before };
    return { visited: await visit(folder, { ...before, facts: memory.facts(folder) ?? '{}' }), before };
  };
}
