import path from 'node:path';

/** Whether the sources run, not the built app. */
export const isSource = import.meta.filename.endsWith('.ts');

/** The build's output: around this folder in the built app, in dist/ when the sources run. */
export const builtDir = isSource
  ? path.join(import.meta.dirname, '../../dist')
  : path.join(import.meta.dirname, '..');

/** The models of the demo library, a folder each. */
export const builtDemo = path.join(builtDir, 'demo');

/** The plugin starters and their feeds. */
export const builtStarters = path.join(builtDir, 'starters');
