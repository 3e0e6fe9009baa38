import { grid } from './grid.ts';
import type { Run } from './outline.ts';
import { joinPieces, type Piece } from './piece.ts';
import type { Vec2, Vec3 } from './vector.ts';

export type Lathe = {
  /** Radius and height, going up where the outside is and down where the inside is. */
  readonly runs: readonly Run[];
  readonly around: number;
  /** How often the texture repeats around and along the outline. */
  readonly tiles?: Vec2;
  /** Changes a point after turning, for ribs, dents and the like. */
  readonly shape?: (radius: number, height: number, angle: number) => Vec2;
};

/** Turns an outline around the Y axis. */
export function lathe({ runs, around, tiles = [1, 1], shape }: Lathe): Piece {
  const total = runs.reduce((sum, run) => sum + (measure(run).at(-1) ?? 0), 0);
  let start = 0;
  const pieces = runs.map((run) => {
    const lengths = measure(run);
    const from = start;
    start += lengths.at(-1) ?? 0;
    return grid({
      columns: around,
      rows: run.length - 1,
      wrapsColumns: true,
      point: (column, row): Vec3 => {
        const angle = (2 * Math.PI * (column % around)) / around;
        const [x, y] = run[row] ?? [0, 0];
        const [radius, height] = shape ? shape(x, y, angle) : [x, y];
        return [radius * Math.cos(angle), height, -radius * Math.sin(angle)];
      },
      uv: (column, row) => [(tiles[0] * column) / around, (tiles[1] * (from + (lengths[row] ?? 0))) / total],
    });
  });
  return joinPieces(pieces);
}

function measure(run: Run): readonly number[] {
  let length = 0;
  return run.map((point, index) => {
    const before = run[index - 1] ?? point;
    length += Math.hypot(point[0] - before[0], point[1] - before[1]);
    return length;
  });
}

export type Ball = { readonly radius: number; readonly around: number; readonly rows: number };

export function ball({ radius, around, rows }: Ball): Piece {
  const run = Array.from({ length: rows + 1 }, (_, row): Vec2 => {
    const angle = Math.PI * (row / rows - 0.5);
    const isPole = row === 0 || row === rows;
    return [isPole ? 0 : radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return lathe({ runs: [run], around });
}
