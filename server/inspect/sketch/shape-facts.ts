import { at } from '../../shared/matrix.ts';
import type { Triangles } from './shape.ts';

/** Numbers of a shape that do not depend on format, position, orientation or unit. */
export type ShapeFacts = {
  readonly triangles: number;
  /** Overall spread of the surface, relative to its area. */
  readonly spread: number;
  /** How the spread divides between the three principal directions. */
  readonly flatness: number;
  readonly roundness: number;
  readonly volume: number;
  /** Chirality: opposite signs for mirror images, 0 for a shape that is its own mirror image. */
  readonly hand: number;
};

/** Adds width, height and depth. */
type Measured = ShapeFacts & { readonly sides: Vector };

/** Copies of the same triangles, with six digits per number, differ by less. */
const roundingGap = 2e-5;
/** Copies with other triangles differ by less. */
const subdividedGap = 1e-6;

type Vector = [x: number, y: number, z: number];
type Spread = readonly [Vector, Vector, Vector];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const times = (spread: Spread, vector: Vector): Vector => [
  dot(spread[0], vector),
  dot(spread[1], vector),
  dot(spread[2], vector),
];

/** Integrals over a surface: of 1, normal, x, xxᵀ, x|x|², and six times the volume; x is relative to the first corner. */
const places = { area: 0, normal: 1, first: 4, second: 7, third: 13, volume: 16, all: 17 } as const;
const pairs = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Adds a triangle's integrals; the seven sample points are exact for cubic terms. */
function addTriangle(sums: Float64Array, a: Vector, b: Vector, c: Vector): void {
  const add = (place: number, value: number) => {
    sums[place] = (sums[place] ?? 0) + value;
  };
  const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
  const area = Math.sqrt(dot(normal, normal)) / 2;
  add(places.area, area);
  add(places.volume, dot(a, cross(b, c)));
  for (let axis = 0; axis < 3; axis += 1) add(places.normal + axis, (normal[axis] ?? 0) / 2);
  const addPoint = (x: number, y: number, z: number, weight: number) => {
    const point = [x, y, z] as const;
    const squared = (x * x + y * y + z * z) * weight;
    for (let axis = 0; axis < 3; axis += 1) {
      add(places.first + axis, (point[axis] ?? 0) * weight);
      add(places.third + axis, (point[axis] ?? 0) * squared);
    }
    for (const [index, [row, column]] of pairs.entries())
      add(places.second + index, point[row] * point[column] * weight);
  };
  for (const corner of [a, b, c]) addPoint(...corner, area / 20);
  for (const [from, to] of [
    [a, b],
    [b, c],
    [c, a],
  ] as const)
    addPoint((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2, (area * 2) / 15);
  const middle = (axis: 0 | 1 | 2) => (a[axis] + b[axis] + c[axis]) / 3;
  addPoint(middle(0), middle(1), middle(2), (area * 9) / 20);
}

/** Derives facts that depend on no position, orientation or unit from the integrals; null if they are undefined. */
function conclude(sums: Float64Array, triangles: number): ShapeFacts | null {
  const area = at(sums, places.area);
  const vectorAt = (place: number): Vector => [at(sums, place), at(sums, place + 1), at(sums, place + 2)];
  const sum = vectorAt(places.first);
  const centre: Vector = [sum[0] / area, sum[1] / area, sum[2] / area];
  const second = (index: number) => {
    const [row, column] = pairs[index] ?? [0, 0];
    return at(sums, places.second + index) / area - centre[row] * centre[column];
  };
  const trace = second(0) + second(1) + second(2);
  const part = (index: number) => second(index) / trace;
  const spread: Spread = [
    [part(0), part(3), part(4)],
    [part(3), part(1), part(5)],
    [part(4), part(5), part(2)],
  ];
  const whole = trace + dot(centre, centre);
  const raw = vectorAt(places.third);
  const lean = centre.map((middle, axis) => {
    const turned = trace * dot(spread[axis] ?? centre, centre) + middle * dot(centre, centre);
    const moved = (raw[axis] ?? 0) / area - 2 * turned - middle * whole + 2 * middle * dot(centre, centre);
    return moved / trace ** 1.5;
  });
  const [x = 0, y = 0, z = 0] = lean;
  const once = times(spread, [x, y, z]);
  const twice = times(spread, once);
  const length = x * x + y * y + z * z;
  const minors = part(0) * part(1) + part(0) * part(2) + part(1) * part(2);
  const facts = {
    triangles,
    spread: trace / area,
    flatness: minors - part(3) ** 2 - part(4) ** 2 - part(5) ** 2,
    roundness: dot(spread[0], cross(spread[1], spread[2])),
    volume: Math.abs(at(sums, places.volume) / 6 - dot(centre, vectorAt(places.normal)) / 3) / area ** 1.5,
    hand: length === 0 ? 0 : dot([x, y, z], cross(once, twice)) / length,
  };
  return Object.values(facts).every(Number.isFinite) ? facts : null;
}

function createBounds() {
  const least: Vector = [Infinity, Infinity, Infinity];
  const most: Vector = [-Infinity, -Infinity, -Infinity];
  return {
    add(point: Vector): void {
      for (let axis = 0; axis < 3; axis += 1) {
        const value = point[axis] ?? 0;
        if (value < (least[axis] ?? 0)) least[axis] = value;
        if (value > (most[axis] ?? 0)) most[axis] = value;
      }
    },
    sides: (): Vector => [most[0] - least[0], most[1] - least[1], most[2] - least[2]],
  };
}

/** Measures triangles as they are added, without storing them. */
export function createShapeFacts(): Triangles & { readonly read: () => Measured | null } {
  const sums = new Float64Array(places.all);
  const zero = (): Vector => [0, 0, 0];
  const corners = [zero(), zero(), zero()] as const;
  const bounds = createBounds();
  let origin: Vector | null = null;
  let triangles = 0;
  return {
    add(points, a, b, c, { place }) {
      for (const [index, point] of [a, b, c].entries()) {
        const corner = corners[index] ?? corners[0];
        const read = (axis: number) => points[point * 3 + axis] ?? Number.NaN;
        for (let row = 0; row < 3; row += 1)
          corner[row] = place
            ? at(place, row) * read(0) +
              at(place, row + 4) * read(1) +
              at(place, row + 8) * read(2) +
              at(place, row + 12)
            : read(row);
        origin ??= [...corner];
        for (let axis = 0; axis < 3; axis += 1) corner[axis] = (corner[axis] ?? 0) - (origin[axis] ?? 0);
        bounds.add(corner);
      }
      triangles += 1;
      addTriangle(sums, ...corners);
    },
    read() {
      const facts = conclude(sums, triangles);
      return facts && { ...facts, sides: bounds.sides() };
    },
  };
}

/** How far the spread of a copy can differ, up and down. */
export const spreadGap = roundingGap;

export function isSameShape(one: ShapeFacts, other: ShapeFacts): boolean {
  const gap = one.triangles === other.triangles ? roundingGap : subdividedGap;
  const differ = (a: number, b: number, unit: number) => Math.abs(a - b) > gap * unit;
  const isMirrored = one.hand * other.hand < 0 && differ(one.hand, other.hand, 1e-3);
  return !(
    isMirrored ||
    differ(one.spread, other.spread, one.spread) ||
    differ(one.flatness, other.flatness, 1) ||
    differ(one.roundness, other.roundness, 1 / 9) ||
    differ(one.volume, other.volume, Math.sqrt(one.spread) / 3)
  );
}
