import { statSync } from 'node:fs';

/** When the write-ahead log of a database was last written, in milliseconds; 0 while there is none that can be seen. */
export function logChangedAt(file: string): number {
  try {
    return statSync(`${file}-wal`).mtimeMs;
  } catch {
    return 0;
  }
}
