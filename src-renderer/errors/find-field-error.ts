import type { AppError } from '../../server/contract/errors.ts';
import { textOf } from '../../server/contract/sentence.ts';
import { translateSentence } from './translate-sentence.ts';

/** Returns INVALID_INPUT's message about one field, from `details.fields`. */
export function findFieldError(error: AppError | null, field: string): string | null {
  const fields = error?.details?.fields;
  if (typeof fields !== 'object' || fields === null) return null;
  const found = Object.entries(fields).find(([path]) => path === field || path === `body.${field}`)?.[1];
  if (typeof found !== 'string') return null;
  const { sentence } = error ?? {};
  const said = sentence && [sentence, ...Object.values(sentence.values)].find((one) => textOf(one) === found);
  return translateSentence(typeof said === 'object' ? said : found);
}
