import { expect, test } from 'vitest';
import { presentedTokens, readSessionCookie } from '../../../server/accounts/access/presented-tokens.ts';

const read = (cookie: string) => readSessionCookie({ cookie }, 'lodestock');

test.each([
  ['alone', 'lodestock=abc'],
  ['among others', 'theme=dark; lodestock=abc; lodestock-device=def'],
  ['beside a value in quotes', 'theme="dark"; lodestock=abc'],
  ['with spaces around it', 'theme=dark;  lodestock = abc '],
])('reads a session cookie %s', (_, cookie) => {
  expect(read(cookie)).toBe('abc');
});

test.each([
  ['that is there twice', 'lodestock=abc; lodestock=other'],
  ['that is there twice for whom commas count', 'a=b, lodestock=other; lodestock=abc'],
  ['that quotes hide', 'a="; lodestock=abc; "'],
  ['of another name', 'lodestock-device=abc'],
  ['without a value', 'lodestock='],
])('takes no session cookie %s', (_, cookie) => {
  expect(read(cookie)).toBeNull();
});

test('finds tokens wherever they are presented', () => {
  const headers = { authorization: 'Bearer one', cookie: 'lodestock=two; __Host-lodestock=three' };

  expect(presentedTokens(headers)).toEqual(['one', 'three', 'two']);
});
