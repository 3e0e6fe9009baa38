import { expect, test } from 'vitest';
import { findDestination, reachOfAddress } from '../../../../src-main/platform/network/reach.ts';

test.each([
  ['127.0.0.1', 'computer'],
  ['127.9.9.9', 'computer'],
  ['::1', 'computer'],
  ['::ffff:127.0.0.1', 'computer'],
  ['10.1.2.3', 'network'],
  ['172.16.0.1', 'network'],
  ['172.31.255.255', 'network'],
  ['192.168.1.20', 'network'],
  ['169.254.7.7', 'network'],
  ['100.64.0.1', 'network'],
  ['100.101.1.2', 'network'],
  ['100.127.255.255', 'network'],
  ['fd7a:115c:a1e0::1', 'network'],
  ['fe80::1', 'network'],
  ['::ffff:10.0.0.1', 'network'],
  ['8.8.8.8', 'internet'],
  ['100.63.255.255', 'internet'],
  ['100.128.0.1', 'internet'],
  ['172.32.0.1', 'internet'],
  ['0.0.0.0', 'internet'],
  ['::', 'internet'],
  ['::ffff:8.8.8.8', 'internet'],
  ['2001:db8::1', 'internet'],
  ['64:ff9b::a00:1', 'internet'],
])('%s is on the %s', (address, reach) => {
  expect(reachOfAddress(address)).toBe(reach);
});

const resolve = async (hostname: string) => {
  const known: Readonly<Record<string, readonly string[]>> = {
    'models.studio.lan': ['192.168.1.5', 'fd00::5'],
    'nas.local': ['169.254.3.4'],
    'studio-nas': ['10.0.0.7'],
    'rebound.example': ['10.0.0.7', '203.0.113.9'],
    'localhost.evil.example': ['203.0.113.9'],
    nothing: [],
  };
  const found = known[hostname];
  if (!found) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
  return found;
};

test.each([
  ['models.studio.lan', 'network'],
  ['nas.local', 'network'],
  ['studio-nas', 'network'],
  ['[fe80::7]', 'network'],
  ['[::1]', 'computer'],
  ['localhost', 'computer'],
  ['app.localhost', 'computer'],
  ['rebound.example', 'internet'],
  ['localhost.evil.example', 'internet'],
  ['nothing', 'internet'],
])('%s leads to the %s', async (hostname, reach) => {
  expect((await findDestination(hostname, resolve)).reach).toBe(reach);
});

test('a name that nobody knows is no answer', async () => {
  await expect(findDestination('gone.lan', resolve)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});
