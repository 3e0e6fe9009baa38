import path from 'node:path';

/** Whether the sources run, not the built app. */
export const isSource = import.meta.filename.endsWith('.ts');

/** What the build made: around this folder in the built app, in dist/ when the sources run. */
export const builtDir = isSource
  ? path.join(import.meta.dirname, '../../dist')
  : path.join(import.meta.dirname, '..');

/** The plugin starters and their feeds. */
export const builtStarters = path.join(builtDir, 'starters');
