import { t } from '../text/text.ts';

type Field = Pick<HTMLInputElement, 'validity' | 'min' | 'max' | 'minLength' | 'maxLength'>;

/** What is wrong with a field that the browser does not accept, in our words; null where nothing is. */
export function describeValidity({ validity, min, max, minLength, maxLength }: Field): string | null {
  if (validity.valid) return null;
  if (validity.valueMissing) return t('common.validity.missing');
  if (validity.typeMismatch) return t('common.validity.email');
  if (validity.tooShort) return t('common.validity.short', { count: minLength });
  if (validity.tooLong) return t('common.validity.long', { count: maxLength });
  if (validity.rangeUnderflow) return t('common.validity.low', { value: min });
  if (validity.rangeOverflow) return t('common.validity.high', { value: max });
  if (validity.badInput || validity.stepMismatch) return t('common.validity.number');
  return t('common.validity.other');
}
