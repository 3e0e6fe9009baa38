import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import type { Unpacked } from '../../files/library-places.ts';
import { isPublished } from '../../files/published-places.ts';
import type { Rules } from '../corrections/rules.ts';
import type { FolderMemory } from './folder-memory.ts';
import type { LibraryPool } from './library-pool.ts';
import type { Settling } from './settling.ts';
import type { createSharedAbove } from './shared-above.ts';
import type { KnownFolder, Visited } from './visit.ts';

type Options = {
  readonly pool: Pick<LibraryPool, 'visit'>;
  readonly libraryDir: string;
  readonly defaultPriceCents: number;
  readonly isRecognising?: boolean;
  readonly signal?: AbortSignal;
};

type Parts = {
  readonly memory: FolderMemory;
  readonly settling: Settling;
  readonly sharedAbove: ReturnType<typeof createSharedAbove>;
  readonly rules: Rules;
  readonly unpackedAround: (place: string) => readonly Unpacked[];
  /** Whether a folder is to be read although nothing of it has changed. */
  readonly isAnew: (folder: string) => boolean;
  /** Whether a model that was found in an earlier visit is where it belongs: in the catalogue, or waiting. */
  readonly isTaken: (model: string) => boolean;
};

/** What a folder is now, and what was known of it. */
export type Looked = { readonly visited: Visited; readonly before: KnownFolder | null };

/** Lets threads look at folders, first without what is known of their files, as most have not changed. */
export function createVisits(options: Options, parts: Parts) {
  const { pool, libraryDir, defaultPriceCents, signal } = options;
  const { memory, settling, sharedAbove, rules, unpackedAround, isAnew, isTaken } = parts;

  async function visit(folder: string, known: KnownFolder | null): Promise<Visited> {
    signal?.throwIfAborted();
    const unpacked = unpackedAround(folder);
    const quietMs = unpacked.length > 0 ? 0 : settling.quietMs;
    const settledStamp = settling.settledStamp(folder);
    const isRecognising = isPublished(folder) || options.isRecognising !== false;
    const above = isPublished(folder) ? [] : sharedAbove.of(folder);
    const job = {
      ...{ libraryDir, folder, unpacked, known, defaultPriceCents, rules: rules.of(folder) },
      ...{ quietMs, settledStamp, isRecognising, above },
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
    const isToRead = visited.kind === 'unchanged' && (isAnew(folder) || !models.every(isTaken));
    if (before === null || (visited.kind !== 'changed' && !isToRead)) return { visited, before };
    return { visited: await visit(folder, { ...before, facts: memory.facts(folder) ?? '{}' }), before };
  };
}
