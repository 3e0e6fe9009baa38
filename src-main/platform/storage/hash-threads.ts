import { availableParallelism } from 'node:os';
import { hashFile } from './inspect-files.ts';
import { createThreads, threadFileOf } from './threads.ts';

export type HashOrder = { readonly file: string };
export type HashAnswer = { readonly sha256: string | null };

/** More threads would only wait for the disk. */
const most = 8;

const never = new AbortController().signal;

type Options = { readonly count?: number; readonly threadFile?: URL };

/** Hashes files on all cores without blocking the event loop. If a thread dies, its file is hashed here. */
export function createHashThreads({
  count = Math.min(most, availableParallelism()),
  threadFile = threadFileOf('hash-thread', import.meta.url),
}: Options = {}) {
  const ask = createThreads<HashOrder, HashAnswer>({ count, threadFile });
  return {
    count,
    /** Returns the SHA-256 of a file in hex; null if it cannot be read. */
    async hash(file: string): Promise<string | null> {
      const answer = await ask({ file });
      return answer === null ? hashFile(file, never).catch(() => null) : answer.sha256;
    },
  };
}

export type HashThreads = ReturnType<typeof createHashThreads>;
