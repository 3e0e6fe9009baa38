import { AppError, internalMessage } from '../../server/contract/errors.ts';
import { t } from '../text/text.ts';
import { translateSentence } from './translate-sentence.ts';

type DescribedError = {
  readonly title: string;
  /** Details beyond the title. */
  readonly message: string;
  /** The whole text, for use without a title above it. */
  readonly sentences: string;
  /** The next step; null if the message contains it. */
  readonly hint: string | null;
  /** For a bug report: code, request ID and details, no secrets. */
  readonly copyText: string;
};

/** True if a message has a second sentence, which is the next step. */
const saysNextStep = (message: string) => /[.!?]["”)]? +\p{Lu}/u.test(message);

/** The error itself describes best why a server is unavailable, as a busy server does respond. */
const headline = /^(.{3,60}?)\. (\p{Lu}.*)$/su;

export function describeError(error: AppError): DescribedError {
  const sentences = translateSentence(error);
  const [, told = null, rest = sentences] = (error.code === 'UNAVAILABLE' && headline.exec(sentences)) || [];
  const title = told ?? t(`errors.${error.code}.title`);
  const message = rest.startsWith(`${title}. `) ? rest.slice(title.length + 2) : rest;
  const lines = [`${error.code}: ${error.message}`];
  if (error.requestId !== undefined) lines.push(t('failures.copyRequestId', { id: error.requestId }));
  if (error.details !== undefined)
    lines.push(t('failures.copyDetails', { details: JSON.stringify(error.details) }));
  const hint = saysNextStep(error.message) ? null : t(`errors.${error.code}.hint`);
  return { title, message, sentences, hint, copyText: lines.join('\n') };
}

/** Converts any thrown value to an AppError, for a store to hold. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', internalMessage, { cause: error });
}
