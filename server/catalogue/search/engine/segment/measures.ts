import { modelColours } from '../../../../contract/limits.ts';

/** Least triangles of each bucket of the facet; the last is open. */
export const triangleBounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;
/** The same for the bytes of a model's files. */
export const sizeBounds = [0, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000] as const;

/** The bucket of a number, or -1 for an unknown one. */
export function bucketOf(number: number | null, bounds: readonly number[]): number {
  if (number === null) return -1;
  let bucket = bounds.length - 1;
  while (bucket > 0 && number < (bounds[bucket] ?? 0)) bucket--;
  return bucket;
}

/** What of a model is counted in ranges, and its colour: every combination has a place in one list. */
export type Measure = { readonly triangles: number; readonly size: number; readonly colour: string };

const colours = ['', ...modelColours];
const sizePlaces = sizeBounds.length + 1;

/** All combinations, by their place; buckets are -1 and the colour is empty where they are not known. */
export const measures: readonly Measure[] = [-1, ...triangleBounds.keys()].flatMap((triangles) =>
  [-1, ...sizeBounds.keys()].flatMap((size) => colours.map((colour) => ({ triangles, size, colour }))),
);

/** The place of a combination: buckets of triangles and size, and the place of the colour, which `colourPlace` gives. */
export const toMeasure = (triangles: number, size: number, colour: number): number =>
  ((triangles + 1) * sizePlaces + size + 1) * colours.length + colour;

export const colourPlace = (name: string | null): number => Math.max(0, colours.indexOf(name ?? ''));
/** The place of the colour of a combination. */
export const colourOfMeasure = (place: number): number => place % colours.length;

const exact = 2 ** 31;
const unit = 2 ** 16;

/**
 * A size in bytes as 32 bits: exact below 2 GiB, in steps of 64 KiB above. Larger sizes never have smaller numbers, and none
 * has the highest one.
 */
export const toSizeNumber = (bytes: number): number =>
  bytes < exact ? Math.max(0, bytes) : Math.min(exact + Math.floor((bytes - exact) / unit), 0xfffffffe);

export const fromSizeNumber = (number: number): number =>
  number < exact ? number : exact + (number - exact) * unit;
