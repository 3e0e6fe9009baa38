import { noTriangles, type Segment } from './segment.ts';

/** Least triangles of each bucket of the facet; the last is open. */
export const bucketBounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;

/** The bucket of a count, or -1 for an unknown one. */
export function bucketOf(triangles: number | null): number {
  if (triangles === null) return -1;
  return bucketBounds.findLastIndex((bound) => triangles >= bound);
}

export type TriangleRange = {
  /** Least and most known triangles; `noTriangles` and -1 when none are known. */
  readonly least: number;
  readonly most: number;
  /** Models outside the wanted triangles, by bucket. */
  readonly outside: readonly number[];
};

/** Notes the triangles of models; `take` tells of those noted since it was last called. */
export function createTriangleRange({ triangles }: Segment) {
  let least: number = noTriangles;
  let most = -1;
  let outside = bucketBounds.map(() => 0);
  return {
    addAll(docs: Uint32Array, length: number) {
      let [low, high] = [least, most];
      for (let at = 0; at < length; at++) {
        const count = triangles[docs[at] ?? 0] ?? noTriangles;
        if (count < low) low = count;
        if (count > high && count !== noTriangles) high = count;
      }
      [least, most] = [low, high];
    },
    addOutside(doc: number) {
      const count = triangles[doc] ?? noTriangles;
      if (count === noTriangles) return;
      const bucket = bucketOf(count);
      outside[bucket] = (outside[bucket] ?? 0) + 1;
      least = Math.min(least, count);
      most = Math.max(most, count);
    },
    take(): TriangleRange {
      const taken = { least, most, outside };
      least = noTriangles;
      most = -1;
      outside = bucketBounds.map(() => 0);
      return taken;
    },
  };
}
