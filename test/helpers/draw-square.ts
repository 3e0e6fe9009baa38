import sharp from 'sharp';

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
const red = { r: 200, g: 30, b: 34, alpha: 1 };

/** A square on nothing. */
export function drawSquare(side: number, inner = side / 2) {
  const square = { create: { width: inner, height: inner, channels: 4, background: red } } as const;
  return sharp({ create: { width: side, height: side, channels: 4, background: clear } }).composite([
    { input: square },
  ]);
}
