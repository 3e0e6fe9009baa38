import { findPathFault, toPathKey } from '../../server/contract/relative-path.ts';
import { receiptName } from './receipt.ts';

/** Why a file must not be put at this path of a model's folder, as the end of a sentence; null when it may. */
export function findPlaceFault(relativePath: string): string | null {
  if (toPathKey(relativePath) === receiptName) return "which is the name of the model's receipt";
  return findPathFault(relativePath);
}

/** Two paths that cannot lie beside each other: the same name to some file system, or a file that is also a folder. */
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
