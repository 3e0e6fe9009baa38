import type { Run } from '../geometry/outline.ts';
import { mix, type Vec2 } from '../geometry/vector.ts';

export type Gear = {
  readonly teeth: number;
  /** Pitch diameter divided by teeth, in metres. */
  readonly module: number;
  /** Steps along a tooth's flank; 0 gives straight teeth. */
  readonly steps: number;
};

const PRESSURE_ANGLE = (20 * Math.PI) / 180;

/** An involute gear's outline about the origin, counter-clockwise, with a tooth's middle on +X. */
export function gearOutline({ teeth, module, steps }: Gear): readonly Run[] {
  const pitch = (module * teeth) / 2;
  const [tip, root] = [pitch + module, pitch - 1.25 * module];
  const flank = listFlank({ pitch, tip, root, teeth, steps });
  const step = (2 * Math.PI) / teeth;
  return Array.from({ length: teeth }, (_, tooth): readonly Run[] => {
    const here = tooth * step;
    const falling = flank.map(([radius, half]) => polar(radius, here + half)).toReversed();
    const rising = flank.map(([radius, half]) => polar(radius, here + step - half));
    const half = flank.at(-1)?.[1] ?? 0;
    const top = (steps > 0 ? [-half, 0, half] : [-half, half]).map((angle) => polar(tip, here + angle));
    return [top, [...falling, ...rising]];
  }).flat();
}

function polar(radius: number, angle: number): Vec2 {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

type FlankInput = {
  readonly pitch: number;
  readonly tip: number;
  readonly root: number;
  readonly teeth: number;
  readonly steps: number;
};

/** Radius and half the tooth's angle there, from the rounded root up to the tip. */
function listFlank({ pitch, tip, root, teeth, steps }: FlankInput): readonly Vec2[] {
  const base = pitch * Math.cos(PRESSURE_ANGLE);
  const involute = (radius: number): number => {
    const angle = Math.acos(Math.min(1, base / radius));
    return Math.tan(angle) - angle;
  };
  const halfAt = (radius: number): number =>
    Math.PI / (2 * teeth) + involute(pitch) - involute(Math.max(base, radius));
  if (steps === 0)
    return [
      [root, halfAt(root)],
      [tip, halfAt(tip)],
    ];
  const fillet = (tip - root) * 0.16;
  const foot = root + fillet;
  const curve = Array.from({ length: steps }, (_, step): Vec2 => {
    const turn = (Math.PI / 2) * (step / steps);
    return [foot - fillet * Math.cos(turn), halfAt(foot) + (fillet * (1 - Math.sin(turn))) / root];
  });
  const side = Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const radius = mix(foot, tip, step / steps);
    return [radius, halfAt(radius)];
  });
  return [...curve, ...side];
}
