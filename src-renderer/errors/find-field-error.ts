import type { AppError } from '../../server/contract/errors.ts';
import { translateSentence } from './translate-sentence.ts';

/** INVALID_INPUT's message about one field, from `details.fields`. */
export function findFieldError(error: AppError | null, field: string): string | null {
  const fields = error?.details?.fields;
  if (typeof fields !== 'object' || fields === null) return null;
  const found = Object.entries(fields).find(([path]) => path === field || path === `body.${field}`)?.[1];
  return typeof found === 'string' ? translateSentence(found) : null;
}
