import { AppError, wordsOf } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';

/** Returns the code of a system error, such as EEXIST; null if it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Returns true if a file system error means that the file does not exist. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Returns an error as text, for a log or the middle of a sentence. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats `1234567` as `1.2 MB`, in decimal units as file managers do. */
export function formatBytes(bytes: number): string {
  const exponent = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** exponent;
  return `${exponent === 0 ? value : value.toFixed(1)} ${units[exponent] ?? 'bytes'}`;
}

const isFull = (code: unknown) => code === 'ENOSPC' || code === 'EDQUOT';
const isRefused = (code: unknown) =>
  code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EBUSY';

/** Describes a disk error; null for any other error. */
function toDiskFailure(error: unknown, file: string): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const { code } = error;
  if (isFull(code))
    return new AppError(
      'INSUFFICIENT_STORAGE',
      sentence`The disk is full, so ${{ file }} could not be written. Free some space or choose another library folder in Settings, then try again.`,
      { cause: error, details: { place: 'file' } },
    );
  if (isRefused(code))
    return new AppError(
      'FORBIDDEN',
      sentence`${{ file }} could not be written: the system refused access (${{ code: String(code) }}). Close programs that use the file, allow Lodestock in your antivirus software, or choose another library folder in Settings.`,
      { cause: error, details: { place: 'file' } },
    );
  if (code === 'ENAMETOOLONG')
    return new AppError(
      'FORBIDDEN',
      sentence`${{ file }} could not be written: its path is too long for this disk. Choose a library folder with a shorter path in Settings, then try again.`,
      { cause: error },
    );
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new AppError(
      'UNAVAILABLE',
      sentence`${{ file }} could not be written, because its folder is no longer there. Put the folder back or try again.`,
      { cause: error, details: { place: 'file' } },
    );
  return new AppError(
    'UNAVAILABLE',
    sentence`${{ file }} could not be written (${{ code: String(code) }}). Check that the disk with the library folder is connected, then try again.`,
    { cause: error, details: { place: 'file' } },
  );
}

/** Runs work on a file; rethrows disk errors as a sentence about that file. */
export async function onDisk<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiskFailure(error, file) ?? error;
  }
}

/** Runs work on which the whole library depends; its failure holds up every download into it. */
export async function onLibrary<T>(library: string, work: () => Promise<T>): Promise<T> {
  try {
    return await onDisk(library, work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details, cause } = error;
    throw new AppError(code, wordsOf(error), { cause, details: { ...details, place: 'library' } });
  }
}
