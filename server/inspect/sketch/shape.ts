import { at, type Matrix } from '../../shared/matrix.ts';

/** Maximum number of triangles drawn per file. */
export const mostDrawn = 20_000;
/** Clay, the colour of posters where a file names none. Colours are 0xRRGGBB. */
export const clay = 0xb5977a;

/** Point coordinates, three per point. One array type only, because readers of several types are slow. */
type Points = Float64Array;

/** Receives a file's triangles, with Y up. */
export type Triangles = {
  /** Adds a triangle of the points with indices `a`, `b` and `c`. */
  readonly add: (points: Points, a: number, b: number, c: number, look: Look) => void;
};
export type Shape = Triangles & {
  /** Nine coordinates per triangle, and its colour. */
  readonly read: () => { readonly places: Float64Array; readonly colours: Uint32Array };
  /** How many triangles each drawn one stands for. */
  readonly step: number;
};
type Look = { readonly place: Matrix | null; readonly colour: number };

/** Samples a file's triangles evenly, given their total: the largest of each few consecutive ones. */
export function createShape(triangles: number): Shape {
  const step = Math.max(1, triangles / mostDrawn);
  const room = Math.min(mostDrawn, Math.max(1, triangles));
  const places = new Float64Array(room * 9);
  const colours = new Uint32Array(room);
  let seen = 0;
  let taken = 0;
  let largest = -1;

  function put(points: Points, point: number, place: Matrix | null, to: number): boolean {
    const from = point * 3;
    const x = points[from] ?? Number.NaN;
    const y = points[from + 1] ?? Number.NaN;
    const z = points[from + 2] ?? Number.NaN;
    for (let row = 0; row < 3; row += 1) {
      const moved = place
        ? at(place, row) * x + at(place, row + 4) * y + at(place, row + 8) * z + at(place, row + 12)
        : (points[from + row] ?? Number.NaN);
      if (!(Math.abs(moved) < farthest)) return false;
      places[to + row] = moved;
    }
    return true;
  }

  return {
    step,
    add(points, a, b, c, { place, colour }) {
      if (taken === room) return;
      seen += 1;
      const size = step === 1 ? 0 : sizeOf(points, a * 3, b * 3, c * 3);
      const to = taken * 9;
      if (
        size > largest &&
        put(points, a, place, to) &&
        put(points, b, place, to + 3) &&
        put(points, c, place, to + 6)
      ) {
        largest = size;
        colours[taken] = colour;
      }
      if (seen < (taken + 1) * step || largest < 0) return;
      taken += 1;
      largest = -1;
    },
    read: () => ({ places: places.subarray(0, taken * 9), colours: colours.subarray(0, taken) }),
  };
}

/** Four times the square of a triangle's area. */
function sizeOf(points: Points, a: number, b: number, c: number): number {
  const x = points[a] ?? 0;
  const y = points[a + 1] ?? 0;
  const z = points[a + 2] ?? 0;
  const bx = (points[b] ?? 0) - x;
  const by = (points[b + 1] ?? 0) - y;
  const bz = (points[b + 2] ?? 0) - z;
  const cx = (points[c] ?? 0) - x;
  const cy = (points[c + 1] ?? 0) - y;
  const cz = (points[c + 2] ?? 0) - z;
  return (by * cz - bz * cy) ** 2 + (bz * cx - bx * cz) ** 2 + (bx * cy - by * cx) ** 2;
}

/** Coordinates beyond this are damaged. */
const farthest = 1e30;

export function addPolygon(shape: Triangles, points: Points, corners: ArrayLike<number>, look: Look): void {
  for (let corner = 2; corner < corners.length; corner += 1)
    shape.add(points, corners[0] ?? 0, corners[corner - 1] ?? 0, corners[corner] ?? 0, look);
}

/** A screen colour from channels between 0 and 1. */
export function toColour([red = 0.8, green = 0.8, blue = 0.8]: ArrayLike<number> & Iterable<number>): number {
  const channel = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value || 0)));
  return channel(red) * 65536 + channel(green) * 256 + channel(blue);
}

/** A growing list of points. */
export function createPoints() {
  let points = new Float64Array(3 * 1024);
  let length = 0;
  return {
    push(value: number): void {
      if (length === points.length) {
        const longer = new Float64Array(length * 2);
        longer.set(points);
        points = longer;
      }
      points[length] = value;
      length += 1;
    },
    length: () => length,
    /** Valid until the next point is added; entries past the length are zero. */
    read: () => points,
  };
}
