import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import path from 'node:path';

/** Programs of Debian sid, newer than this system's. Outside of every clone; `npm run judges` fills it. */
export const programCache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'lodestock/debian-sid',
);

/** A program of the cache; null where it is not there, or cannot be started here. */
export function findCached(program: 'godot' | 'blender'): string | null {
  const file = path.join(programCache, 'bin', program);
  return spawnSync(file, ['--version']).status === 0 ? file : null;
}
