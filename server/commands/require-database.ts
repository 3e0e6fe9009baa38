import { existsSync } from 'node:fs';
import path from 'node:path';

/** Refuses to make an empty database only to say something of it. */
export function requireDatabase(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'lodestock.db'))) return;
  throw new Error(`There is no database in ${dataDir}. Set LODESTOCK_DATA_DIR to the server's data folder.`);
}
