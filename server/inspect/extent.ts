import type { SizeMetres } from '../contract/common.ts';
import { at, type Matrix } from '../shared/matrix.ts';
import { attempt } from './byte-source.ts';

/** Size of a scene file, with the axes and unit that the file declares. */
export type Extent = {
  readonly upAxis?: 'X' | 'Y' | 'Z';
  readonly unitMetres?: number;
  readonly sizeMetres?: SizeMetres;
};

type Vector = readonly [number, number, number];

/** Whether a matrix maps axis-aligned boxes to axis-aligned boxes: each axis stays an axis. */
export function keepsBoxes(place: Matrix): boolean {
  for (let row = 0; row < 3; row += 1) {
    const [a, b, c] = [Math.abs(at(place, row)), Math.abs(at(place, row + 4)), Math.abs(at(place, row + 8))];
    // All but the largest component must be zero.
    if (a + b + c - Math.max(a, b, c) > (a + b + c) * 1e-6) return false;
  }
  return true;
}

/** The eight corners of a box, three numbers each. */
export const cornersOf = ([a, b, c]: Vector, [d, e, f]: Vector): Float64Array =>
  new Float64Array([a, b, c, d, b, c, a, e, c, d, e, c, a, b, f, d, b, f, a, e, f, d, e, f]);

/** This many take a fraction of a second. */
const mostPoints = 10_000_000;

/** Bounding box of transformed points. Throws for more points than `mostSeen`. */
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
/** Anything larger than the Earth is damaged or in another unit. */
const mostMetres = 1e7;

/** Sides of a box in metres; undefined if empty or implausible. */
export function toSize([x, y, z]: Vector, unitMetres: number): SizeMetres | undefined {
  const sides = [x, y, z].map((side) => Number((side * unitMetres).toPrecision(digits)));
  const [width = 0, height = 0, depth = 0] = sides;
  const largest = Math.max(...sides);
  return largest > 0 && largest < mostMetres ? { x: width, y: height, z: depth } : undefined;
}

/** The extent, or nothing if part of the file is unreadable, which the file's parser reports. */
export const measure = (read: () => Extent): Extent => attempt(read) ?? {};
