import type { Vec2, Vec3 } from './vector.ts';

/** A point of an outline: x, y and the radius its corner is rounded with (0 or absent: a sharp edge). */
export type Corner = readonly [x: number, y: number, radius?: number];
/** A smooth row of points; where two runs meet there is a sharp edge. */
export type Run = readonly Vec2[];

/** An open line through the corners, rounded ones smooth, sharp ones splitting it into runs; 0 steps round nothing. */
export function roundCorners(corners: readonly Corner[], arcSteps: number): readonly Run[] {
  const runs: Vec2[][] = [];
  let run: Vec2[] = [];
  corners.forEach((corner, index) => {
    const [before, after] = [corners[index - 1], corners[index + 1]];
    const point: Vec2 = [corner[0], corner[1]];
    if (!before || !after) {
      run.push(point);
    } else if (corner[2] && arcSteps > 0) {
      run.push(...listArc(before, corner, after, arcSteps));
    } else if (corner[2] && !isSharp(before, corner, after)) {
      run.push(point);
    } else {
      runs.push([...run, point]);
      run = [point];
    }
  });
  runs.push(run);
  return runs;
}

/** Whether the line turns by more than 55 degrees here, so that one rounded point would look soft. */
function isSharp(before: Corner, corner: Corner, after: Corner): boolean {
  const [ax, ay] = [corner[0] - before[0], corner[1] - before[1]];
  const [bx, by] = [after[0] - corner[0], after[1] - corner[1]];
  return (ax * bx + ay * by) / (Math.hypot(ax, ay) * Math.hypot(bx, by)) < 0.57;
}

function listArc(before: Corner, corner: Corner, after: Corner, steps: number): readonly Vec2[] {
  const toward = (to: Corner): Vec2 => {
    const length = Math.hypot(to[0] - corner[0], to[1] - corner[1]);
    return [(to[0] - corner[0]) / length, (to[1] - corner[1]) / length];
  };
  const [back, forth] = [toward(before), toward(after)];
  const half = Math.acos(Math.max(-1, Math.min(1, back[0] * forth[0] + back[1] * forth[1]))) / 2;
  const radius = corner[2] ?? 0;
  const reach = radius / Math.tan(half);
  const middle: Vec2 = [back[0] + forth[0], back[1] + forth[1]];
  const toCentre = radius / Math.sin(half) / Math.hypot(middle[0], middle[1]);
  const centre: Vec2 = [corner[0] + middle[0] * toCentre, corner[1] + middle[1] * toCentre];
  const start: Vec2 = [corner[0] + back[0] * reach - centre[0], corner[1] + back[1] * reach - centre[1]];
  const side = back[0] * forth[1] - back[1] * forth[0] > 0 ? -1 : 1;
  const sweep = side * (Math.PI - 2 * half);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const [sine, cosine] = [Math.sin((sweep * step) / steps), Math.cos((sweep * step) / steps)];
    return [centre[0] + start[0] * cosine - start[1] * sine, centre[1] + start[0] * sine + start[1] * cosine];
  });
}

/** A smooth curve through all the points, sampled with `steps` steps. */
export function spline(points: readonly Vec2[], steps: number): Run {
  return Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const t = step / steps;
    return [
      splineAt(
        points.map((point) => point[0]),
        t,
      ),
      splineAt(
        points.map((point) => point[1]),
        t,
      ),
    ];
  });
}

/** The value at t in [0, 1] of a smooth curve through evenly spaced values. */
export function splineAt(values: readonly number[], t: number): number {
  const last = values.length - 1;
  const index = Math.max(0, Math.min(last - 1, Math.floor(t * last)));
  const local = t * last - index;
  const value = (offset: number): number => values[Math.max(0, Math.min(last, index + offset))] ?? 0;
  const [a, b, c, d] = [value(-1), value(0), value(1), value(2)];
  const bend = (2 * a - 5 * b + 4 * c - d) * local ** 2 + (3 * b - a - 3 * c + d) * local ** 3;
  return 0.5 * (2 * b + (c - a) * local + bend);
}

/** A path through points in space, for t in [0, 1]. */
export function splinePath(points: readonly Vec3[]): (t: number) => Vec3 {
  const [x, y, z] = ([0, 1, 2] as const).map((axis) => points.map((point) => point[axis]));
  return (t) => [splineAt(x ?? [], t), splineAt(y ?? [], t), splineAt(z ?? [], t)];
}
