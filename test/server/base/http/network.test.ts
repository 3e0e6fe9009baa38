import { expect, test } from 'vitest';
import { toNetwork } from '../../../../server/base/http/network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:42:1:2:3:4', '2001:db8:0:42::/64'],
  ['2001:0DB8:0000:0042::9', '2001:db8:0:42::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['no address', 'no address'],
])('counts %s as %s', (address, key) => {
  expect(toNetwork(address)).toBe(key);
});
