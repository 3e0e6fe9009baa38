import { lstat } from 'node:fs/promises';
import { createThreads, threadFileOf } from '../../platform/storage/threads.ts';
import type { DiskFault, FileAnswer, FileOrder, FileToMove, FileToStore } from './file-work.ts';

/** Files moved between two checks of the lease. */
const mostMoves = 100;

async function countGone(files: readonly FileToMove[]): Promise<number> {
  for (const [index, { from }] of files.entries()) if (await lstat(from).catch(() => null)) return index;
  return files.length;
}

const toError = ({ message, code, syscall }: DiskFault) =>
  Object.assign(new Error(message), code === undefined ? {} : { code, syscall });

export type ManyFiles = ReturnType<typeof createManyFiles>;

/**
 * Stores and moves many small files in one thread. For 2,000 files, Node's own hops to a worker thread for each system
 * call cost more than the calls. If the thread dies, callers store the missing files again.
 */
export function createManyFiles(threadFile = threadFileOf('file-thread', import.meta.url)) {
  const ask = createThreads<FileOrder, FileAnswer>({ count: 1, threadFile });
  return {
    /** Verifies files in shared memory and stores them; `stored` has a flag for each file that is on the disk. */
    async store(memory: SharedArrayBuffer, files: readonly FileToStore[]) {
      const { done, fault } = (await ask({ kind: 'store', memory, files })) ?? { done: [], fault: null };
      return { stored: done, refused: fault && { index: fault.index, error: toError(fault) } };
    },
    /** Renames files to free names in order, for at most `longest` ms. Returns how many; the caller finds out why it stopped. */
    async move(files: readonly FileToMove[], longest: number) {
      const some = files.slice(0, mostMoves);
      const answer = await ask({ kind: 'move', files: some, longest });
      return answer === null ? countGone(some) : answer.done.filter(Boolean).length;
    },
  };
}
