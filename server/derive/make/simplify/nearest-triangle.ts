import { boundsOf, type Surface } from './surface.ts';

type Point = readonly [number, number, number];

// Plain numbers throughout: this runs some hundred thousand times per model, mostly before it is compiled.

const read = (q: Float32Array, at: number) => q[at] ?? 0;

/** Squared distance from a point to the triangle whose corners start at these offsets of `q`. */
function squareTo(
  px: number,
  py: number,
  pz: number,
  q: Float32Array,
  a: number,
  b: number,
  c: number,
): number {
  const ax = read(q, a);
  const ay = read(q, a + 1);
  const az = read(q, a + 2);
  const ux = read(q, b) - ax;
  const uy = read(q, b + 1) - ay;
  const uz = read(q, b + 2) - az;
  const vx = read(q, c) - ax;
  const vy = read(q, c + 1) - ay;
  const vz = read(q, c + 2) - az;
  const wx = px - ax;
  const wy = py - ay;
  const wz = pz - az;
  const d1 = ux * wx + uy * wy + uz * wz;
  const d2 = vx * wx + vy * wy + vz * wz;
  const bb = ux * ux + uy * uy + uz * uz;
  const bc = ux * vx + uy * vy + uz * vz;
  const cc = vx * vx + vy * vy + vz * vz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  const inC = d1 * d4 - d3 * d2;
  const inB = d5 * d2 - d1 * d6;
  const inA = d3 * d6 - d5 * d4;
  // The nearest point of the triangle, as shares of the edges to the second and third corner.
  let s = 0;
  let t = 0;
  if (d1 <= 0 && d2 <= 0) s = 0;
  else if (d3 >= 0 && d4 <= d3) s = 1;
  else if (d6 >= 0 && d5 <= d6) t = 1;
  else if (inC <= 0 && d1 >= 0 && d3 <= 0) s = d1 / (d1 - d3 || 1);
  else if (inB <= 0 && d2 >= 0 && d6 <= 0) t = d2 / (d2 - d6 || 1);
  else if (inA <= 0 && d4 >= d3 && d5 >= d6) {
    t = (d4 - d3) / (d4 - d3 + (d5 - d6) || 1);
    s = 1 - t;
  } else {
    const whole = inA + inB + inC || 1;
    s = inB / whole;
    t = inC / whole;
  }
  const x = wx - ux * s - vx * t;
  const y = wy - uy * s - vy * t;
  const z = wz - uz * s - vz * t;
  return x * x + y * y + z * z;
}

const mostCells = 500_000;

/** Size of the grid cells that a surface is sorted into, and their number along each axis. */
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

/** Creates a function that returns a point's distance to the nearest triangle; the surface must have one. */
export function createNearest(surface: Surface) {
  const { positions, indices } = surface;
  const { low, high } = boundsOf(surface);
  const triangleCount = indices.length / 3;
  const { step, nx, ny, nz } = layOut(low, high, triangleCount);
  const [lx = 0, ly = 0, lz = 0] = low;
  const clamp = (box: number, count: number) => (box < 0 ? 0 : box < count ? box : count - 1);
  const boxX = (x: number) => clamp(Math.floor((x - lx) / step), nx);
  const boxY = (y: number) => clamp(Math.floor((y - ly) / step), ny);
  const boxZ = (z: number) => clamp(Math.floor((z - lz) / step), nz);

  /** Grid cells that each triangle can touch: six numbers, minimum x, y and z, then maximum. */
  const ranges = new Uint16Array(triangleCount * 6);
  const starts = new Uint32Array(nx * ny * nz + 1);
  for (let triangle = 0; triangle < triangleCount; triangle += 1) {
    const a = (indices[triangle * 3] ?? 0) * 3;
    const b = (indices[triangle * 3 + 1] ?? 0) * 3;
    const c = (indices[triangle * 3 + 2] ?? 0) * 3;
    const lowest = (axis: number) =>
      Math.min(positions[a + axis] ?? 0, positions[b + axis] ?? 0, positions[c + axis] ?? 0);
    const greatest = (axis: number) =>
      Math.max(positions[a + axis] ?? 0, positions[b + axis] ?? 0, positions[c + axis] ?? 0);
    const at = triangle * 6;
    ranges[at] = boxX(lowest(0));
    ranges[at + 1] = boxY(lowest(1));
    ranges[at + 2] = boxZ(lowest(2));
    ranges[at + 3] = boxX(greatest(0));
    ranges[at + 4] = boxY(greatest(1));
    ranges[at + 5] = boxZ(greatest(2));
  }
  const visitBoxes = (act: (box: number, triangle: number) => void) => {
    for (let triangle = 0; triangle < triangleCount; triangle += 1) {
      const at = triangle * 6;
      const x0 = ranges[at] ?? 0;
      const x1 = ranges[at + 3] ?? 0;
      const y1 = ranges[at + 4] ?? 0;
      const z1 = ranges[at + 5] ?? 0;
      for (let z = ranges[at + 2] ?? 0; z <= z1; z += 1)
        for (let y = ranges[at + 1] ?? 0; y <= y1; y += 1)
          for (let x = x0; x <= x1; x += 1) act((z * ny + y) * nx + x, triangle);
    }
  };
  visitBoxes((box) => {
    starts[box + 1] = (starts[box + 1] ?? 0) + 1;
  });
  for (let box = 1; box < starts.length; box += 1) starts[box] = (starts[box] ?? 0) + (starts[box - 1] ?? 0);
  const filled = starts.slice();
  const sorted = new Uint32Array(starts[starts.length - 1] ?? 0);
  visitBoxes((box, triangle) => {
    const at = filled[box] ?? 0;
    sorted[at] = triangle;
    filled[box] = at + 1;
  });

  const searchBox = (point: Point, box: number, before: number): number => {
    let best = before;
    const end = starts[box + 1] ?? 0;
    for (let at = starts[box] ?? 0; at < end; at += 1) {
      const corner = (sorted[at] ?? 0) * 3;
      const a = (indices[corner] ?? 0) * 3;
      const b = (indices[corner + 1] ?? 0) * 3;
      const c = (indices[corner + 2] ?? 0) * 3;
      const square = squareTo(point[0], point[1], point[2], positions, a, b, c);
      if (square < best) best = square;
    }
    return best;
  };
  /** Searches the cells at a distance of exactly `ring` cells. */
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
    const center: Point = [boxX(point[0]), boxY(point[1]), boxZ(point[2])];
    const longest = Math.max(nx, ny, nz);
    let best = Infinity;
    for (let ring = 0; ring <= longest; ring += 1) {
      // Triangles further out cannot be nearer than this.
      if (ring > 0 && best <= ((ring - 1) * step) ** 2) break;
      best = searchRing(point, center, ring, best);
    }
    return Math.sqrt(best);
  };
}
