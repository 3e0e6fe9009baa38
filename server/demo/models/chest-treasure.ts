import { grid } from '../geometry/grid.ts';
import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { createRandom } from '../geometry/random.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import { createNoise } from '../textures/noise.ts';
import { DEEP, WIDE } from './chest-size.ts';

function heightAt(x: number, z: number): number {
  return 0.27 + 0.085 * Math.cos((2.6 * x) / WIDE) * Math.cos((2.6 * z) / DEEP);
}

export function mound(detail: number): Piece {
  const noise = createNoise(224);
  const [columns, rows] = [refine(detail, 20, 4), refine(detail, 14, 3)];
  return grid({
    columns,
    rows,
    point: (column, row) => {
      const [u, v] = [column / columns, row / rows];
      const [x, z] = [mix(-0.375, 0.375, u), mix(0.213, -0.213, v)];
      return [x, heightAt(x, z) - 0.012 + 0.02 * (noise(u * 0.99, v * 0.99, 12, 8) - 0.5), z];
    },
    uv: (column, row) => [(3 * column) / columns, (2 * row) / rows],
  });
}

export function coins(detail: number): readonly Piece[] {
  const random = createRandom(22);
  const count = Math.min(240, Math.round(80 * detail));
  const coin = lathe({
    runs: roundCorners(
      [
        [0, -0.0022],
        [0.019, -0.0022, 0.0008],
        [0.019, 0.0022, 0.0008],
        [0.0165, 0.0022],
        [0.0155, 0.0014],
        [0, 0.0014],
      ],
      detail > 1.8 ? 2 : 1,
    ),
    around: refine(detail, 13, 6),
  });
  const simple = lathe({
    runs: [
      [
        [0.019, -0.0022],
        [0.019, 0.0022],
      ],
      [
        [0.019, 0.0022],
        [0, 0.0022],
      ],
    ],
    around: 6,
  });
  return Array.from({ length: count }, () => {
    const [x, z] = [mix(-0.34, 0.34, random()), mix(-0.18, 0.18, random())];
    const turn: Vec3 = [mix(-38, 38, random()), 360 * random(), mix(-38, 38, random())];
    return place(detail < 0.6 ? simple : coin, { turn, move: [x, heightAt(x, z) + 0.006 * random(), z] });
  });
}
