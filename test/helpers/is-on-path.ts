import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether a program can be started by its name. */
export const isOnPath = (program: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
