import { t } from '../text/text.ts';

type Field = Pick<HTMLInputElement, 'validity' | 'min' | 'max' | 'minLength' | 'maxLength'>;

/** Describes why the browser rejects a field, in our words; null if it is valid. */
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
