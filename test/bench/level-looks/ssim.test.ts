import { expect, test } from 'vitest';
import { type Picture, ssim } from './ssim.ts';

const side = 32;

function draw(valueAt: (x: number, y: number) => number): Picture {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const value = valueAt(at % side, Math.floor(at / side));
    data.set([value, value, value, 255], at * 4);
  }
  return { side, data };
}
const wave = (phase: number) => draw((x, y) => 128 + 100 * Math.sin((x + phase) / 2) * Math.cos(y / 3));
const ramp = draw((x) => x * 8);

// As ssim.js 3.5.0 answers with the algorithm of the paper ("original"), without shrinking the pictures first.
test.each([
  ['noise', ramp, draw((x, y) => x * 8 + ((x * 7 + y * 13) % 5) * 6), 0.8212090013],
  ['a shift by a pixel', wave(0), wave(1), 0.8637118156],
  ['another brightness', draw(() => 100), draw(() => 150), 0.9230923105],
  ['other pictures', wave(0), ramp, 0.0341297625],
])('judges %s as others do', (_what, a, b, expected) => {
  expect(ssim(a, b)).toBeCloseTo(expected, 8);
});

test('finds a picture like itself', () => {
  expect(ssim(ramp, ramp)).toBeCloseTo(1, 12);
});

test('sees a change of a single colour', () => {
  const redder = { side, data: ramp.data.map((value, at) => (at % 4 === 0 ? 255 - value : value)) };

  expect(ssim(ramp, redder)).toBeLessThan(0.9);
});
