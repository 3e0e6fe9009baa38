import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAscii } from '../../../server/demo/ascii.ts';

test('writes fixed numbers that read back exactly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
      fc.integer({ min: 1, max: 6 }),
      (value, decimals) => {
        const ascii = createAscii(8);

        ascii.fixed(value, decimals);

        expect(Number(ascii.finish().toString())).toBeCloseTo(value / 10 ** decimals, decimals + 1);
      },
    ),
  );
});

test('drops zeros at the end of a number', () => {
  const ascii = createAscii(8);

  for (const value of [1500, -20, 0, 1000]) {
    ascii.fixed(value, 3);
    ascii.text(' ');
  }

  expect(ascii.finish().toString()).toBe('1.5 -0.02 0 1 ');
});

test('grows past the size it was made with', () => {
  const ascii = createAscii(1);

  for (let count = 0; count < 1000; count += 1) ascii.text('vertex ');

  expect(ascii.finish().toString()).toBe('vertex '.repeat(1000));
});
