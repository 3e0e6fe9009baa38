import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { CrashMarks } from './crash-marks.ts';
import type { MarkSettings } from './reading-mark.ts';

/** Makes the settings by which each thread of a pool marks what it reads; null where nothing is to be marked. */
export function createMarkMaker(marks: CrashMarks | undefined): () => MarkSettings | null {
  const lock = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let holder = 0;
  return () => {
    if (marks === undefined) return null;
    holder += 1;
    const place = path.join(marks.folder, `${process.pid}-${randomUUID()}.mark`);
    return { ...marks, place, lock, holder };
  };
}
