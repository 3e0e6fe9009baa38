/** Triangles by their corners; three coordinates per vertex. */
export type Surface = { readonly positions: Float32Array; readonly indices: Uint32Array };

export function boundsOf({ positions, indices }: Surface) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of indices)
    for (let axis = 0; axis < 3; axis += 1) {
      const value = positions[vertex * 3 + axis] ?? 0;
      if (value < (low[axis] ?? 0)) low[axis] = value;
      if (value > (high[axis] ?? 0)) high[axis] = value;
    }
  return { low, high };
}

// Plain numbers, as in nearest-triangle.ts.

const read = (points: Float32Array, at: number) => points[at] ?? 0;

/** Area of a triangle of points with `width` coordinates, in two or three dimensions. */
export function areaOf(points: Float32Array, width: 2 | 3, a: number, b: number, c: number): number {
  const [from, to, other] = [a * width, b * width, c * width];
  const ux = read(points, to) - read(points, from);
  const uy = read(points, to + 1) - read(points, from + 1);
  const vx = read(points, other) - read(points, from);
  const vy = read(points, other + 1) - read(points, from + 1);
  const z = ux * vy - uy * vx;
  if (width === 2) return Math.abs(z) / 2;
  const uz = read(points, to + 2) - read(points, from + 2);
  const vz = read(points, other + 2) - read(points, from + 2);
  const [x, y] = [uy * vz - uz * vy, uz * vx - ux * vz];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** Reproducible random numbers from 0 to below 1. */
function createNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Index of the first sum that is at least `wanted`. */
function findSum(sums: Float64Array, wanted: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const cornersOf = (indices: Uint32Array, triangle: number): [number, number, number] => [
  indices[triangle * 3] ?? 0,
  indices[triangle * 3 + 1] ?? 0,
  indices[triangle * 3 + 2] ?? 0,
];

/** Points distributed evenly over a surface by area, three coordinates each; none if it has no area. */
export function samplePoints({ positions, indices }: Surface, count: number): Float64Array {
  const sums = new Float64Array(indices.length / 3);
  let total = 0;
  for (let triangle = 0; triangle < sums.length; triangle += 1) {
    const corner = triangle * 3;
    total += areaOf(positions, 3, indices[corner] ?? 0, indices[corner + 1] ?? 0, indices[corner + 2] ?? 0);
    sums[triangle] = total;
  }
  if (!(total > 0)) return new Float64Array();
  const next = createNumbers(1);
  const points = new Float64Array(count * 3);
  for (let index = 0; index < count; index += 1) {
    const [a, b, c] = cornersOf(indices, findSum(sums, ((index + next()) / count) * total));
    let [s, t] = [next(), next()];
    if (s + t > 1) [s, t] = [1 - s, 1 - t];
    const at = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
    for (let axis = 0; axis < 3; axis += 1)
      points[index * 3 + axis] = at(a, axis) * (1 - s - t) + at(b, axis) * s + at(c, axis) * t;
  }
  return points;
}
