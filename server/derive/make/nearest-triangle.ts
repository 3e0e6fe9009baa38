import { boundsOf, type Surface } from './surface.ts';

type Point = readonly [number, number, number];

/** Where on the edge or face from `a` along `ab` and `ac` a point is nearest, by its shares of the two. */
function findShares(ab: Point, ac: Point, ap: Point): readonly [number, number] {
  const dot = (u: Point, v: Point) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const [d1, d2, bb, bc, cc] = [dot(ab, ap), dot(ac, ap), dot(ab, ab), dot(ab, ac), dot(ac, ac)];
  if (d1 <= 0 && d2 <= 0) return [0, 0];
  const [d3, d4, d5, d6] = [d1 - bb, d2 - bc, d1 - bc, d2 - cc];
  if (d3 >= 0 && d4 <= d3) return [1, 0];
  if (d6 >= 0 && d5 <= d6) return [0, 1];
  return findInside({ d1, d2, d3, d4, d5, d6 });
}

type Dots = Readonly<Record<'d1' | 'd2' | 'd3' | 'd4' | 'd5' | 'd6', number>>;

function findInside({ d1, d2, d3, d4, d5, d6 }: Dots): readonly [number, number] {
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return [d1 / (d1 - d3 || 1), 0];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return [0, d2 / (d2 - d6 || 1)];
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const share = (d4 - d3) / (d4 - d3 + (d5 - d6) || 1);
    return [1 - share, share];
  }
  const whole = va + vb + vc || 1;
  return [vb / whole, vc / whole];
}

function squareTo([px, py, pz]: Point, q: Float32Array, corners: readonly [number, number, number]): number {
  const [a, b, c] = corners;
  const [ax, ay, az] = [q[a] ?? 0, q[a + 1] ?? 0, q[a + 2] ?? 0];
  const ab: Point = [(q[b] ?? 0) - ax, (q[b + 1] ?? 0) - ay, (q[b + 2] ?? 0) - az];
  const ac: Point = [(q[c] ?? 0) - ax, (q[c + 1] ?? 0) - ay, (q[c + 2] ?? 0) - az];
  const ap: Point = [px - ax, py - ay, pz - az];
  const [s, t] = findShares(ab, ac, ap);
  const x = ap[0] - ab[0] * s - ac[0] * t;
  const y = ap[1] - ab[1] * s - ac[1] * t;
  const z = ap[2] - ab[2] * s - ac[2] * t;
  return x * x + y * y + z * z;
}

const mostCells = 500_000;

/** Sides of the boxes into which a surface is sorted, and how many there are along each axis. */
function layOut(low: readonly number[], high: readonly number[], triangles: number) {
  const sides = low.map((value, axis) => Math.max((high[axis] ?? 0) - value, 1e-12));
  const [x = 1, y = 1, z = 1] = sides;
  const wanted = Math.sqrt((x * y + y * z + z * x) / Math.max(1, triangles)) * 2;
  let step = Math.max(wanted, Math.max(...sides) / 250);
  const count = () => sides.map((side) => Math.max(1, Math.ceil(side / step)));
  while (count().reduce((product, along) => product * along, 1) > mostCells) step *= 1.5;
  const [nx = 1, ny = 1, nz = 1] = count();
  return { step, nx, ny, nz };
}

/** Makes a function that gives the distance from a point to the nearest triangle; the surface has at least one. */
export function createNearest(surface: Surface) {
  const { positions, indices } = surface;
  const { low, high } = boundsOf(surface);
  const triangleCount = indices.length / 3;
  const { step, nx, ny, nz } = layOut(low, high, triangleCount);
  const counts = [nx, ny, nz];
  const boxOf = (value: number, axis: number) =>
    Math.min((counts[axis] ?? 1) - 1, Math.max(0, Math.floor((value - (low[axis] ?? 0)) / step)));
  const cornerOf = (triangle: number, corner: number) => (indices[triangle * 3 + corner] ?? 0) * 3;

  const visitBoxes = (act: (box: number, triangle: number) => void) => {
    const range = new Uint16Array(6);
    for (let triangle = 0; triangle < triangleCount; triangle += 1) {
      const [a, b, c] = [cornerOf(triangle, 0), cornerOf(triangle, 1), cornerOf(triangle, 2)];
      for (let axis = 0; axis < 3; axis += 1) {
        const [p = 0, q = 0, r = 0] = [positions[a + axis], positions[b + axis], positions[c + axis]];
        range[axis] = boxOf(Math.min(p, q, r), axis);
        range[3 + axis] = boxOf(Math.max(p, q, r), axis);
      }
      const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = range;
      for (let z = z0; z <= z1; z += 1)
        for (let y = y0; y <= y1; y += 1)
          for (let x = x0; x <= x1; x += 1) act((z * ny + y) * nx + x, triangle);
    }
  };
  const starts = new Uint32Array(nx * ny * nz + 1);
  visitBoxes((box) => {
    starts[box + 1] = (starts[box + 1] ?? 0) + 1;
  });
  for (let box = 1; box < starts.length; box += 1) starts[box] = (starts[box] ?? 0) + (starts[box - 1] ?? 0);
  const filled = starts.slice();
  const sorted = new Uint32Array(starts.at(-1) ?? 0);
  visitBoxes((box, triangle) => {
    sorted[filled[box] ?? 0] = triangle;
    filled[box] = (filled[box] ?? 0) + 1;
  });

  const searchBox = (point: Point, box: number, before: number): number => {
    let best = before;
    for (let at = starts[box] ?? 0; at < (starts[box + 1] ?? 0); at += 1) {
      const triangle = sorted[at] ?? 0;
      const corners = [cornerOf(triangle, 0), cornerOf(triangle, 1), cornerOf(triangle, 2)] as const;
      best = Math.min(best, squareTo(point, positions, corners));
    }
    return best;
  };
  /** The boxes at a distance of exactly `ring` boxes. */
  const searchRing = (point: Point, [cx, cy, cz]: Point, ring: number, before: number): number => {
    let best = before;
    for (let z = Math.max(0, cz - ring); z <= Math.min(nz - 1, cz + ring); z += 1)
      for (let y = Math.max(0, cy - ring); y <= Math.min(ny - 1, cy + ring); y += 1) {
        const isFace = Math.abs(z - cz) === ring || Math.abs(y - cy) === ring;
        const stride = isFace ? 1 : 2 * ring;
        for (let x = cx - ring; x <= cx + ring; x += stride)
          if (x >= 0 && x < nx) best = searchBox(point, (z * ny + y) * nx + x, best);
      }
    return best;
  };

  return (point: Point): number => {
    const center: Point = [boxOf(point[0], 0), boxOf(point[1], 1), boxOf(point[2], 2)];
    const longest = Math.max(nx, ny, nz);
    let best = Infinity;
    for (let ring = 0; ring <= longest; ring += 1) {
      // What lies further out cannot be nearer than this.
      if (ring > 0 && best <= ((ring - 1) * step) ** 2) break;
      best = searchRing(point, center, ring, best);
    }
    return Math.sqrt(best);
  };
}
