import { statSync } from 'node:fs';

/** Time of the last write to a database's write-ahead log, in milliseconds; 0 if there is none. */
export function logChangedAt(file: string): number {
  try {
    return statSync(`${file}-wal`).mtimeMs;
  } catch {
    return 0;
  }
}
