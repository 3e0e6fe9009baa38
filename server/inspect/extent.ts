import type { SizeMetres } from '../contract/common.ts';
import { at, type Matrix } from '../shared/matrix.ts';
import { attempt } from './byte-source.ts';

/** The size of a scene file, with the axes and the unit that the file names. */
export type Extent = {
  readonly upAxis?: 'X' | 'Y' | 'Z';
  readonly unitMetres?: number;
  readonly sizeMetres?: SizeMetres;
};

type Vector = readonly [number, number, number];

/** Whether the turned box of some points is the box of the turned points: each axis stays one. */
export function keepsBoxes(place: Matrix): boolean {
  for (let row = 0; row < 3; row += 1) {
    const [a, b, c] = [Math.abs(at(place, row)), Math.abs(at(place, row + 4)), Math.abs(at(place, row + 8))];
    // The two that are not the largest are nothing.
    if (a + b + c - Math.max(a, b, c) > (a + b + c) * 1e-6) return false;
  }
  return true;
}

/** The corners of a box, three numbers each. */
export const cornersOf = ([a, b, c]: Vector, [d, e, f]: Vector): Float64Array =>
  new Float64Array([a, b, c, d, b, c, a, e, c, d, e, c, a, b, f, d, b, f, a, e, f, d, e, f]);

/** So many take a fraction of a second. */
const mostPoints = 10_000_000;

/** The box around points, each at its place. Throws for more points than it may look at. */
export function createBox(mostSeen = mostPoints) {
  let seen = 0;
  const least = new Float64Array(3).fill(Infinity);
  const most = new Float64Array(3).fill(-Infinity);
  function addAxis(points: ArrayLike<number>, place: Matrix, row: number): void {
    const [a, b, c, d] = [at(place, row), at(place, row + 4), at(place, row + 8), at(place, row + 12)];
    let low = Infinity;
    let high = -Infinity;
    for (let index = 0; index + 2 < points.length; index += 3) {
      const value = a * (points[index] ?? 0) + b * (points[index + 1] ?? 0) + c * (points[index + 2] ?? 0);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    least[row] = Math.min(least[row] ?? 0, low + d);
    most[row] = Math.max(most[row] ?? 0, high + d);
  }
  return {
    add(points: ArrayLike<number>, place: Matrix): void {
      seen += points.length / 3;
      if (seen > mostSeen) throw new RangeError('has too many points to be measured.');
      for (let row = 0; row < 3; row += 1) addAxis(points, place, row);
    },
    sides(): Vector {
      const side = (axis: number) => (most[axis] ?? 0) - (least[axis] ?? 0);
      return [side(0), side(1), side(2)];
    },
  };
}

const digits = 4;
/** Larger than the Earth is damage, or another unit. */
const mostMetres = 1e7;

/** Sides of a box as metres; undefined where that is nothing, or beyond all measure. */
export function toSize([x, y, z]: Vector, unitMetres: number): SizeMetres | undefined {
  const sides = [x, y, z].map((side) => Number((side * unitMetres).toPrecision(digits)));
  const [width = 0, height = 0, depth = 0] = sides;
  const largest = Math.max(...sides);
  return largest > 0 && largest < mostMetres ? { x: width, y: height, z: depth } : undefined;
}

/** An extent, or none where something of the file cannot be read: its parser is the one that says so. */
export const measure = (read: () => Extent): Extent => attempt(read) ?? {};
