import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';

const url = 'postgres://lodestock@db.example.org/lodestock';
const serverKey = 'ab'.repeat(32);
const site = {
  LODESTOCK_DATA_DIR: '/nowhere',
  LODESTOCK_ROLE: 'site',
  LODESTOCK_DATABASE_URL: url,
  LODESTOCK_SERVER_KEY: serverKey,
};

test('keeps accounts in the data folder unless told otherwise', () => {
  expect(readConfig({ LODESTOCK_DATA_DIR: '/nowhere' }).sharedAccounts).toBeNull();
});

test('reads where sites share accounts, and their secret', () => {
  expect(readConfig(site).sharedAccounts).toEqual({ url, serverKey: Buffer.alloc(32, 0xab) });
});

test.each([
  ['without the secret', { LODESTOCK_SERVER_KEY: '' }, 'LODESTOCK_SERVER_KEY: Sites that share'],
  [
    'of a server with a library',
    { LODESTOCK_ROLE: 'all' },
    'LODESTOCK_DATABASE_URL: Only a server with the role',
  ],
  ['with a secret alone', { LODESTOCK_DATABASE_URL: '' }, 'LODESTOCK_SERVER_KEY: Only sites that share'],
  [
    'of another database',
    { LODESTOCK_DATABASE_URL: 'mysql://db/lodestock' },
    'Write an address like postgres:',
  ],
  ['with a short secret', { LODESTOCK_SERVER_KEY: 'abc' }, 'Write 64 hexadecimal digits'],
])('refuses shared accounts %s', (_name, changed, told) => {
  expect(() => readConfig({ ...site, ...changed })).toThrow(told);
});
