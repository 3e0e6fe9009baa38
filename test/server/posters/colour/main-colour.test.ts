import { expect, test } from 'vitest';
import { findMainColour, type Pixels } from '../../../../server/posters/pictures/main-colour.ts';

const side = 64;
type Rgba = readonly [red: number, green: number, blue: number, alpha?: number];

/** Draws a picture: what is at each place, from -1 to 1 across and down. */
function draw(colourAt: (x: number, y: number) => Rgba): Pixels {
  const data = new Uint8Array(side * side * 4);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [((at % side) + 0.5) / (side / 2) - 1, (Math.floor(at / side) + 0.5) / (side / 2) - 1];
    const [red, green, blue, alpha = 255] = colourAt(x, y);
    data.set([red, green, blue, alpha], at * 4);
  }
  return { width: side, height: side, data };
}

/** A ball under a lamp at the upper left: from its own colour to a tenth of it. */
const ball = (x: number, y: number, [red, green, blue]: Rgba, radius = 0.6): Rgba | null => {
  if (Math.hypot(x, y) > radius) return null;
  const light = Math.max(0.1, 0.75 - 0.5 * (x + y));
  return [Math.min(255, red * light), Math.min(255, green * light), Math.min(255, blue * light)];
};
const clear: Rgba = [0, 0, 0, 0];
const shadow: Rgba = [0, 0, 0, 120];
/** Paper that gets darker towards top and bottom. */
const paper = (_x: number, y: number): Rgba => {
  const tone = 210 - 28 * Math.abs(y);
  return [tone, tone + 2, tone + 5];
};
const red: Rgba = [200, 30, 34];
const oak: Rgba = [150, 104, 58];

test('leaves out what is transparent, and a shadow', () => {
  const picture = draw((x, y) => ball(x, y, red, 0.35) ?? (y > 0.2 && y < 0.9 ? shadow : clear));

  expect(findMainColour(picture)).toBe('red');
});

test('leaves out paper behind an opaque picture', () => {
  const picture = draw((x, y) => ball(x, y, oak, 0.4) ?? paper(x, y));

  expect(findMainColour(picture)).toBe('brown');
});

test('sees a white thing on white paper by its shade', () => {
  const picture = draw((x, y) => ball(x, y, [250, 250, 250], 0.5) ?? [255, 255, 255]);

  expect(findMainColour(picture)).toBe('grey');
});

test('keeps a thing that goes beyond the border', () => {
  const picture = draw((x, y) => (Math.abs(y) < 0.4 ? [40, 90, 200] : paper(x, y)));

  expect(findMainColour(picture)).toBe('blue');
});

test('names the colour of a thing that is half black', () => {
  const picture = draw((x, y) => (Math.hypot(x, y) > 0.7 ? clear : x < 0.05 ? [20, 20, 20] : [240, 200, 30]));

  expect(findMainColour(picture)).toBe('yellow');
});

test('looks at the middle of a picture that is all ground', () => {
  expect(findMainColour(draw(() => [60, 140, 70]))).toBe('green');
});

test('says nothing of a picture that shows nothing', () => {
  expect(findMainColour(draw(() => clear))).toBeNull();
});
