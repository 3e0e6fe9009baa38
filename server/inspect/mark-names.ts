import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import path from 'node:path';

/** Changes with the file's content. */
export const stampOf = ({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>) => `${size}:${mtimeMs}`;

/** Path of the record that a process died over a file. */
export const endedPlace = (folder: string, file: string) =>
  path.join(folder, `${createHash('sha256').update(file).digest('hex')}.ended`);
