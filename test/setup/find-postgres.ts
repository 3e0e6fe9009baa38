import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const debian = '/usr/lib/postgresql';
const oldest = 15;

/** Where PostgreSQL's programs are; null where there is none that is new enough. */
export function findPostgres(): string | null {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= oldest));
  return Number.isFinite(newest) ? path.join(debian, String(newest), 'bin') : null;
}
