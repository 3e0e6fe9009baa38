import { lstat } from 'node:fs/promises';
import { createThreads, threadFileOf } from '../../storage/threads.ts';
import type { DiskFault, FileAnswer, FileOrder, FileToMove, FileToStore } from './file-work.ts';

/** Files that are moved between two looks at who may. */
const mostMoves = 100;

/** How many of these are no longer where they were. */
async function countGone(files: readonly FileToMove[]): Promise<number> {
  for (const [index, { from }] of files.entries()) if (await lstat(from).catch(() => null)) return index;
  return files.length;
}

const toError = ({ message, code, syscall }: DiskFault) =>
  Object.assign(new Error(message), code === undefined ? {} : { code, syscall });

export type ManyFiles = {
  /** Verifies files in shared memory and puts them on the disk; for each one whether it is there. */
  readonly store: (
    memory: SharedArrayBuffer,
    files: readonly FileToStore[],
  ) => Promise<{
    readonly stored: readonly boolean[];
    /** What the disk refused first, and for which file. */
    readonly refused: { readonly index: number; readonly error: Error } | null;
  }>;
  /**
   * Renames files, in order, to names that are free, for `longest` milliseconds at most; answers how many. The next one
   * could not be, or not in time: its user meets the reason.
   */
  readonly move: (files: readonly FileToMove[], longest: number) => Promise<number>;
};

/**
 * Does to many small files what Node would do with a trip to another thread for each call to the system: of 2,000 files,
 * those trips cost more than the calls. Work of a thread that dies is done again by its caller.
 */
export function createManyFiles(threadFile = threadFileOf('file-thread', import.meta.url)): ManyFiles {
  const ask = createThreads<FileOrder, FileAnswer>({ count: 1, threadFile });
  return {
    async store(memory, files) {
      const { done, fault } = (await ask({ kind: 'store', memory, files })) ?? { done: [], fault: null };
      return { stored: done, refused: fault && { index: fault.index, error: toError(fault) } };
    },
    async move(files, longest) {
      const some = files.slice(0, mostMoves);
      const answer = await ask({ kind: 'move', files: some, longest });
      return answer === null ? countGone(some) : answer.done.filter(Boolean).length;
    },
  };
}
