type BatchLimits = {
  readonly mostBytes: number;
  /** Milliseconds. */
  readonly longestWait: number;
};

const defaultLimits: BatchLimits = { mostBytes: 1024 * 1024, longestWait: 50 };

/**
 * Collects network pieces into few large writes, without delaying a slow link. Pieces are copied: kept ones would
 * outlive the cheap garbage collection, and a large file has thousands. One buffer is filled while the other is
 * written.
 */
export function createWriteBatch(
  write: (content: Uint8Array) => Promise<void>,
  { mostBytes, longestWait }: BatchLimits = defaultLimits,
) {
  let filling = Buffer.allocUnsafeSlow(mostBytes);
  let spare: typeof filling | null = null;
  let kept = Buffer.alloc(0);
  let filled = 0;
  let writing: Promise<void> = Promise.resolve();
  let pending = 0;
  let hasFailed = false;
  let adding: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function writeOut(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (filled === 0) return writing;
    const buffer = filling;
    const content = buffer.subarray(0, filled);
    filling = spare ?? Buffer.allocUnsafeSlow(mostBytes);
    spare = null;
    filled = 0;
    pending += 1;
    writing = writing
      .then(() => write(content))
      .finally(() => {
        spare = buffer;
        pending -= 1;
      });
    writing.catch(() => {
      hasFailed = true; // the next add or flush throws
    });
    return writing;
  }

  function flushSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      if (pending === 0) void writeOut();
      else flushSoon(); // a slow disk gets larger pieces, not more
    }, longestWait);
  }

  /** Fills one buffer and starts the other, which is free. */
  function addAcross(chunk: Uint8Array): void {
    const room = mostBytes - filled;
    filling.set(chunk.subarray(0, room), filled);
    filled = mostBytes;
    void writeOut();
    filling.set(chunk.subarray(room));
    filled = chunk.length - room;
    if (filled > 0) flushSoon();
  }

  /** Copies the rest into reused memory. */
  function keepRest(rest: Uint8Array): Uint8Array {
    if (kept.length < rest.length) kept = Buffer.allocUnsafeSlow(rest.length);
    kept.set(rest);
    return kept.subarray(0, rest.length);
  }

  async function addRest(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; ; ) {
      const part = rest.subarray(0, mostBytes - filled);
      filling.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < mostBytes) return filled > 0 ? flushSoon() : undefined;
      if (rest.buffer === chunk.buffer && rest.length > 0) rest = keepRest(rest);
      await writing; // its buffer is filled next
      if (filled === mostBytes) void writeOut();
    }
  }

  return {
    /** Copies a piece. Returns a promise to await if there is no room for the next; it rejects with a write's error. */
    add(chunk: Uint8Array): Promise<void> | undefined {
      const end = filled + chunk.length;
      if (end < mostBytes) {
        filling.set(chunk, filled);
        filled = end;
        flushSoon();
        return undefined;
      }
      const isKeepingPace = pending === 0 && !hasFailed && end < 2 * mostBytes;
      if (isKeepingPace) {
        addAcross(chunk);
        return undefined;
      }
      adding = addRest(chunk);
      return adding;
    },
    /** Writes everything added so far. */
    async flush(): Promise<void> {
      await adding.catch(() => undefined); // of a write, which fails again below
      return writeOut();
    },
  };
}
