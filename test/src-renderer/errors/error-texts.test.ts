import { expect, test } from 'vitest';
import { AppError, errorCodes, internalMessage, isErrorCode } from '../../../server/contract/errors.ts';
import { describeError, toAppError } from '../../../src-renderer/errors/describe-error.ts';
import { errors } from '../../../src-renderer/text/en/errors.ts';

const codes = Object.keys(errorCodes).filter(isErrorCode);

test.each(codes)('says what %s means and what to do', (code) => {
  const { title, hint } = errors[code];

  expect(title).toMatch(/^[A-Z].{5,50}[^.]$/);
  expect(hint).toMatch(/^[A-Z].{10,}\.$/);
});

test('has no text for a code that does not exist', () => {
  expect(Object.keys(errors).toSorted()).toEqual(codes.toSorted());
});

test('gives code, message, id and details to copy', () => {
  const error = new AppError('FILE_NOT_FOUND', 'There is no 10k FBX.', {
    requestId: 'req-7',
    details: { lod: '10k' },
  });

  expect(describeError(error)).toEqual({
    title: 'This exact file is not available',
    message: 'There is no 10k FBX.',
    sentences: 'There is no 10k FBX.',
    hint: 'No other file was downloaded instead. Reload the model and choose again.',
    copyText: 'FILE_NOT_FOUND: There is no 10k FBX.\nRequest ID: req-7\nDetails: {"lod":"10k"}',
  });
});

test.each([
  ['E-mail address or password is wrong. Check both and try again.', null],
  ['There is no model “nonesuch” on this server.', 'Sign in, then try again.'],
])('adds a next step where “%s” has none', (message, hint) => {
  expect(describeError(new AppError('UNAUTHENTICATED', message)).hint).toBe(hint);
});

test('says its title once', () => {
  const error = new AppError(
    'UNAVAILABLE',
    'The server is not responding. Check the connection, then try again.',
  );

  expect(describeError(error)).toMatchObject({
    title: 'The server is not responding',
    message: 'Check the connection, then try again.',
    hint: null,
  });
});

test('does not say of a busy server that it is silent', () => {
  const error = new AppError('UNAVAILABLE', 'The server is busy. Try again in 5 seconds.');

  expect(describeError(error)).toMatchObject({
    title: 'The server is busy',
    message: 'Try again in 5 seconds.',
    sentences: 'The server is busy. Try again in 5 seconds.',
  });
});

test('copies nothing that an error does not have', () => {
  expect(describeError(new AppError('NOT_FOUND', 'Nothing.')).copyText).toBe('NOT_FOUND: Nothing.');
});

test('hides the words of an unforeseen fault', () => {
  const error = toAppError(new TypeError('x is undefined'));

  expect([error.code, error.message]).toEqual(['INTERNAL', internalMessage]);
});
