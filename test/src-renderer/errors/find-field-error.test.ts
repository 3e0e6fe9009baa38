import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { findFieldError } from '../../../src-renderer/errors/find-field-error.ts';

const withFields = (fields: unknown) => new AppError('INVALID_INPUT', 'Wrong.', { details: { fields } });

test('finds what is wrong with one field', () => {
  const error = withFields({ 'body.email': 'Write an e-mail address.', password: 'Too short.' });

  expect([findFieldError(error, 'email'), findFieldError(error, 'password')]).toEqual([
    'Write an e-mail address.',
    'Too short.',
  ]);
});

test.each([
  ['no error', null],
  ['no details', new AppError('INVALID_INPUT', 'Wrong.')],
  ['another field', withFields({ name: 'Missing.' })],
  ['no sentence', withFields({ email: 4 })],
  ['no fields', withFields(null)],
])('says nothing of a field with %s', (_, error) => {
  expect(findFieldError(error, 'email')).toBeNull();
});
