import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from './code-point.ts';

const edges = ['\u0000', '\ud7ff', '\ue000', '\u{10ffff}'];

test('gives every character but halves of one, and takes each back', () => {
  const texts = fc.sample(fc.string({ unit: codePoint, maxLength: 60 }), 2000);

  expect(texts.every((text) => text.isWellFormed())).toBe(true);
  expect(texts.some((text) => text.includes('__proto__'))).toBe(true);
  expect(edges.filter((edge) => !codePoint.canShrinkWithoutContext(edge))).toEqual([]);
  expect(['', 'ab', '\ud800', 7].filter((value) => codePoint.canShrinkWithoutContext(value))).toEqual([]);
});
