import type { LevelNumbers } from './level-numbers.ts';
import { bucketOf, fromSizeNumber, sizeBounds, triangleBounds } from './measures.ts';
import { unknownNumber } from './segment.ts';

export type TriangleRange = {
  /** Least and most known triangles; `unknownNumber` and -1 when none are known. */
  readonly least: number;
  readonly most: number;
  /** Models outside the wanted triangles, by bucket. */
  readonly outside: readonly number[];
  /** Models outside the wanted size, by bucket. */
  readonly outsideSizes: readonly number[];
};

/** Notes the triangles of models, and which lie outside what is wanted; `take` tells of those noted since it was last called. */
export function createTriangleRange() {
  let least: number = unknownNumber;
  let most = -1;
  let outside = triangleBounds.map(() => 0);
  let outsideSizes = sizeBounds.map(() => 0);
  return {
    addAll({ triangles }: LevelNumbers, docs: Uint32Array, length: number) {
      let [low, high] = [least, most];
      for (let at = 0; at < length; at++) {
        const count = triangles[docs[at] ?? 0] ?? unknownNumber;
        if (count < low) low = count;
        if (count > high && count !== unknownNumber) high = count;
      }
      [least, most] = [low, high];
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
