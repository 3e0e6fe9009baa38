import type { Piece } from './piece.ts';
import { add, cross, normalize, scale, subtract, type Vec3 } from './vector.ts';

const STEP = 1e-5;

/** Bends a piece by any smooth map of space that keeps left and right; normals follow the map. */
export function warp(piece: Piece, map: (point: Vec3) => Vec3): Piece {
  return {
    triangles: piece.triangles,
    emit: (sink) =>
      piece.emit({
        ...sink,
        addVertex: (position, normal, uv) => {
          const first = normalize(cross(Math.abs(normal[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0], normal));
          const second = cross(normal, first);
          const moved = map(position);
          const alongFirst = subtract(map(add(position, scale(first, STEP))), moved);
          const alongSecond = subtract(map(add(position, scale(second, STEP))), moved);
          const bent = scale(cross(alongFirst, alongSecond), 1 / (STEP * STEP));
          return sink.addVertex(moved, normalize(bent), uv);
        },
      }),
  };
}
