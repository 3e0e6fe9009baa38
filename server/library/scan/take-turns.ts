import type { CatalogueWriter } from '../../catalogue/write/catalogue-writer.ts';

/** Longest time that one transaction keeps other writers waiting, in milliseconds. */
export const longestHold = 15;
/** Time for others to start theirs, in milliseconds. */
const gapMs = 2;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread for a moment. SQLite does not wake waiters, so a writer that never pauses keeps the lock. */
export const letOthersWrite = () => void Atomics.wait(never, 0, 0, gapMs);

/** Runs all pieces in order, in transactions short enough for others to write in between. */
export function writeInTurns(writer: CatalogueWriter, pieces: readonly (() => void)[]): void {
  let done = 0;
  while (done < pieces.length) {
    const end = performance.now() + longestHold;
    let at = done;
    writer.transaction(() => {
      for (; at < pieces.length && (at === done || performance.now() < end); at += 1) pieces[at]?.();
    });
    done = at;
    if (done < pieces.length) letOthersWrite();
  }
}
