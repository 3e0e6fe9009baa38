import { expect, test } from 'vitest';
import { placeWindow } from '../../../src-main/app/window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const state = (x: number, y: number, width = 1000, height = 700) =>
  ({ version: 1, isMaximised: false, theme: 'system', bounds: { x, y, width, height } }) as const;

test('opens at a good size the first time', () => {
  expect(placeWindow(null, [screen])).toEqual({ width: 1280, height: 800 });
});

test('opens where it was', () => {
  expect(placeWindow(state(200, 100), [screen])).toEqual({ x: 200, y: 100, width: 1000, height: 700 });
});

test.each([
  [3000, 100],
  [-5000, 0],
  [200, 1070],
  [200, -400],
])('leaves a place at %i, %i that is gone', (x, y) => {
  expect(placeWindow(state(x, y), [screen])).toEqual({ width: 1000, height: 700 });
});

test('is never smaller than it can be used', () => {
  expect(placeWindow(state(0, 0, 10, 10), [screen])).toMatchObject({ width: 900, height: 600 });
});
