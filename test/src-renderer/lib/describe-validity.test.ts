import { expect, test } from 'vitest';
import { describeValidity } from '../../../src-renderer/lib/describe-validity.ts';

const sound = {
  ...{ valid: true, valueMissing: false, typeMismatch: false, tooShort: false, tooLong: false },
  ...{ rangeUnderflow: false, rangeOverflow: false, badInput: false, stepMismatch: false },
  ...{ patternMismatch: false, customError: false },
} satisfies ValidityState;
const limits = { min: '1', max: '365', minLength: 8, maxLength: 100 };
const describeFault = (fault: Partial<ValidityState>) =>
  describeValidity({ ...limits, validity: { ...sound, valid: false, ...fault } });

test('says nothing of a field that is sound', () => {
  expect(describeValidity({ ...limits, validity: sound })).toBeNull();
});

test.each([
  [{ valueMissing: true, tooShort: true }, 'Fill in this field.'],
  [{ typeMismatch: true }, 'Enter an e-mail address, such as name@example.com.'],
  [{ tooShort: true }, 'Enter at least 8 characters.'],
  [{ tooLong: true }, 'Enter at most 100 characters.'],
  [{ rangeUnderflow: true }, 'Enter 1 or more.'],
  [{ rangeOverflow: true }, 'Enter 365 or less.'],
  [{ badInput: true }, 'Enter a whole number.'],
  [{ patternMismatch: true }, 'Check this field.'],
])('says what is wrong: %o', (fault, text) => {
  expect(describeFault(fault)).toBe(text);
});
