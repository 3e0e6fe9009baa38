import { AppError } from '../../server/contract/errors.ts';

const isFull = (code: unknown) => code === 'ENOSPC' || code === 'EDQUOT';
const isRefused = (code: unknown) =>
  code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EBUSY';

/** What the disk refused, in words; null when the error is no failure of the disk. */
function toDiskFailure(error: unknown, file: string): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const { code } = error;
  if (isFull(code))
    return new AppError(
      'INSUFFICIENT_STORAGE',
      `The disk is full, so ${file} could not be written. Free some space or choose another library folder in Settings, then try again.`,
      { cause: error },
    );
  if (isRefused(code))
    return new AppError(
      'FORBIDDEN',
      `${file} could not be written: the system refused it (${String(code)}). Close programs that use the file, allow Lodestock in your virus protection, or choose another library folder in Settings.`,
      { cause: error },
    );
  return new AppError(
    'UNAVAILABLE',
    `${file} could not be written (${String(code)}). Check that the disk of the library folder is connected, then try again.`,
    { cause: error },
  );
}

/** Runs work on a file; what the disk refuses is thrown as a sentence about that file. */
export async function onDisk<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDiskFailure(error, file) ?? error;
  }
}
