import { AppError, internalMessage } from '../../server/contract/errors.ts';
import { t } from '../text/text.ts';
import { translateSentence } from './translate-sentence.ts';

export type DescribedError = {
  readonly title: string;
  readonly message: string;
  /** What to do; null where the message says it already. */
  readonly hint: string | null;
  /** For a bug report: code, request id and details, no secrets. */
  readonly copyText: string;
};

/** Whether a message goes on after its first sentence: the second one is the next step. */
const saysNextStep = (message: string) => /[.!?]["”)]? +\p{Lu}/u.test(message);

export function describeError(error: AppError): DescribedError {
  const title = t(`errors.${error.code}.title`);
  const message = error.message.startsWith(`${title}. `)
    ? error.message.slice(title.length + 2)
    : error.message;
  const lines = [`${error.code}: ${error.message}`];
  if (error.requestId !== undefined) lines.push(t('failures.copyRequestId', { id: error.requestId }));
  if (error.details !== undefined)
    lines.push(t('failures.copyDetails', { details: JSON.stringify(error.details) }));
  const hint = saysNextStep(error.message) ? null : t(`errors.${error.code}.hint`);
  return { title, message: translateSentence(message), hint, copyText: lines.join('\n') };
}

/** Any thrown value as an AppError, for a store to keep. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', internalMessage, { cause: error });
}
