import { type BufferGeometry, Triangle, Vector3 } from 'three';

/** A triangle mesh in metres, Y up; v of `uvs` points up, and each triangle has three indices. */
export type Mesh = {
  readonly positions: Float64Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  readonly indices: Uint32Array;
};

/** Snaps the geometry to a grid of `grain`, and drops triangles without area and unused vertices. */
export function toMesh(geometry: BufferGeometry, grain: number): Mesh {
  const [position = [], normal = [], uv = []] = ['position', 'normal', 'uv'].map(
    (name) => geometry.getAttribute(name).array,
  );
  const snapped = new Float64Array(position).map((value) => Math.round(value / grain) * grain);
  const places = new Int32Array(snapped.length / 3).fill(-1);
  const order: number[] = [];
  const indices = listSolid(snapped, geometry.getIndex()?.array ?? []).map((id) => {
    if (places[id] === -1) places[id] = order.push(id) - 1;
    return places[id] ?? 0;
  });
  const mesh = {
    positions: new Float64Array(3 * order.length),
    normals: new Float32Array(3 * order.length),
    uvs: new Float32Array(2 * order.length),
  };
  order.forEach((from, to) => {
    mesh.positions.set(snapped.subarray(3 * from, 3 * from + 3), 3 * to);
    mesh.normals.set(normal.slice(3 * from, 3 * from + 3), 3 * to);
    mesh.uvs.set(uv.slice(2 * from, 2 * from + 2), 2 * to);
  });
  return { ...mesh, indices };
}

/** Returns the corners of triangles that are not degenerate. */
function listSolid(positions: Float64Array, indices: ArrayLike<number>): Uint32Array {
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const triangle = new Triangle(a, b, c);
  const solid: number[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [i = 0, j = 0, k = 0] = [indices[at], indices[at + 1], indices[at + 2]];
    a.fromArray(positions, 3 * i);
    b.fromArray(positions, 3 * j);
    c.fromArray(positions, 3 * k);
    const longest = Math.max(a.distanceToSquared(b), a.distanceToSquared(c));
    if (triangle.getArea() > 1e-6 * longest) solid.push(i, j, k);
  }
  return Uint32Array.from(solid);
}

/** The most steps of the grain from 0 to a position: with more, three of them no longer fit in one number. */
export const MOST_STEPS = 100_000;

/** Returns the mesh's distinct points, in steps of the grain, and the point of every vertex, for OBJ and FBX. */
export function weldPositions({ positions }: Mesh, grain: number) {
  const points: number[] = [];
  const known = new Map<number, number>();
  const pointOf = new Uint32Array(positions.length / 3).map((_, vertex) => {
    const at = (axis: number): number => Math.round((positions[3 * vertex + axis] ?? 0) / grain);
    const [x, y, z] = [at(0), at(1), at(2)];
    const [width, half] = [2 * MOST_STEPS, MOST_STEPS];
    const key = ((x + half) * width + y + half) * width + z + half;
    const point = known.get(key) ?? points.push(x, y, z) / 3 - 1;
    known.set(key, point);
    return point;
  });
  return { points, pointOf };
}
