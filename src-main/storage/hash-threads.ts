import { availableParallelism } from 'node:os';
import { hashFile } from './inspect-files.ts';
import { createThreads, threadFileOf } from './threads.ts';

export type HashOrder = { readonly file: string };
/** Null for a file that cannot be read. */
export type HashAnswer = { readonly sha256: string | null };

/** More would wait for the disk. */
const most = 8;

const never = new AbortController().signal;

type Options = { readonly count?: number; readonly threadFile?: URL };

/**
 * Hashes files on all cores, while the event loop is free for others. What a thread that dies has not hashed is hashed
 * without it.
 */
export function createHashThreads({
  count = Math.min(most, availableParallelism()),
  threadFile = threadFileOf('hash-thread', import.meta.url),
}: Options = {}) {
  const ask = createThreads<HashOrder, HashAnswer>({ count, threadFile });
  return {
    count,
    /** The SHA-256 of a file as hexadecimal text; null if it cannot be read. */
    async hash(file: string): Promise<string | null> {
      const answer = await ask({ file });
      return answer === null ? hashFile(file, never).catch(() => null) : answer.sha256;
    },
  };
}

export type HashThreads = ReturnType<typeof createHashThreads>;
