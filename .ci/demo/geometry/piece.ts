import { BufferAttribute, BufferGeometry, Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Vec3 } from './vector.ts';

export const { clamp, lerp, smoothstep } = MathUtils;

/** Geometry that knows its number of triangles before it is built. */
export type Piece = { readonly triangles: number; readonly build: () => BufferGeometry };

/** Returns the steps of a curve at this level of detail; detail 1 gives `base`. */
export function steps(detail: number, base: number, least = Math.ceil(base / 4)): number {
  return Math.max(least, Math.round(base * detail));
}

export function listOf<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

export function join(pieces: readonly Piece[]): Piece {
  const filled = pieces.filter((piece) => piece.triangles > 0);
  if (filled[0] && filled.length === 1) return filled[0];
  return {
    triangles: filled.reduce((sum, piece) => sum + piece.triangles, 0),
    build: () => {
      const built = filled.map((piece) => piece.build());
      return built.length > 0
        ? mergeGeometries(built)
        : makeGeometry(new Float32Array(), new Float32Array(), new Uint32Array());
    },
  };
}

export function makeGeometry(
  positions: Float32Array,
  uvs: Float32Array,
  indices: Uint32Array,
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(positions.length), 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  return geometry.setIndex(new BufferAttribute(indices, 1));
}

/** Returns two triangles for each cell of a grid. */
export function listFaces(columns: number, rows: number): Uint32Array {
  const faces = new Uint32Array(6 * columns * rows);
  for (let index = 0; index < columns * rows; index += 1) {
    const corner = index + Math.floor(index / columns);
    const above = corner + columns + 1;
    faces.set([corner, corner + 1, above + 1, corner, above + 1, above], 6 * index);
  }
  return faces;
}

/** Scales, then rotates by degrees around X, then Y, then Z, then translates. */
export function toMatrix(move: Vec3, turn: Vec3 = [0, 0, 0], scale: Vec3 = [1, 1, 1]): Matrix4 {
  const [x, y, z] = turn.map(MathUtils.degToRad);
  const turned = new Quaternion().setFromEuler(new Euler(x, y, z, 'ZYX'));
  return new Matrix4().compose(new Vector3(...move), turned, new Vector3(...scale));
}

/** Transforms the piece as `toMatrix` does; a negative scale mirrors it and keeps the front outside. */
export function place(piece: Piece, ...placement: Parameters<typeof toMatrix>): Piece {
  const matrix = toMatrix(...placement);
  const build = (): BufferGeometry => {
    const geometry = piece.build().applyMatrix4(matrix);
    if (matrix.determinant() < 0) geometry.getIndex()?.array.reverse();
    return geometry;
  };
  return { triangles: piece.triangles, build };
}

/** Copies a piece that is built once; `random` returns the same numbers in [0, 1) for every build. */
export function scatter(
  piece: Piece,
  count: number,
  placeAt: (index: number, random: () => number) => Matrix4,
): Piece {
  const build = (): BufferGeometry => {
    const one = piece.build();
    MathUtils.seededRandom(count);
    const random = (): number => MathUtils.seededRandom();
    return mergeGeometries(listOf(count, (index) => one.clone().applyMatrix4(placeAt(index, random))));
  };
  return count > 0 ? { triangles: piece.triangles * count, build } : join([]);
}

/** Returns `count` copies, evenly spaced around the Y axis. */
export function repeatAround(count: number, piece: Piece, from = 0): Piece {
  return scatter(piece, count, (index) => toMatrix([0, 0, 0], [0, from + (360 * index) / count, 0]));
}

export function mirror(piece: Piece): Piece {
  return join([piece, place(piece, [0, 0, 0], [0, 0, 0], [-1, 1, 1])]);
}

const STEP = 0.01;

/** Bends a piece by any smooth map of space that keeps left and right; normals follow the map. */
export function bend(piece: Piece, map: (x: number, y: number, z: number) => Vec3): Piece {
  const build = (): BufferGeometry => {
    const geometry = piece.build();
    const [positions, normals] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    const [normal, first, second, point] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    const moveAlong = (direction: Vector3, from: Vec3): Vector3 => {
      const to = map(
        point.x + STEP * direction.x,
        point.y + STEP * direction.y,
        point.z + STEP * direction.z,
      );
      return direction.set(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    };
    for (let index = 0; index < positions.count; index += 1) {
      normal.fromBufferAttribute(normals, index);
      point.fromBufferAttribute(positions, index);
      first.set(Number(Math.abs(normal.x) < 0.8), Number(Math.abs(normal.x) >= 0.8), 0);
      first.cross(normal).normalize();
      second.crossVectors(normal, first);
      const moved = map(point.x, point.y, point.z);
      positions.setXYZ(index, ...moved);
      normal.crossVectors(moveAlong(first, moved), moveAlong(second, moved)).normalize();
      normals.setXYZ(index, normal.x, normal.y, normal.z);
    }
    return geometry;
  };
  return { triangles: piece.triangles, build };
}
