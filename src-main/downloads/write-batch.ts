import { byteCount } from './part-content.ts';

export type WriteBatch = {
  /** Takes a piece; waits while enough is there for a write of its own. Throws what an earlier write threw. */
  readonly add: (chunk: Uint8Array) => Promise<void>;
  /** Writes what is there. */
  readonly flush: () => Promise<void>;
};

type BatchLimits = { readonly mostBytes: number /** Milliseconds. */; readonly longestWait: number };

const defaultLimits: BatchLimits = { mostBytes: 1024 * 1024, longestWait: 50 };

/** Gathers pieces as they come off the network, so that the disk gets a few large writes, and a slow link does not wait. */
export function createWriteBatch(
  write: (chunks: readonly Uint8Array[]) => Promise<void>,
  { mostBytes, longestWait }: BatchLimits = defaultLimits,
): WriteBatch {
  let chunks: Uint8Array[] = [];
  let pending = 0;
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function writeAll(): Promise<void> {
    const taken = chunks;
    const bytes = byteCount(taken);
    chunks = [];
    if (bytes > 0) await write(taken);
    pending -= bytes;
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeAll);
    writing.catch(() => undefined); // whoever adds or flushes next is told
    return writing;
  }

  return {
    async add(chunk) {
      chunks.push(chunk);
      pending += chunk.length;
      if (pending >= mostBytes) return flush();
      timer ??= setTimeout(flush, longestWait);
    },
    flush,
  };
}
