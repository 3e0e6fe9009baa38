import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Runs one of the steps of `assets.py` in Blender and gives what it says. */
export function runAssets(...args: readonly string[]): string {
  const script = path.join(import.meta.dirname, 'assets.py');
  const options = ['-b', '--factory-startup', '--python-exit-code', '3', '--python', script, '--', ...args];
  return execFileSync('blender', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
