import path from 'node:path';

/** What `npm run build` made. Tests that import this are given a fresh build first; see test/projects.ts. */
export const builtFolder = path.resolve(import.meta.dirname, '../../dist');
/** The built pages, of the site and of the window. */
export const builtPages = path.join(builtFolder, 'renderer');
