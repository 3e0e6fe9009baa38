import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { ease } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';

export const RADIUS = 0.32;

export function tyre(detail: number): Piece {
  const grooves = (detail < 0.3 ? [] : [-0.045, 0, 0.045]).flatMap((y) => [
    [RADIUS - 0.001, y - 0.005] as const,
    [RADIUS - 0.009, y - 0.0035] as const,
    [RADIUS - 0.009, y + 0.0035] as const,
    [RADIUS - 0.001, y + 0.005] as const,
  ]);
  const runs = roundCorners(
    [
      [0.216, -0.075],
      [0.22, -0.092, 0.006],
      [0.245, -0.1, 0.02],
      [0.285, -0.104, 0.03],
      [RADIUS - 0.004, -0.085, 0.016],
      ...grooves,
      [RADIUS - 0.004, 0.085, 0.016],
      [0.285, 0.104, 0.03],
      [0.245, 0.1, 0.02],
      [0.22, 0.092, 0.006],
      [0.216, 0.075],
    ],
    refine(detail, 4, 0),
  );
  return lathe({ runs, around: refine(detail, 84, 13), tiles: [12, 3] });
}

/** Blocks on both shoulders. */
export function treads(detail: number): readonly Piece[] {
  if (detail < 0.4) return [];
  const count = 54;
  const block = roundedBox({
    size: [0.03, 0.032, 0.008],
    radius: 0.0015,
    bevel: refine(detail, 0.35, 0),
    tile: 0.1,
  });
  return Array.from({ length: count * 2 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const bent = warp(place(block, { move: [0, 0, RADIUS - 0.005] }), ([x, y, z]) => [
      x + side * 0.25 * y,
      side > 0 ? y + 0.072 : y - 0.072,
      z - 0.0032 * ease(Math.abs(y + side * 0.016), 0.004, 0.034),
    ]);
    return place(bent, { turn: [0, (360 * (Math.floor(index / 2) + (side > 0 ? 0 : 0.5))) / count, 0] });
  });
}
