import { lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners } from '../geometry/outline.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import type { Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import { hexBody } from './hex-body.ts';

export function nuts(detail: number): readonly Piece[] {
  if (detail < 0.25) return [];
  const nut = hexBody({
    acrossFlats: 0.019,
    height: 0.016,
    steps: refine(detail, 3, 1),
    arc: 1,
    isFlatBelow: true,
  });
  return Array.from({ length: 5 }, (_, index) => {
    const angle = ((72 * index + 36) * Math.PI) / 180;
    const at: Vec3 = [0.045 * Math.sin(angle), 0.049, 0.045 * Math.cos(angle)];
    return place(nut, { move: at });
  });
}

export function disc(detail: number): Piece {
  const plain: readonly Corner[] = [
    [0.05, -0.052],
    [0.155, -0.052],
    [0.155, -0.028],
    [0.085, -0.028],
    [0.05, 0],
  ];
  if (detail < 0.25) return lathe({ runs: roundCorners(plain, 0), around: refine(detail, 60, 10) });
  const runs = roundCorners(
    [
      [0.05, -0.052],
      [0.155, -0.052, 0.001],
      [0.155, -0.044, 0.001],
      [0.148, -0.043],
      [0.148, -0.037],
      [0.155, -0.036, 0.001],
      [0.155, -0.028, 0.001],
      [0.085, -0.028, 0.002],
      [0.082, 0.0, 0.004],
      [0.03, 0.0],
    ],
    refine(detail, 2, 0),
  );
  return lathe({ runs, around: refine(detail, 60, 10), tiles: [1, 8] });
}

export function caliper(detail: number): Piece {
  const block = roundedBox({
    size: [1, 0.06, 0.058],
    radius: 0.012,
    bevel: refine(detail, 3, 0),
    cuts: [refine(detail, 8, 3), 1, 1],
    tile: 0.2,
  });
  return warp(place(block, { scale: [1, 1, 1] }), ([x, y, z]) => {
    const angle = 1.15 * x + 1.9;
    const radius = 0.139 + z;
    return [-radius * Math.cos(angle), y - 0.03, radius * Math.sin(angle)];
  });
}
