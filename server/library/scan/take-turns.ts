import type { CatalogueWriter } from '../../catalogue/write/catalogue-writer.ts';

/** How long one transaction may keep other writers waiting, in milliseconds. */
export const longestHold = 15;
/** How long others then have to begin theirs. */
const gapMs = 2;
const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread for a moment. SQLite does not wake waiters, so a writer that never pauses keeps the lock. */
export const letOthersWrite = () => void Atomics.wait(never, 0, 0, gapMs);

/** Does all work in order, in transactions short enough for others to write in between. */
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
