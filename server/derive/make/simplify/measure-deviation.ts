import { createNearest } from './nearest-triangle.ts';
import { boundsOf, type Surface, samplePoints } from './surface.ts';

const usualPoints = 300;

function meanDistance(points: Float64Array, nearest: ReturnType<typeof createNearest>): number {
  let sum = 0;
  for (let at = 0; at < points.length; at += 3)
    sum += nearest([points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0]);
  return points.length === 0 ? 0 : (sum * 3) / points.length;
}

/** Creates a measure against this surface: mean distance as a share of its diagonal, in the worse direction. */
export function createDeviation(source: Surface, count = usualPoints) {
  const { low, high } = boundsOf(source);
  const diagonal = Math.hypot(...low.map((value, axis) => (high[axis] ?? 0) - value));
  const points = samplePoints(source, count);
  const nearest = createNearest(source);
  return (other: Surface): number => {
    if (!(diagonal > 0)) return 0;
    if (other.indices.length === 0) return 1;
    const there = meanDistance(points, createNearest(other));
    const back = meanDistance(samplePoints(other, count), nearest);
    return Math.max(there, back) / diagonal;
  };
}
