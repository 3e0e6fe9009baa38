import { Vector2 } from 'three';
import { listOf } from './piece.ts';
import type { Vec2 } from './vector.ts';

/** A smooth sequence of points; there is a sharp edge where two meet. */
type Run = readonly Vec2[];

/** The turn in radians at which a corner stays an edge if its rounding is too small for the detail. */
const EDGE = 0.96;

/**
 * Traces an open line of corners in millimetres, "x y" or "x y radius", rounded if they have a radius. Large arcs keep
 * their steps longest when detail is reduced; sharp corners split the line into runs.
 */
export function traceOutline(detail: number, outline: string): readonly Run[] {
  const corners = outline.split(',').map((text) => {
    const [x = 0, y = 0, radius = 0] = text.trim().split(/\s+/).map(Number);
    return { at: new Vector2(x, y), radius };
  });
  const extent = Math.max(...corners.map(({ at }) => at.distanceTo(new Vector2(0, corners[0]?.at.y))));
  const runs: Vec2[][] = [];
  let run: Vec2[] = [];
  corners.forEach(({ at, radius }, index) => {
    const [before, after] = [corners[index - 1]?.at, corners[index + 1]?.at];
    run.push(at.toArray());
    if (!before || !after) return;
    const [back, forth] = [before.clone().sub(at).normalize(), after.clone().sub(at).normalize()];
    const turn = Math.PI - Math.acos(Math.min(1, Math.max(-1, back.dot(forth))));
    const count = Math.round(detail * turn * 11 * Math.sqrt(radius / extent));
    if (count > 0) {
      const half = (Math.PI - turn) / 2;
      const centre = at.clone().addScaledVector(back.clone().add(forth).normalize(), radius / Math.sin(half));
      const start = at.clone().addScaledVector(back, radius / Math.tan(half));
      const step = ((back.cross(forth) > 0 ? -1 : 1) * turn) / count;
      run.splice(
        -1,
        1,
        ...listOf(count + 1, (k) =>
          start
            .clone()
            .rotateAround(centre, k * step)
            .toArray(),
        ),
      );
    } else if (radius === 0 || turn > EDGE) {
      runs.push(run);
      run = [at.toArray()];
    }
  });
  return [...runs, run];
}

/** Returns the same line closed, as one ring of points. */
export function tracePoints(detail: number, outline: string): readonly Vec2[] {
  const runs = traceOutline(detail, outline);
  return runs.flatMap((run, index) => (index < runs.length - 1 ? run.slice(0, -1) : run));
}
