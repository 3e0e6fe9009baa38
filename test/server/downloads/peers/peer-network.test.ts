import { expect, test } from 'vitest';
import { isPeerAddress, networkOf } from '../../../../server/downloads/peers/peer-network.ts';

test.each([
  ['192.168.1.4', '192.168.7.9', true],
  ['10.1.2.3', '10.2.2.3', false],
  ['203.0.113.5', '203.0.113.5', true],
  ['203.0.113.5', '203.0.113.6', false],
  ['::ffff:203.0.113.5', '203.0.113.5', true],
  ['2001:db8:1:2::3', '2001:db8:1:2:4::', true],
  ['2001:db8:1:2::3', '2001:db8:1:3::3', false],
  ['127.0.0.1', '192.168.1.4', false],
])('sees %s and %s in one network: %s', (one, other, expected) => {
  expect(networkOf(one) === networkOf(other)).toBe(expected);
});

test('leads to the computer itself only those that are on it', () => {
  const [here, elsewhere] = [networkOf('127.0.0.1'), networkOf('192.168.1.4')];

  expect([isPeerAddress('127.0.0.1', here), isPeerAddress('127.0.0.1', elsewhere)]).toEqual([true, false]);
});
