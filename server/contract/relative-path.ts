import { hasHidden } from './hidden-characters.ts';
import { limits } from './limits.ts';
import { sentence, type Words } from './sentence.ts';

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const isAscii = /^[\x20-\x7e]*$/;
const reserved = /[:*?"<>|]/;

function findSegmentFault(segment: string): Words | null {
  if (segment === '') return 'which has an empty part';
  if (segment === '.' || segment === '..') return 'which leads out of its folder';
  if (/[. ]$/.test(segment)) return 'which has a part that ends in a dot or a space';
  if (deviceName.test(segment)) return sentence`which contains the reserved name “${{ name: segment }}”`;
  return null;
}

/** Returns why a path must not be accepted from or written to any computer, as the end of a sentence, or null. */
export function findPathFault(relativePath: string): Words | null {
  if (relativePath === '') return 'which is empty';
  if (relativePath.length > limits.relativePathLength)
    return sentence`which is longer than ${{ count: limits.relativePathLength }} characters`;
  if (!relativePath.isWellFormed()) return 'which is not valid text';
  if (hasHidden(relativePath)) return 'which has a character that does not show';
  if (relativePath.includes('\\')) return 'which has a backslash';
  if (relativePath.startsWith('/')) return 'which is absolute';
  if (reserved.test(relativePath)) return 'which has one of : * ? " < > |';
  return (
    relativePath
      .split('/')
      .map(findSegmentFault)
      .find((fault) => fault !== null) ?? null
  );
}

export const toUrlPath = (relativePath: string): string =>
  relativePath.split('/').map(encodeURIComponent).join('/');

/** Returns a key that is equal for paths that some file system treats as the same. */
export function toPathKey(relativePath: string): string {
  if (isAscii.test(relativePath)) return relativePath.toLowerCase();
  return relativePath.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** '' for a path without a folder. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const nameOf = (relativePath: string) => relativePath.slice(relativePath.lastIndexOf('/') + 1);

/** Returns the topology folder that an inventory path starts with. */
export const topologyOf = (relativePath: string) => relativePath.slice(0, relativePath.indexOf('/'));
