import { createRandom } from '../bench/catalogue/random.ts';
import { vectorNear } from '../bench/catalogue/vectors/noise.ts';

/** Vectors in groups, each about as alike as models of one kind, and some of them far from the middle of all. */
export function madeVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const random = createRandom(seed);
  const middle = vectorNear(new Float32Array(dimensions), 0.7, random);
  const centres = Array.from({ length: Math.ceil(count / 40) }, () => vectorNear(middle, 1, random));
  return Array.from({ length: count }, (_, index) =>
    vectorNear(centres[index % centres.length] ?? middle, 0.2 + random(), random),
  );
}
