/** The code of a system's error, such as EEXIST; null where it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether an error of the file system says that there is no such file. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
