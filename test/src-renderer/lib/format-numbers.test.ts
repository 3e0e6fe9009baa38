import { expect, onTestFinished, test } from 'vitest';
import { formatBytes } from '../../../src-renderer/lib/format-bytes.ts';
import { formatCount } from '../../../src-renderer/lib/format-count.ts';
import { formatUsd } from '../../../src-renderer/lib/format-price.ts';
import {
  describeTriangles,
  formatTriangles,
  shortenTriangles,
} from '../../../src-renderer/lib/format-triangles.ts';
import '../../../src-renderer/text/parts/frame.ts';
import { languages, showLanguage, t } from '../../../src-renderer/text/text.ts';
import { writeNumber } from '../../../src-renderer/text/write-number.ts';

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

const numbers = [0, 7, 42, 999, 1000, 27_681, 999_999, 1_000_000, 123_456_789, 1e15, 2e21, -5, -1234];
const fractions = [0.05, 1.5, 2.345, 99.949, 1234.5, 1_234_567.891, -0.5, -1234.56];

test.each(languages)('writes numbers and prices of %s as Intl does', async (language) => {
  onTestFinished(() => showLanguage('en'));
  await showLanguage(language);
  const all = [...numbers, ...fractions];
  const inDollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const withTenth = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const plain = new Intl.NumberFormat(language);

  expect(numbers.map(formatCount)).toEqual(numbers.map((value) => plain.format(value)));
  expect(all.map((value) => writeNumber(value, language, 1))).toEqual(
    all.map((value) => withTenth.format(value)),
  );
  expect(all.map(formatUsd)).toEqual(all.map((value) => inDollars.format(value)));
  expect(all.map((count) => t('browse.showModels', { count }).replaceAll(/[^\d.,-]/g, ''))).toEqual(
    all.map((value) => plain.format(value)),
  );
});

test('writes numbers of another language by Intl', () => {
  expect(writeNumber(1234.5, 'fr', 1)).toBe(
    new Intl.NumberFormat('fr', { minimumFractionDigits: 1 }).format(1234.5),
  );
});

test('writes amounts with two digits and their sign', () => {
  expect([formatUsd(1), formatUsd(0), formatUsd(-1.5)]).toEqual(['$1.00', '$0.00', '-$1.50']);
});

test.each([
  [0, '0 triangles', '0 tris'],
  [1, '1 triangle', '1 tri'],
  [98_214, '98k triangles', '98k tris'],
])('counts %d in the right number', (count, long, short) => {
  expect([describeTriangles(count), shortenTriangles(count)]).toEqual([long, short]);
});
