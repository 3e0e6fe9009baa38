import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { lookAtDisk } from '../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { type Problem, toProblem } from '../../catalogue/write/problems.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { listArchives, locatePlace, type Unpacked, unpackedFolder } from '../../files/library-places.ts';
import { isPublished, type openPublishedPlaces } from '../../files/published-places.ts';
import type { ArchiveMemory } from '../archives/archive-memory.ts';
import type { Settling } from './folders/settling.ts';
import type { LibraryPool } from './library-pool.ts';

/** Unknown folders are left alone for a day, as another process may be about to use what it unpacked. */
const longestUnknownMs = 24 * 60 * 60_000;

const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Deletes what was unpacked from archives that are gone, and the remains of interrupted unpacking. */
function removeUnpacked(
  unpackedDir: string,
  { dropped, used }: { readonly dropped: Iterable<string>; readonly used: ReadonlySet<string> },
): void {
  for (const sha256 of dropped) if (!used.has(sha256)) removeFolder(unpackedFolder(unpackedDir, sha256));
  for (const name of listNames(unpackedDir)) {
    const folder = path.join(unpackedDir, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (!used.has(name) && Date.now() - changed > longestUnknownMs) removeFolder(folder);
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no archive has been unpacked yet
  }
}

export type OpenedArchive =
  /** It is an ordinary folder. */
  | { readonly kind: 'none' }
  /** Its contents can be visited; `problems` lists entries that were not unpacked. */
  | { readonly kind: 'open'; readonly problems: readonly Problem[] }
  | { readonly kind: 'left-out'; readonly reason: Words }
  | { readonly kind: 'unsettled'; readonly stamp: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

type Parts = {
  readonly isReadingAgain?: boolean;
  readonly libraryDir: string;
  readonly unpackedDir: string;
  readonly pool: Pick<LibraryPool, 'unpack'>;
  readonly memory: ArchiveMemory;
  readonly settling: Settling;
  readonly published: Pick<ReturnType<typeof openPublishedPlaces>, 'around'>;
};

const isFile = (file: string) => lookAtDisk(file)?.isFile() === true;

const none: readonly Unpacked[] = [];
const nested = 3;
const tooDeep = sentence`It is an archive in more than ${{ count: nested }} others. Unpack it into a folder here.`;

/** Unpacks the archives of a library as the scan reaches them, and locates their content. */
export function createArchives(parts: Parts) {
  const { libraryDir, unpackedDir, pool, memory, settling, published, isReadingAgain } = parts;
  const open = new Map<string, Unpacked>();
  const dropped = new Set<string>();

  /** Returns the archives that contain a path, innermost first, or the folder of a model published here. */
  function unpackedAround(place: string): readonly Unpacked[] {
    if (isPublished(place)) return published.around(place);
    if (open.size === 0) return none;
    return listArchives(place).flatMap((archive) => {
      const known = open.get(archive);
      return known ? [known] : [];
    });
  }

  /** The same for a path that this scan may not have reached, if its archive still exists. */
  function unpackedBefore(place: string): readonly Unpacked[] {
    if (isPublished(place)) return published.around(place);
    const around = listArchives(place);
    const outermost = around.at(-1);
    if (outermost === undefined || !isFile(`${libraryDir}/${outermost}`)) return [];
    return around.flatMap((archive) => {
      const sha256 = memory.find(archive)?.sha256 ?? null;
      return sha256 === null ? [] : [{ place: archive, disk: unpackedFolder(unpackedDir, sha256) }];
    });
  }

  function save(place: string, now: Parameters<ArchiveMemory['save']>[1]): void {
    const before = memory.find(place)?.sha256 ?? null;
    if (before !== null && before !== now.sha256) dropped.add(before);
    memory.save(place, now);
  }

  function enter(place: string, sha256: string, problems: readonly Problem[]): OpenedArchive {
    open.set(place, { place, disk: unpackedFolder(unpackedDir, sha256) });
    return { kind: 'open', problems };
  }

  async function look(place: string): Promise<OpenedArchive> {
    const around = unpackedAround(place);
    if (around.length >= nested) return { kind: 'left-out', reason: tooDeep };
    const { root, inside } = locatePlace(libraryDir, around, place);
    const known = memory.find(place);
    const found = await pool.unpack({
      ...{
        place,
        unpackedDir,
        known: isReadingAgain ? null : known,
        file: `${root}/${inside}`,
        quietMs: around.length > 0 ? 0 : settling.quietMs,
      },
      settledStamp: settling.settledStamp(place),
    });
    if (found.kind === 'none') return { kind: 'none' };
    if (found.kind === 'unsettled') return found;
    settling.forget(place);
    if (found.kind === 'unchanged') {
      const sha256 = known?.sha256 ?? null;
      if (sha256 !== null) return enter(place, sha256, known?.problems ?? []);
      return { kind: 'left-out', reason: known?.problems[0]?.sentence ?? known?.problems[0]?.reason ?? '' };
    }
    if (found.kind === 'unpacked') {
      save(place, found);
      return enter(place, found.sha256, found.problems);
    }
    const { stamp, reason } = found;
    save(place, { stamp, sha256: null, problems: [toProblem(place, 'left-out', reason)] });
    return { kind: 'left-out', reason };
  }

  return {
    unpackedAround,
    unpackedBefore,
    async open(place: string): Promise<OpenedArchive> {
      try {
        return await look(place);
      } catch (error) {
        throwIfExhausted(error);
        return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
      }
    },
    places: memory.places,
    forget(place: string): void {
      const sha256 = memory.find(place)?.sha256 ?? null;
      if (sha256 !== null) dropped.add(sha256);
      memory.forget(place);
    },
    tidy: () => removeUnpacked(unpackedDir, { dropped, used: memory.used() }),
  };
}
