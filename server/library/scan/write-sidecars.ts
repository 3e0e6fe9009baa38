import type { CatalogueWriter } from '../../catalogue/write/catalogue-writer.ts';
import { withSidecar } from './folders/file-stamp.ts';
import type { FolderMemory } from './folders/folder-memory.ts';
import type { LibraryPool } from './library-pool.ts';

type Fresh = { readonly folder: string; readonly guid: string; readonly stamp: string };
type Parts = {
  readonly libraryDir: string;
  readonly pool: LibraryPool;
  readonly memory: FolderMemory;
  readonly writer: CatalogueWriter;
  readonly signal?: AbortSignal;
};

const writtenAtOnce = 128;

/** Writes guids into sidecars. A read-only library works as well: the database then identifies its guids by folder. */
export async function writeSidecars(fresh: readonly Fresh[], parts: Parts): Promise<void> {
  const { libraryDir, pool, memory, writer, signal } = parts;
  const shares = Array.from({ length: Math.ceil(fresh.length / writtenAtOnce) }, (_, index) =>
    fresh.slice(index * writtenAtOnce, (index + 1) * writtenAtOnce),
  );
  await Promise.all(
    shares.map(async (share) => {
      const kept = await pool.keepGuids({ libraryDir, guids: share }).catch(() => null);
      if (kept === null || signal?.aborted) return;
      writer.transaction(() => {
        for (const [index, { folder, stamp }] of share.entries()) {
          const sidecar = kept[index] ?? null;
          memory.restamp(folder, sidecar === null ? stamp : withSidecar(stamp, sidecar));
        }
      });
    }),
  );
}
