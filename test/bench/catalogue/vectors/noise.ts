import type { Random } from '../random.ts';

export const bell = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export function normalise(vector: Float32Array): Float32Array {
  const scale = 1 / Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0) || 1);
  return vector.map((number) => number * scale);
}

/** A vector at a distance from another, in any direction. */
export const vectorNear = (centre: Float32Array, distance: number, random: Random) =>
  centre.map((number) => number + (distance / Math.sqrt(centre.length)) * bell(random));
