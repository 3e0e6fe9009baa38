import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../server/shared/read-retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['120', 120],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads %j as seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});
