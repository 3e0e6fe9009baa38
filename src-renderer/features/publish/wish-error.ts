import { AppError, isErrorCode } from '../../../server/contract/errors.ts';

/** Restores an error from its stored form. */
export const toWishError = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): AppError => new AppError(isErrorCode(code) ? code : 'INTERNAL', message);
