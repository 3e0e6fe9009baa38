import type { AppError } from '../../../../server/contract/errors.ts';

/** Null for errors that leave a list on this device for good: the server is older, or the app lacks the scope. */
export const withoutStaying = (error: AppError | null): AppError | null =>
  error !== null && /^(NOT_FOUND|INSUFFICIENT_SCOPE)$/.test(error.code) ? null : error;
