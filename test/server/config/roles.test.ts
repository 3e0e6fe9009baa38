import { expect, test } from 'vitest';
import { isPrivateAddress } from '../../../server/config/roles.ts';
import { readConfig } from '../../../server/config.ts';

const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ LODESTOCK_DATA_DIR: '/nowhere', ...environment });

test('plays both roles at one address unless told', () => {
  const config = read({});

  expect(config).toMatchObject({ role: 'all', syncKey: null, hosts: [], isDemo: true });
});

test('reads the file hosts of a site', () => {
  const config = read({
    LODESTOCK_ROLE: 'site',
    LODESTOCK_SYNC_KEY: 'shared+secret/==',
    LODESTOCK_HOSTS: 'http://127.0.0.1:1/, https://files.example.org,,http://nas:8787',
  });

  expect(config.hosts).toEqual(['http://127.0.0.1:1', 'https://files.example.org', 'http://nas:8787']);
  expect(config).toMatchObject({ role: 'site', isDemo: false });
});

test.each([
  [{ LODESTOCK_ROLE: 'host' }, /LODESTOCK_SYNC_KEY: .*role "host" needs/],
  [{ LODESTOCK_HOSTS: 'http://nas' }, /LODESTOCK_SYNC_KEY: .*follows file hosts/],
  [{ LODESTOCK_ROLE: 'site', LODESTOCK_LIBRARY_DIR: '/models' }, /LODESTOCK_LIBRARY_DIR: .*no library/],
  [{ LODESTOCK_ROLE: 'site', LODESTOCK_DEMO: 'true' }, /LODESTOCK_DEMO: .*no library/],
  [
    { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: 'key', LODESTOCK_HOSTS: 'http://nas' },
    /LODESTOCK_HOSTS: Only a site/,
  ],
  [{ LODESTOCK_SYNC_KEY: 'two words' }, /LODESTOCK_SYNC_KEY: Write a secret/],
  [{ LODESTOCK_HOSTS: 'nas:8787' }, /LODESTOCK_HOSTS: .*does not start with/],
  [{ LODESTOCK_HOSTS: 'http://nas,http://nas/' }, /LODESTOCK_HOSTS: .*listed twice/],
  [{ LODESTOCK_HOSTS: 'http://user:word@nas' }, /LODESTOCK_HOSTS: .*user name, password/],
  [{ LODESTOCK_HOSTS: 'http://203.0.113.9' }, /LODESTOCK_HOSTS: .*Use https/],
  [{ LODESTOCK_ROLE: 'worker' }, /LODESTOCK_ROLE: /],
])('refuses %j with a sentence', (environment, reason) => {
  const start = () => read(Object.fromEntries(Object.entries(environment)));

  expect(start).toThrow(reason);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.9',
  '169.254.1.1',
  '100.64.0.1',
  '100.127.255.255',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.0.0.1',
])('takes %s for a machine of the house', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  'files.example.org',
  '8.8.8.8',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '10.example.org',
  '2001:db8::1',
  '::ffff:8.8.8.8',
  '0.0.0.0',
])('takes %s for a machine elsewhere', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
