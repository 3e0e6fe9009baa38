import { expect, test } from 'vitest';
import { formatDate, formatDateAndTime } from '../../../src-renderer/lib/format-date.ts';
import { formatDuration } from '../../../src-renderer/lib/format-duration.ts';
import { formatRelativeTime } from '../../../src-renderer/lib/format-relative-time.ts';

const now = Date.parse('2026-05-04T10:00:00Z');

test.each([
  [-3, '0 s'],
  [0.2, '1 s'],
  [59, '59 s'],
  [59.5, '1 min'],
  [200, '3 min 20 s'],
  [3600, '1 h'],
  [3900, '1 h 5 min'],
])('writes %d seconds in two units as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  ['2026-05-04T09:59:30Z', 'just now'],
  ['2026-05-04T09:59:00Z', '1 minute ago'],
  ['2026-05-04T08:00:00Z', '2 hours ago'],
  ['2026-05-03T09:00:00Z', 'yesterday'],
  ['2026-05-04T12:00:00Z', 'in 2 hours'],
  ['2023-05-04T10:00:00Z', '3 years ago'],
])('tells the time %s as %s', (time, text) => {
  expect(formatRelativeTime(time, now)).toBe(text);
});

test('writes a date in English words', () => {
  expect(formatDate('2026-05-04T10:00:00')).toBe('May 4, 2026');
});

test('writes nothing for times nobody can read', () => {
  const texts = [formatDate('soon'), formatDateAndTime(''), formatRelativeTime('never', now)];

  expect(texts).toEqual(['', '', '']);
});
