import type { Piece } from './piece.ts';
import type { Vec3 } from './vector.ts';

/** A triangle mesh in metres, Y up; `uvs` count v upwards, and indices go three to a triangle. */
export type Mesh = {
  readonly positions: Float64Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: Uint32Array;
};

/** Builds the piece on a raster of `grain` metres, without triangles that have no area there. */
export function buildMesh(piece: Piece, grain: number): Mesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  const snap = (value: number): number => Math.round(value / grain) * grain;
  const corner = (id: number): Vec3 => [
    positions[3 * id] ?? 0,
    positions[3 * id + 1] ?? 0,
    positions[3 * id + 2] ?? 0,
  ];
  piece.emit({
    addVertex: (position, normal, uv) => {
      positions.push(snap(position[0]), snap(position[1]), snap(position[2]));
      normals.push(normal[0], normal[1], normal[2]);
      uvs.push(uv[0], uv[1]);
      return positions.length / 3 - 1;
    },
    addTriangle: (a, b, c) => {
      if (hasArea(corner(a), corner(b), corner(c))) indices.push(a, b, c);
    },
  });
  return keepUsed({ positions, normals, uvs, indices });
}

function hasArea(a: Vec3, b: Vec3, c: Vec3): boolean {
  const [px, py, pz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [qx, qy, qz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const double = Math.hypot(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx);
  const longest = Math.max(px * px + py * py + pz * pz, qx * qx + qy * qy + qz * qz);
  return double > 1e-6 * longest && double > 0;
}

type Loose = { readonly [Key in keyof Mesh]: readonly number[] };

function keepUsed(loose: Loose): Mesh {
  const places = new Int32Array(loose.positions.length / 3).fill(-1);
  const order: number[] = [];
  const indices = Uint32Array.from(loose.indices, (id) => {
    if (places[id] === -1) places[id] = order.push(id) - 1;
    return places[id] ?? 0;
  });
  const positions = new Float64Array(order.length * 3);
  const normals = new Float32Array(order.length * 3);
  const uvs = new Float32Array(order.length * 2);
  order.forEach((from, to) => {
    for (const axis of [0, 1, 2]) {
      positions[3 * to + axis] = loose.positions[3 * from + axis] ?? 0;
      normals[3 * to + axis] = loose.normals[3 * from + axis] ?? 0;
    }
    uvs[2 * to] = loose.uvs[2 * from] ?? 0;
    uvs[2 * to + 1] = loose.uvs[2 * from + 1] ?? 0;
  });
  return { positions, normals, uvs, indices };
}
