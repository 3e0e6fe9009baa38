import { ball, lathe } from '../geometry/lathe.ts';
import { spline, splinePath } from '../geometry/outline.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { sweep } from '../geometry/sweep.ts';
import { ease, mix } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import { createNoise } from '../textures/noise.ts';

export function apple(detail: number): Piece {
  const rows = refine(detail, 18, 5);
  const run = Array.from({ length: rows + 1 }, (_, row) => {
    const angle = Math.PI * (row / rows - 0.5);
    const isPole = row === 0 || row === rows;
    const dip =
      0.011 * Math.exp(-(((row / rows - 1) / 0.1) ** 2)) - 0.007 * Math.exp(-((row / rows / 0.1) ** 2));
    const wide = 0.037 * Math.cos(angle) ** 0.82 * (1 + 0.07 * Math.sin(angle));
    return [isPole ? 0 : wide, 0.033 * Math.sin(angle) - dip] as const;
  });
  return lathe({
    runs: [run],
    around: refine(detail, 26, 7),
    shape: (radius, height, angle) => [
      radius * (1 + 0.022 * Math.cos(5 * angle) * ease(-height, -0.01, 0.03)),
      height,
    ],
  });
}

export function orange(detail: number): Piece {
  const noise = createNoise(19);
  const round = ball({ radius: 0.038, around: refine(detail, 28, 7), rows: refine(detail, 18, 5) });
  return warp(round, ([x, y, z]) => {
    const grow = 1 + (detail > 2 ? 0.006 : 0) * noise(x * 9 + 0.5, y * 9 + z * 4 + 0.5, 26, 26);
    return [x * grow, 0.95 * y * grow, z * grow];
  });
}

export function pear(detail: number): Piece {
  const outline = spline(
    [
      [0, -0.036],
      [0.024, -0.032],
      [0.036, -0.008],
      [0.031, 0.02],
      [0.019, 0.045],
      [0.013, 0.062],
      [0.006, 0.071],
      [0, 0.069],
    ],
    refine(detail, 24, 7),
  );
  return lathe({
    runs: [outline.map(([x, y], row) => [row === 0 || row === outline.length - 1 ? 0 : x, y])],
    around: refine(detail, 24, 6),
  });
}

export function stalk(detail: number, from: number): Piece {
  return sweep({
    path: splinePath([
      [0, from - 0.004, 0],
      [0.001, from + 0.01, 0],
      [0.005, from + 0.02, 0.002],
    ]),
    along: refine(detail, 5, 2),
    around: refine(detail, 8, 3),
    radius: (t) => mix(0.0014, 0.002, t),
  });
}
