import { grid } from '../geometry/grid.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { createRandom } from '../geometry/random.ts';
import { add, cross, ease, mix, normalize, scale, type Vec3 } from '../geometry/vector.ts';
import { createNoise } from '../textures/noise.ts';

type Clump = { readonly at: Vec3; readonly size: Vec3 };

export const CLUMPS: readonly Clump[] = [
  { at: [0.1, 5.15, 0], size: [1.35, 1.05, 1.3] },
  { at: [1.75, 3.95, 0.25], size: [1.25, 0.85, 1.15] },
  { at: [-1.75, 4.05, 0.5], size: [1.25, 0.9, 1.15] },
  { at: [0.25, 4.0, -1.55], size: [1.3, 0.85, 1.1] },
  { at: [0.2, 4.2, 1.5], size: [1.25, 0.85, 1.05] },
  { at: [1.2, 4.75, -0.75], size: [1.05, 0.85, 1] },
  { at: [-1.05, 4.95, -0.6], size: [1.15, 0.85, 1.05] },
  { at: [-0.9, 3.3, 1.2], size: [0.8, 0.55, 0.75] },
  { at: [1.15, 3.2, 1.15], size: [0.75, 0.5, 0.7] },
];

const NOISES = CLUMPS.map((_, index) => createNoise(90 + index));

const flat = (): number => 0.5;

function reach(direction: Vec3, seed: number): number {
  const noise = NOISES[seed] ?? flat;
  const u = Math.atan2(direction[2], direction[0]) / (2 * Math.PI) + 0.5;
  const v = Math.asin(Math.max(-1, Math.min(1, direction[1]))) / Math.PI + 0.5;
  const calm = Math.sin(Math.PI * v);
  return (
    1 +
    calm *
      (0.34 * (noise(u, v, 5, 4) - 0.5) +
        0.16 * (noise(u, v, 11, 9) - 0.5) +
        0.07 * (noise(u, v, 26, 20) - 0.5))
  );
}

function pointOnClump({ at, size }: Clump, direction: Vec3, distance: number): Vec3 {
  const [x, y, z] = scale(direction, distance);
  return [at[0] + x * size[0], at[1] + (y < 0 ? 0.7 * y : y) * size[1], at[2] + z * size[2]];
}

export function leafMass(clump: Clump, seed: number, detail: number): Piece {
  const [columns, rows] = [refine(detail, 22, 6), refine(detail, 12, 4)];
  return grid({
    columns,
    rows,
    wrapsColumns: true,
    point: (column, row) => {
      const tilt = Math.PI * (row / rows - 0.5);
      const angle = (-2 * Math.PI * (column % columns)) / columns;
      const level = row === 0 || row === rows ? 0 : Math.cos(tilt);
      const direction: Vec3 = [level * Math.cos(angle), Math.sin(tilt), level * Math.sin(angle)];
      return pointOnClump(clump, direction, 0.94 * reach(direction, seed));
    },
    uv: (column, row) => [(3 * column) / columns, (1.6 * row) / rows],
  });
}

export function listLeaves(detail: number): readonly Piece[] {
  const random = createRandom(8);
  const count = Math.round(Math.min(17_000, 850 * detail * detail));
  const size = mix(0.3, 0.13, ease(detail, 0.2, 2.2));
  return Array.from({ length: count }, (_, index) => {
    const clump = CLUMPS[index % CLUMPS.length] ?? { at: [0, 4, 0], size: [1, 1, 1] };
    const height = mix(-0.75, 1, random());
    const angle = 2 * Math.PI * random();
    const level = Math.sqrt(1 - height * height);
    const direction: Vec3 = [level * Math.cos(angle), height, level * Math.sin(angle)];
    const at = pointOnClump(
      clump,
      direction,
      mix(0.9, 1.03, random()) * reach(direction, index % CLUMPS.length),
    );
    const loose: Vec3 = [random() - 0.5, random() - 0.7, random() - 0.5];
    return leaf({
      at,
      out: normalize(add(direction, scale(loose, 1.1))),
      size: size * mix(0.7, 1.25, random()),
      turn: random(),
    });
  });
}

type Leaf = { readonly at: Vec3; readonly out: Vec3; readonly size: number; readonly turn: number };

/** Four triangles: a kite, bent along its midrib. */
function leaf({ at, out, size, turn }: Leaf): Piece {
  const first = normalize(cross(out, [Math.sin(6 * turn), Math.cos(6 * turn), 0.3]));
  const fold = cross(first, out);
  return grid({
    columns: 2,
    rows: 2,
    point: (column, row) => {
      const half = row === 1 ? 0.36 * size * (column - 1) : 0;
      const rise = row === 1 && column !== 1 ? 0.1 * size : 0;
      return add(
        at,
        add(
          add(scale(out, (size * row) / 2), scale(first, half)),
          scale(fold, rise - (row === 2 ? 0.12 * size : 0)),
        ),
      );
    },
  });
}
