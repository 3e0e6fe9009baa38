import { expect, test } from 'vitest';
import { readUsd } from '../../../src-renderer/lib/read-usd.ts';

test.each([
  ['12.50', 12.5],
  [' $3 ', 3],
  ['0', 0],
])('reads the amount “%s”', (text, usd) => {
  const amount = readUsd(text);

  expect(amount).toBe(usd);
});

test.each(['', 'ten', '-1', '1.234', '1,50', '1e9', '12345678'])('takes “%s” for no amount', (text) => {
  const amount = readUsd(text);

  expect(amount).toBeNull();
});
