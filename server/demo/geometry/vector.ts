export type Vec2 = readonly [number, number];
export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const mix = (from: number, to: number, t: number): number => from + (to - from) * t;
export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The vector at length 1; straight up when it has no length. */
export function normalize(a: Vec3): Vec3 {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length > 1e-300 ? [a[0] / length, a[1] / length, a[2] / length] : [0, 1, 0];
}

/** Turns `a` around the unit vector `axis` by `angle` radians. */
export function turnAround(a: Vec3, axis: Vec3, angle: number): Vec3 {
  const cosine = Math.cos(angle);
  const along = scale(axis, dot(axis, a) * (1 - cosine));
  return add(add(scale(a, cosine), scale(cross(axis, a), Math.sin(angle))), along);
}

/** Smooth step from 0 at `low` to 1 at `high`. */
export function ease(value: number, low: number, high: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}
