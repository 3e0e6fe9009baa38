import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { inTurn, sentence, textOf } from '../../../server/contract/sentence.ts';
import { findFieldError } from '../../../src-renderer/errors/find-field-error.ts';
import { fetchSaid, showLanguage } from '../../../src-renderer/text/text.ts';

const withFields = (fields: unknown) => new AppError('INVALID_INPUT', 'Wrong.', { details: { fields } });

test('finds what is wrong with one field', () => {
  const error = withFields({ 'body.email': 'Write an e-mail address.', password: 'Too short.' });

  expect([findFieldError(error, 'email'), findFieldError(error, 'password')]).toEqual([
    'Write an e-mail address.',
    'Too short.',
  ]);
});

test('translates a field by the sentence of the error', async () => {
  await showLanguage('de');
  await fetchSaid('de');
  onTestFinished(() => showLanguage('en'));
  const fault = sentence`“${{ text: 'models' }}” is not an absolute path.`;
  const details = { fields: { modelsFolder: textOf(fault) } };
  const error = new AppError('INVALID_INPUT', inTurn(fault, 'Try again.'), { details });

  expect(findFieldError(error, 'modelsFolder')).toBe('„models“ ist kein vollständiger Pfad.');
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
