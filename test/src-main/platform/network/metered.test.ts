import { expect, test } from 'vitest';
import {
  readMetered,
  readNetworkManager,
  readWindowsCost,
} from '../../../../src-main/platform/network/metered.ts';

test.each([
  ['u 1\n', true],
  ['u 3\n', true],
  ['u 2\n', false],
  ['u 4\n', false],
  ['u 0\n', null],
  ['', null],
])('reads %j of NetworkManager', (text, isMetered) => {
  expect(readNetworkManager(text)).toBe(isMetered);
});

test.each([
  ['Fixed\r\n', true],
  ['Variable\r\n', true],
  ['Unrestricted\r\n', false],
  ['Unknown\r\n', null],
  ['', null],
])('reads %j of Windows', (text, isMetered) => {
  expect(readWindowsCost(text)).toBe(isMetered);
});

test('says that macOS does not tell', async () => {
  expect(await readMetered('darwin')).toBeNull();
});
