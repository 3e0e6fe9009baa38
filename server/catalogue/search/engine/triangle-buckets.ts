/** Least triangles of each bucket of the facet; the last is open. */
export const bucketBounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;

/** The bucket of a count, or -1 for an unknown one. */
export function bucketOf(triangles: number | null): number {
  if (triangles === null) return -1;
  return bucketBounds.findLastIndex((bound) => triangles >= bound);
}
