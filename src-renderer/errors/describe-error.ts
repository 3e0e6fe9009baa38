import { AppError, internalMessage } from '../../server/contract/errors.ts';
import { errorTexts } from './error-texts.ts';

export type DescribedError = {
  readonly title: string;
  readonly message: string;
  readonly hint: string;
  /** For a bug report: code, request id and details, no secrets. */
  readonly copyText: string;
};

export function describeError(error: AppError): DescribedError {
  const { title, hint } = errorTexts[error.code];
  const lines = [`${error.code}: ${error.message}`];
  if (error.requestId !== undefined) lines.push(`Request id: ${error.requestId}`);
  if (error.details !== undefined) lines.push(`Details: ${JSON.stringify(error.details)}`);
  return { title, message: error.message, hint, copyText: lines.join('\n') };
}

/** Any thrown value as an AppError, for a store to keep. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', internalMessage, { cause: error });
}
