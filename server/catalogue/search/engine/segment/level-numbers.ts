import { lods } from '../../../../contract/limits.ts';
import {
  bucketOf,
  colourOfMeasure,
  fromSizeNumber,
  sizeBounds,
  toMeasure,
  toSizeNumber,
  triangleBounds,
} from './measures.ts';
import { type Segment, unknownNumber } from './segment.ts';

/** Triangles, sizes and measures of each model, of the topologies that a query chooses. */
export type LevelNumbers = Pick<Segment, 'triangles' | 'sizes' | 'measures'>;

/** Choices of topologies whose numbers are kept, at ten bytes for each model. */
const mostKept = 4;

/** The topologies that are chosen, a bit each; 0: none, which stands for the whole model. */
export function toLevelMask(chosen: readonly string[] | undefined): number {
  const wanted = new Set(chosen?.map((lod) => lod.toLowerCase()));
  return lods.reduce((mask, lod, index) => (wanted.has(lod) ? mask | (1 << index) : mask), 0);
}

/**
 * For a model with some of the chosen topologies: the most triangles of one of them, and the bytes of all of them.
 * One that has none of them is judged as a whole.
 */
function choose(segment: Segment, mask: number): LevelNumbers {
  const { models } = segment.facts;
  const { levelTriangles, levelSizes } = segment;
  const triangles = segment.triangles.slice();
  const sizes = segment.sizes.slice();
  const measures = segment.measures.slice();
  const starts = lods.flatMap((_, index) => ((mask >>> index) & 1 ? [index * models] : []));
  for (let doc = 0; doc < models; doc++) {
    let most = -1;
    let bytes = -1;
    for (let at = 0; at < starts.length; at++) {
      const place = (starts[at] ?? 0) + doc;
      const size = levelSizes[place] ?? unknownNumber;
      if (size === unknownNumber) continue;
      const count = levelTriangles[place] ?? unknownNumber;
      bytes = Math.max(bytes, 0) + fromSizeNumber(size);
      if (count !== unknownNumber && count > most) most = count;
    }
    if (bytes < 0) continue;
    triangles[doc] = most < 0 ? unknownNumber : most;
    sizes[doc] = toSizeNumber(bytes);
    const colour = colourOfMeasure(measures[doc] ?? 0);
    measures[doc] = toMeasure(
      bucketOf(most < 0 ? null : most, triangleBounds),
      bucketOf(bytes, sizeBounds),
      colour,
    );
  }
  return { triangles, sizes, measures };
}

/** Gives the numbers of each choice; those of the last choices are kept. */
export function createLevelNumbers(segment: Segment) {
  const known = new Map<number, LevelNumbers>();
  return (mask: number): LevelNumbers => {
    if (mask === 0) return segment;
    const found = known.get(mask) ?? choose(segment, mask);
    known.delete(mask);
    known.set(mask, found);
    if (known.size > mostKept) known.delete(known.keys().next().value ?? 0);
    return found;
  };
}
export type LevelNumbersOf = ReturnType<typeof createLevelNumbers>;
