import { expect, test } from 'vitest';
import {
  presentedTokens,
  readSessionCookie,
  sessionCookieOf,
} from '../../../server/accounts/access/presented-tokens.ts';

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

  expect(presentedTokens(headers)).toEqual(['one', 'two', 'three']);
});

test('looks up few of many cookies', () => {
  const cookie = Array.from(
    { length: 50 },
    (_, at) => `lodestock-${String(at).padStart(8, '0')}=t${at}`,
  ).join('; ');

  expect(presentedTokens({ cookie })).toEqual(['t0', 't1', 't2', 't3']);
});

test.each([
  ['https://models.studio.lan', '__Host-lodestock', '/'],
  ['http://models.studio.lan', 'lodestock', '/'],
  ['https://studio.lan/models', expect.stringMatching(/^__Secure-lodestock-[0-9a-f]{8}$/), '/models'],
  ['http://studio.lan:8787', expect.stringMatching(/^lodestock-[0-9a-f]{8}$/), '/'],
])('names the cookie of %s', (base, name, path) => {
  expect(sessionCookieOf(base)).toMatchObject({ name, path });
});

test('names the cookies of two servers on one host differently', () => {
  const bases = [
    'http://nas',
    'http://nas:8787',
    'http://nas:8788',
    'http://nas/a',
    'http://nas/b',
    'https://nas',
  ];

  expect(new Set(bases.map((base) => sessionCookieOf(base).name)).size).toBe(bases.length);
});
