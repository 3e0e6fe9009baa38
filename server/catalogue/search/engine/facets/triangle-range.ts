import {
  bucketOf,
  fromSizeNumber,
  type LevelNumbers,
  sizeBounds,
  triangleBounds,
} from '../segment/measures.ts';
import { seek, unknownNumber } from '../segment/segment.ts';
import { createTop } from '../segment/top.ts';

export type TriangleRange = {
  /** Fewest and most known triangles; `unknownNumber` and -1 if none are known. */
  readonly least: number;
  readonly most: number;
  /** Models outside the wanted range of triangles, by bucket. */
  readonly outside: readonly number[];
  /** Models outside the wanted range of sizes, by bucket. */
  readonly outsideSizes: readonly number[];
};

/** Number of models to remember with the fewest and most triangles; nearly every larger selection has some of them. */
const endModels = 512;
/** A selection below this share of all models is scanned. */
const leastShare = 1 / 64;

type Ends = { readonly fewest: Uint32Array; readonly most: Uint32Array };

function findEnds(triangles: Uint32Array): Ends {
  const [fewest, most] = [createTop(endModels), createTop(endModels)];
  for (let doc = 0; doc < triangles.length; doc++) {
    const count = triangles[doc] ?? unknownNumber;
    if (count === unknownNumber) continue;
    fewest.offer(doc, -count);
    most.offer(doc, count);
  }
  const toDocs = (top: typeof most) => Uint32Array.from(top.list(), ({ doc }) => doc);
  return { fewest: toDocs(fewest), most: toDocs(most) };
}

/** Tracks the triangles of models and which are out of range; `take` returns the results and resets. */
export function createTriangleRange() {
  let least: number = unknownNumber;
  let most = -1;
  let outside = triangleBounds.map(() => 0);
  let outsideSizes = sizeBounds.map(() => 0);
  const known = new WeakMap<Uint32Array, Ends>();
  /** Returns false if too few of the models are among those remembered. */
  const addEnds = (triangles: Uint32Array, docs: Uint32Array, length: number): boolean => {
    const ends = known.get(triangles) ?? findEnds(triangles);
    known.set(triangles, ends);
    const isSelected = (doc: number) => {
      const place = seek({ docs, to: length }, 0, doc);
      return place < length && docs[place] === doc;
    };
    const first = ends.fewest.find(isSelected);
    const last = ends.most.find(isSelected);
    if (first === undefined || last === undefined) return false;
    least = Math.min(least, triangles[first] ?? unknownNumber);
    most = Math.max(most, triangles[last] ?? -1);
    return true;
  };
  const lookThrough = (triangles: Uint32Array, docs: Uint32Array, length: number) => {
    let [low, high] = [least, most];
    for (let at = 0; at < length; at++) {
      const count = triangles[docs[at] ?? 0] ?? unknownNumber;
      if (count < low) low = count;
      if (count > high && count !== unknownNumber) high = count;
    }
    [least, most] = [low, high];
  };
  return {
    addAll({ triangles }: LevelNumbers, docs: Uint32Array, length: number) {
      const hasEnds = length > triangles.length * leastShare;
      if (!hasEnds || !addEnds(triangles, docs, length)) lookThrough(triangles, docs, length);
    },
    addOutside({ triangles }: LevelNumbers, docs: Uint32Array) {
      for (let at = 0; at < docs.length; at++) {
        const count = triangles[docs[at] ?? 0] ?? unknownNumber;
        if (count === unknownNumber) continue;
        const bucket = bucketOf(count, triangleBounds);
        outside[bucket] = (outside[bucket] ?? 0) + 1;
        least = Math.min(least, count);
        most = Math.max(most, count);
      }
    },
    addOutsideSizes({ sizes }: LevelNumbers, docs: Uint32Array) {
      for (let at = 0; at < docs.length; at++) {
        const size = sizes[docs[at] ?? 0] ?? unknownNumber;
        if (size === unknownNumber) continue;
        const bucket = bucketOf(fromSizeNumber(size), sizeBounds);
        outsideSizes[bucket] = (outsideSizes[bucket] ?? 0) + 1;
      }
    },
    take(): TriangleRange {
      const taken = { least, most, outside, outsideSizes };
      least = unknownNumber;
      most = -1;
      outside = triangleBounds.map(() => 0);
      outsideSizes = sizeBounds.map(() => 0);
      return taken;
    },
  };
}
