import { BufferAttribute, type BufferGeometry, SphereGeometry } from 'three';
import { traceOutline } from './outline.ts';
import { join, listFaces, makeGeometry, type Piece, steps } from './piece.ts';
import type { Vec2, Vec3 } from './vector.ts';

/** A smooth sheet of columns x rows quads; its front faces along column direction x row direction. */
type Sheet = {
  readonly columns: number;
  readonly rows: number;
  readonly point: (column: number, row: number) => Vec3;
  readonly uv?: (column: number, row: number) => Vec2;
  /** How many of the first and last row collapse to one point. */
  readonly poles?: number;
};

export function sheet({ columns, rows, point, uv, poles = 0 }: Sheet): Piece {
  const build = (): BufferGeometry => {
    const count = (columns + 1) * (rows + 1);
    const [positions, uvs] = [new Float32Array(3 * count), new Float32Array(2 * count)];
    for (let row = 0, vertex = 0; row <= rows; row += 1) {
      for (let column = 0; column <= columns; column += 1, vertex += 1) {
        positions.set(point(column, row), 3 * vertex);
        uvs.set(uv?.(column, row) ?? [column / columns, row / rows], 2 * vertex);
      }
    }
    // Coincident vertices along seams and at poles share a normal, so that these are invisible.
    const twins = new Uint32Array(count).map((_, vertex) => {
      const [column, start] = [vertex % (columns + 1), vertex - (vertex % (columns + 1))];
      if (isSame(positions, vertex, start) && (column === columns || isSame(positions, start, start + 1)))
        return start;
      return start === count - columns - 1 && isSame(positions, vertex, column) ? column : vertex;
    });
    const faces = listFaces(columns, rows);
    const geometry = makeGeometry(
      positions,
      uvs,
      faces.map((vertex) => twins[vertex] ?? vertex),
    );
    geometry.computeVertexNormals();
    const normals = geometry.getAttribute('normal').array;
    twins.forEach((twin, vertex) => {
      if (twin !== vertex) normals.set(normals.subarray(3 * twin, 3 * twin + 3), 3 * vertex);
    });
    return geometry.setIndex(new BufferAttribute(faces, 1));
  };
  return { triangles: 2 * columns * rows - poles * columns, build };
}

function isSame(positions: Float32Array, a: number, b: number): boolean {
  const gap = (axis: number): number =>
    Math.abs((positions[3 * a + axis] ?? 0) - (positions[3 * b + axis] ?? 0));
  return gap(0) + gap(1) + gap(2) < 1e-5;
}

type Lathe = {
  /** Columns at detail 1, and the minimum. */
  readonly around?: number;
  readonly least?: number;
  /** How often the texture repeats around and along the outline. */
  readonly tiles?: Vec2;
};

/** Revolves an outline of "radius height rounding" around the Y axis: upwards outside, downwards inside. */
export function lathe(detail: number, outline: string, options: Lathe = {}): Piece {
  const { around = 60, least = 12, tiles = [1, 1] } = options;
  const columns = steps(detail, around, least);
  let length = 0;
  const runs = traceOutline(detail, outline).map((run) =>
    run.map(([x, y], index) => {
      const [fromX, fromY] = run[index - 1] ?? [x, y];
      length += Math.hypot(x - fromX, y - fromY);
      return { x, y, length };
    }),
  );
  return join(
    runs.map((run) => {
      const at = (row: number) => run[row] ?? { x: 0, y: 0, length: 0 };
      return sheet({
        columns,
        rows: run.length - 1,
        poles: Number(at(0).x === 0) + Number(at(run.length - 1).x === 0),
        point: (column, row) => {
          const [angle, { x, y }] = [(2 * Math.PI * (column % columns)) / columns, at(row)];
          return [x * Math.cos(angle), y, -x * Math.sin(angle)];
        },
        uv: (column, row) => [(tiles[0] * column) / columns, (tiles[1] * at(row).length) / length],
      });
    }),
  );
}

/** Returns a ball of `around` columns and about half as many rows at detail 1. */
export function ball(detail: number, radius: number, around = 24): Piece {
  const [columns, rows] = [steps(detail, around, 6), steps(detail, around / 2 + 2, 4)];
  return { triangles: 2 * columns * (rows - 1), build: () => new SphereGeometry(radius, columns, rows) };
}
