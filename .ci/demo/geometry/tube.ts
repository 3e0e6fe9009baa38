import { CatmullRomCurve3, Quaternion, Vector3 } from 'three';
import { join, listOf, type Piece, steps } from './piece.ts';
import { sheet } from './sheet.ts';
import type { Vec2, Vec3 } from './vector.ts';

type Tube = {
  readonly radius: number | ((t: number) => number);
  /** Rows and columns at detail 1, and the minimum. */
  readonly along?: number;
  readonly around?: number;
  readonly least?: Vec2;
  /** Returns the cross-section at this angle and position, for a radius of 1; default a circle. */
  readonly section?: (angle: number, t: number) => Vec2;
  readonly isLoop?: boolean;
  readonly isOpen?: boolean;
  readonly tiles?: Vec2;
  /** Direction of the section's first axis at the start. */
  readonly side?: Vec3;
};

export type Path = (t: number) => Vec3;

/** Returns a smooth path through points "x y z" in millimetres, for t in [0, 1]. */
function tracePath(points: string): Path {
  const list = points.split(',').map((text) => new Vector3().fromArray(text.trim().split(/\s+/).map(Number)));
  const curve = new CatmullRomCurve3(list, false, 'catmullrom', 0.5);
  return (t) => curve.getPoint(t).toArray();
}

const circle = (angle: number): Vec2 => [Math.cos(angle), Math.sin(angle)];

/** Sweeps a section along a path, a function or points as in `tracePath`, without twisting it. */
export function tube(detail: number, path: string | Path, options: Tube): Piece {
  const { radius, section = circle, tiles = [1, 1], least } = options;
  const rows = steps(detail, options.along ?? 1, least?.[0]);
  const columns = steps(detail, options.around ?? 16, least?.[1] ?? 4);
  let frames: readonly Frame[] | undefined;
  const frameAt = (row: number): Frame => {
    frames ??= listFrames(typeof path === 'string' ? tracePath(path) : path, rows, options);
    return frames[row] ?? { centre: new Vector3(), side: new Vector3(), up: new Vector3() };
  };
  const point = (column: number, row: number): Vec3 => {
    const { centre, side, up } = frameAt(row);
    const size = typeof radius === 'number' ? radius : radius(row / rows);
    const [x, y] = section((2 * Math.PI * (column % columns)) / columns, row / rows);
    const beside = centre.clone().addScaledVector(side, x * size);
    return beside.addScaledVector(up, y * size).toArray();
  };
  const uv = (column: number, row: number): Vec2 => [(tiles[0] * column) / columns, (tiles[1] * row) / rows];
  const cap = (row: number): Piece =>
    sheet({
      columns,
      rows: 1,
      poles: 1,
      point: (column, step) =>
        step === 1 ? frameAt(row).centre.toArray() : point(row === 0 ? columns - column : column, row),
    });
  const isClosed = !options.isLoop && !options.isOpen;
  return join([sheet({ columns, rows, point, uv }), ...(isClosed ? [cap(0), cap(rows)] : [])]);
}

type Frame = { readonly centre: Vector3; readonly side: Vector3; readonly up: Vector3 };

function listFrames(path: Path, rows: number, { isLoop, side }: Tube): readonly Frame[] {
  const at = (row: number): Vector3 =>
    new Vector3(...path(isLoop ? ((row + rows) % rows) / rows : Math.min(1, Math.max(0, row / rows))));
  const tangent = (row: number): Vector3 =>
    at(row + 1)
      .sub(at(row - 1))
      .normalize();
  let forward = tangent(0);
  const across = new Vector3(...(side ?? (Math.abs(forward.y) < 0.9 ? [0, 1, 0] : [1, 0, 0])));
  across.addScaledVector(forward, -across.dot(forward)).normalize();
  const frames = listOf(rows + 1, (row) => {
    const next = tangent(row);
    across.applyQuaternion(new Quaternion().setFromUnitVectors(forward, next));
    across.addScaledVector(next, -across.dot(next)).normalize();
    forward = next;
    return { centre: at(row), side: across.clone(), up: new Vector3().crossVectors(next, across), forward };
  });
  const [first, last] = [frames[0], frames.at(-1)];
  if (!isLoop || !first || !last) return frames;
  // A loop's remaining twist is spread over its whole length.
  const twist = Math.atan2(first.side.dot(last.up), first.side.dot(last.side));
  return frames.map((frame, row) => {
    const angle = (twist * row) / rows;
    const turn = (axis: Vector3): Vector3 => axis.applyAxisAngle(frame.forward, angle);
    return { centre: frame.centre, side: turn(frame.side), up: turn(frame.up) };
  });
}
