import { limits } from '../../server/contract/limits.ts';
import { receiptName } from './receipt.ts';

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\.|$)/i;
const control = /\p{Cc}/u;

function findSegmentFault(segment: string): string | null {
  if (segment === '') return 'which has an empty part';
  if (segment === '.' || segment === '..') return 'which leads out of its folder';
  if (/[. ]$/.test(segment)) return 'which has a part that ends in a dot or a space';
  if (deviceName.test(segment)) return `which has the reserved name “${segment}”`;
  return null;
}

/** Why this path must not be used on any computer, as the end of a sentence; null when it may. */
export function findPathFault(relativePath: string): string | null {
  if (relativePath === '') return 'which is empty';
  if (relativePath.length > limits.relativePathLength)
    return `which is longer than ${limits.relativePathLength} characters`;
  if (!relativePath.isWellFormed()) return 'which is no valid text';
  if (control.test(relativePath)) return 'which has a control character';
  if (relativePath.includes('\\')) return 'which has a backslash';
  if (relativePath.includes(':')) return 'which has a colon';
  if (relativePath.startsWith('/')) return 'which is absolute';
  if (toPathKey(relativePath) === receiptName) return "which is the name of the model's receipt";
  return (
    relativePath
      .split('/')
      .map(findSegmentFault)
      .find((fault) => fault !== null) ?? null
  );
}

/** Equal for two paths that some file system takes for one. */
export function toPathKey(relativePath: string): string {
  return relativePath.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
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
