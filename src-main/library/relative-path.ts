import { findPathFault, toPathKey } from '../../server/contract/relative-path.ts';

export const receiptName = 'model.json';

/** The app's own folder beside the files of a model: running downloads, and an unfinished change. */
export const stateFolder = '.lodestock';

/** Why a file must not be written to this path in a model's folder, worded to end a sentence; null if it may. */
export function findPlaceFault(relativePath: string): string | null {
  const key = toPathKey(relativePath);
  if (key === receiptName) return "which is the name of the model's receipt";
  if (key === stateFolder || key.startsWith(`${stateFolder}/`))
    return 'which is where Lodestock keeps its own files';
  return findPathFault(relativePath);
}

/** Two paths that cannot both exist: the same name on some file systems, or a file that is also a folder. */
export function findPathCollision(paths: readonly string[]): readonly [string, string] | null {
  const files = new Map<string, string>();
  for (const path of paths) {
    const twin = files.get(toPathKey(path));
    if (twin !== undefined) return [twin, path];
    files.set(toPathKey(path), path);
  }
  for (const path of paths) {
    const segments = toPathKey(path).split('/');
    for (let depth = 1; depth < segments.length; depth += 1) {
      const parent = files.get(segments.slice(0, depth).join('/'));
      if (parent !== undefined) return [parent, path];
    }
  }
  return null;
}
