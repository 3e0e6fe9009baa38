import { limits } from './limits.ts';

const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\u0000-\u001f\u007f]/;

function whyUnsafeSegment(segment: string): string | null {
  if (segment === '' || segment === '.' || segment === '..') return 'has an empty part, "." or ".."';
  if (/[. ]$/.test(segment)) return 'has a part that ends in a dot or a space';
  if (deviceName.test(segment)) return `has the Windows device name ${segment}`;
  return null;
}

/**
 * Why a relative path may not be stored or written on every system we run on; null when it may. The same rule holds
 * where files are taken in and where they are put down.
 */
export function whyUnsafePath(path: string): string | null {
  if (path === '' || path.length > limits.relativePathLength) {
    return `is empty or longer than ${limits.relativePathLength} characters`;
  }
  if (control.test(path)) return 'has control characters';
  if (/[\\:*?"<>|]/.test(path)) return 'has one of \\ : * ? " < > |';
  if (!path.isWellFormed()) return 'is not valid Unicode';
  for (const segment of path.split('/')) {
    const reason = whyUnsafeSegment(segment);
    if (reason !== null) return reason;
  }
  return null;
}

/** The form under which paths that a file system may hold to be equal are the same. */
export const foldPath = (path: string) => path.normalize('NFC').toLowerCase();
