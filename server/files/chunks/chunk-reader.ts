import { setTimeout as delay } from 'node:timers/promises';
import { toStorageFault } from '../../base/storage/storage-fault.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import { createInspectionPool } from '../../inspect/inspection-pool.ts';
import type { LibraryFiles } from '../library-files.ts';
import type { Expected } from '../unchanged-files.ts';
import type { ChunkLists } from './chunk-lists.ts';

export type ChunkReader = ReturnType<typeof createChunkReader>;

type Parts = { readonly chunkLists: ChunkLists; readonly libraryFiles: LibraryFiles };

const longestWait = 5000;

function stillMaking(file: Expected): AppError {
  return new AppError(
    'UNAVAILABLE',
    sentence`The parts of ${{ file: file.relativePath }} are being hashed for the first time. Ask again in a few seconds.`,
    { details: { retryAfterSeconds: 5 } },
  );
}

/** Reads chunk hashes from the inventory; for files from before they were stored, a thread computes them on demand. */
export function createChunkReader({ chunkLists, libraryFiles }: Parts) {
  const pool = createInspectionPool({ size: 1 });
  const making = new Map<string, Promise<readonly string[]>>();

  async function make(model: { readonly folder: string }, file: Expected): Promise<readonly string[]> {
    const place = await libraryFiles.locate(model, file);
    const { sha256, leaves } = await pool.inspect(place, '');
    if (sha256 !== file.sha256 || !leaves) {
      libraryFiles.report?.(model, file);
      throw new AppError(
        'FILE_HOST_UNAVAILABLE',
        sentence`${{ file: file.relativePath }} has changed and is being re-indexed. Try again in a minute.`,
      );
    }
    try {
      chunkLists.keep(sha256, leaves);
    } catch (error) {
      if (toStorageFault(error) === null) throw error; // else the next request computes them again
    }
    return leaves;
  }

  function makeOnce(model: { readonly folder: string }, file: Expected): Promise<readonly string[]> {
    const running = making.get(file.sha256);
    if (running) return running;
    const started = make(model, file).finally(() => making.delete(file.sha256));
    started.catch(() => undefined); // the caller may have stopped waiting
    making.set(file.sha256, started);
    return started;
  }

  return {
    /** Chunk hashes of a file over 8 MiB. UNAVAILABLE while they are being computed. */
    async read(model: { readonly folder: string }, file: Expected) {
      const known = chunkLists.find(file.sha256);
      if (known) return known;
      const timeUp = delay(longestWait, undefined, { ref: false }).then(() => {
        throw stillMaking(file);
      });
      return Promise.race([makeOnce(model, file), timeUp]);
    },
    close: pool.close,
  };
}
