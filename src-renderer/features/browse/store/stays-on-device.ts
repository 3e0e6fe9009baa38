import type { AppError } from '../../../../server/contract/errors.ts';

/** Null for what keeps a list on this device for good: the server is older, or the app was not given the right. */
export const withoutStaying = (error: AppError | null): AppError | null =>
  error !== null && /^(NOT_FOUND|INSUFFICIENT_SCOPE)$/.test(error.code) ? null : error;
