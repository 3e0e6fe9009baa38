import { AppError, isErrorCode } from '../../../server/contract/errors.ts';

/** An error that was kept as what can be written down. */
export const toWishError = ({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): AppError => new AppError(isErrorCode(code) ? code : 'INTERNAL', message);
