import { clamp, mix, type Vec3 } from '../geometry/vector.ts';

/** The colour of `#rrggbb`, channels in [0, 1]. */
export function toColour(hex: string): Vec3 {
  const value = Number.parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function mixColours(from: Vec3, to: Vec3, t: number): Vec3 {
  const share = clamp(t, 0, 1);
  return [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)];
}

export function shade(colour: Vec3, by: number): Vec3 {
  return [clamp(colour[0] * by, 0, 1), clamp(colour[1] * by, 0, 1), clamp(colour[2] * by, 0, 1)];
}
