import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { createNoise } from '../textures/noise.ts';

export type FlowerPot = { readonly radius: number; readonly height: number; readonly detail: number };

/** A tapered pot with a thick rim, standing on y = 0. */
export function flowerPot({ radius, height, detail }: FlowerPot): Piece {
  const foot = radius * 0.68;
  const runs = roundCorners(
    [
      [0, 0.004],
      [foot * 0.86, 0.004],
      [foot * 0.9, 0],
      [foot, 0, 0.005],
      [radius * 0.92, height * 0.78],
      [radius, height * 0.78, 0.004],
      [radius * 1.04, height, 0.007],
      [radius * 0.92, height, 0.006],
      [radius * 0.9, height * 0.84],
    ],
    refine(detail, 4, 0),
  );
  return lathe({ runs, around: refine(detail, 44, 10), tiles: [2, 1.2] });
}

/** The bumpy earth inside such a pot. */
export function potSoil({ radius, height, detail }: FlowerPot): Piece {
  const noise = createNoise(7);
  const rows = refine(detail, 7, 1);
  const run = Array.from(
    { length: rows + 1 },
    (_, row) => [radius * 0.93 * (1 - row / rows), height * 0.87] as const,
  );
  return lathe({
    runs: [run],
    around: refine(detail, 44, 10),
    tiles: [2, 1],
    shape: (r, y, angle) => {
      const bump = r === 0 ? 0.5 : noise(angle / (2 * Math.PI), r / radius, 14, 5);
      return [r, y + 0.05 * height * (bump - 0.5) + 0.06 * height * (1 - r / radius)];
    },
  });
}
