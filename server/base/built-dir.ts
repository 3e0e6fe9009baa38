import path from 'node:path';

/** Whether the sources run, rather than the built app. */
export const isSource = import.meta.filename.endsWith('.ts');

/** The build's output folder: the one above this file in the built app, dist/ when the sources run. */
export const builtDir = isSource
  ? path.join(import.meta.dirname, '../../dist')
  : path.join(import.meta.dirname, '..');

/** Models of the demo library, one folder each. */
export const builtDemo = path.join(builtDir, 'demo');

export const builtStarters = path.join(builtDir, 'starters');
