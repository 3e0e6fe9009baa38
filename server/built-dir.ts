import path from 'node:path';

/** What the build made: around this folder in the built app, in dist/ when the sources run. */
export const builtDir = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, '../dist')
  : path.join(import.meta.dirname, '..');

/** The plugin starters and their feeds. */
export const builtStarters = path.join(builtDir, 'starters');
