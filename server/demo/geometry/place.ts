import type { Piece } from './piece.ts';
import { add, normalize, type Vec2, type Vec3 } from './vector.ts';

export type Placement = {
  readonly scale?: number | Vec3;
  /** Degrees about X, then Y, then Z. */
  readonly turn?: Vec3;
  readonly move?: Vec3;
};

/** Scales, then turns, then moves; a negative scale mirrors and keeps the front outside. */
export function place(piece: Piece, placement: Placement): Piece {
  const size: Vec3 =
    typeof placement.scale === 'number'
      ? [placement.scale, placement.scale, placement.scale]
      : (placement.scale ?? [1, 1, 1]);
  const rotate = createRotation(placement.turn ?? [0, 0, 0]);
  const move = placement.move ?? [0, 0, 0];
  const isMirrored = size[0] * size[1] * size[2] < 0;
  return {
    triangles: piece.triangles,
    emit: (sink) =>
      piece.emit({
        addVertex: (p, n, uv) =>
          sink.addVertex(
            add(rotate([p[0] * size[0], p[1] * size[1], p[2] * size[2]]), move),
            normalize(rotate([n[0] / size[0], n[1] / size[1], n[2] / size[2]])),
            uv,
          ),
        addTriangle: (a, b, c) => (isMirrored ? sink.addTriangle(a, c, b) : sink.addTriangle(a, b, c)),
      }),
  };
}

export function createRotation(degrees: Vec3): (a: Vec3) => Vec3 {
  const [x, y, z] = degrees.map((angle) => (angle * Math.PI) / 180);
  const [sx, cx] = [Math.sin(x ?? 0), Math.cos(x ?? 0)];
  const [sy, cy] = [Math.sin(y ?? 0), Math.cos(y ?? 0)];
  const [sz, cz] = [Math.sin(z ?? 0), Math.cos(z ?? 0)];
  return (a) => {
    const y1 = a[1] * cx - a[2] * sx;
    const z1 = a[1] * sx + a[2] * cx;
    const x2 = a[0] * cy + z1 * sy;
    return [x2 * cz - y1 * sz, x2 * sz + y1 * cz, -a[0] * sy + z1 * cy];
  };
}

/** `count` copies about the Y axis, evenly round the circle. */
export function repeatAround(count: number, piece: (index: number) => Piece): readonly Piece[] {
  return Array.from({ length: count }, (_, index) =>
    place(piece(index), { turn: [0, (360 * index) / count, 0] }),
  );
}

export function mapUv(piece: Piece, map: (uv: Vec2) => Vec2): Piece {
  return {
    triangles: piece.triangles,
    emit: (sink) =>
      piece.emit({ ...sink, addVertex: (position, normal, uv) => sink.addVertex(position, normal, map(uv)) }),
  };
}
