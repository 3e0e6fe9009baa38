import { existsSync } from 'node:fs';
import path from 'node:path';

/** Throws rather than let a command create an empty database only to report on it. */
export function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'lodestock.db'))) return;
  throw new Error(`There is no database in ${dataDir}. Set LODESTOCK_DATA_DIR to the server's data folder.`);
}
