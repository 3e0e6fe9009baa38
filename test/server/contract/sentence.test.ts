import { expect, test } from 'vitest';
import { ErrorResponse } from '../../../server/contract/common.ts';
import { AppError, fromErrorBody, toErrorBody } from '../../../server/contract/errors.ts';
import { inTurn, isSentence, sentence, textOf } from '../../../server/contract/sentence.ts';

const full = (file: string) => sentence`The disk has no space for ${{ file }}. Free ${{ size: 3 }} GB.`;

test('has the English with names for its values as key', () => {
  expect(full('a.glb')).toEqual({
    key: 'The disk has no space for {file}. Free {size} GB.',
    values: { file: 'a.glb', size: 3 },
  });
  expect(textOf(full('a.glb'))).toBe('The disk has no space for a.glb. Free 3 GB.');
});

test('leaves braces in a value as they are', () => {
  expect(textOf(full('{size}.glb'))).toBe('The disk has no space for {size}.glb. Free 3 GB.');
});

test('says sentences one after the other', () => {
  const both = inTurn(full('a.glb'), 'Nothing was charged.');
  expect(textOf(both)).toBe('The disk has no space for a.glb. Free 3 GB. Nothing was charged.');
});

test('keeps key and values of a failure over the wire, beside its English', () => {
  const body: unknown = JSON.parse(JSON.stringify(toErrorBody(new AppError('FORBIDDEN', full('a')), 'id')));

  expect(ErrorResponse.parse(body)).toMatchObject({
    message: 'The disk has no space for a. Free 3 GB.',
    sentence: full('a'),
  });
  expect(fromErrorBody(body)).toMatchObject({ message: textOf(full('a')), sentence: full('a') });
});

test('takes the English of a server that sends no key, or a broken one', () => {
  const body = { ok: false, code: 'FORBIDDEN', message: 'No space.', requestId: 'id' };
  expect(fromErrorBody(body)).toMatchObject({ message: 'No space.', sentence: undefined });
  expect(fromErrorBody({ ...body, sentence: { key: 3 } })).toMatchObject({ message: 'No space.' });
});

test.each([
  ['a list', []],
  ['a value that is no text', { key: '{a}', values: { a: null } }],
  ['one without end', JSON.parse(`${'{"key":"{a}","values":{"a":'.repeat(5000)}1${'}}'.repeat(5000)}`)],
])('takes %s for no sentence', (_, value) => {
  expect(isSentence(value)).toBe(false);
});
