import type { Piece } from './piece.ts';
import { sweep } from './sweep.ts';
import { mix, type Vec2, type Vec3 } from './vector.ts';

export type Rod = {
  readonly from: Vec3;
  readonly to: Vec3;
  /** One radius, or those at start and end. */
  readonly radius: number | Vec2;
  readonly around: number;
  readonly along?: number;
  readonly caps?: 'flat' | 'round' | 'none';
  readonly tiles?: Vec2;
};

/** A straight bar between two points. */
export function rod({ from, to, radius, around, along = 1, caps = 'flat', tiles = [1, 1] }: Rod): Piece {
  return sweep({
    path: (t) => [mix(from[0], to[0], t), mix(from[1], to[1], t), mix(from[2], to[2], t)],
    radius: typeof radius === 'number' ? radius : (t) => mix(radius[0], radius[1], t),
    along,
    around,
    caps,
    tiles,
  });
}
