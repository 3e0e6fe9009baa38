import { expect, test } from 'vitest';
import { formatBytes } from '../../../src-renderer/lib/format-bytes.ts';
import { formatCount } from '../../../src-renderer/lib/format-count.ts';
import { formatPrice, formatUsd } from '../../../src-renderer/lib/format-price.ts';
import {
  describeTriangles,
  formatTriangles,
  shortenTriangles,
} from '../../../src-renderer/lib/format-triangles.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [2_400_000, '2.4 MB'],
  [99_950, '100 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [18_400_000_000, '18.4 GB'],
  [5e15, '5000 TB'],
])('writes %d bytes with three digits as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('writes a negative size as no bytes', () => {
  expect(formatBytes(-5)).toBe('0 bytes');
});

test.each([
  [0, '0'],
  [9999, '9,999'],
  [10_000, '10k'],
  [98_214, '98k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [1_240_000, '1.2M'],
  [9_960_000, '10M'],
])('writes %d triangles briefly as %s', (triangles, text) => {
  expect(formatTriangles(triangles)).toBe(text);
});

test('groups the digits of a count', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
});

test('calls a price of nothing free', () => {
  expect([formatPrice(0), formatPrice(1), formatUsd(0), formatUsd(-1.5)]).toEqual([
    'Free',
    '$1.00',
    '$0.00',
    '-$1.50',
  ]);
});

test.each([
  [0, '0 triangles', '0 tris'],
  [1, '1 triangle', '1 tri'],
  [98_214, '98k triangles', '98k tris'],
])('counts %d in the right number', (count, long, short) => {
  expect([describeTriangles(count), shortenTriangles(count)]).toEqual([long, short]);
});
