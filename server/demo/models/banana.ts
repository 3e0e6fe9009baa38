import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import { ease, mix } from '../geometry/vector.ts';

export function bananas(detail: number): readonly Piece[] {
  const one = sweep({
    path: (t) => {
      const angle = mix(-0.95, 0.95, t);
      return [0.105 * Math.sin(angle), 0.105 * (1 - Math.cos(angle)), 0];
    },
    along: refine(detail, 26, 5),
    around: 5 * refine(detail, 3, 1),
    radius: (t) => 0.0175 * (ease(t, -0.06, 0.2) * (1 - ease(t, 0.8, 0.97)) * 0.82 + 0.18),
    section: (angle) => {
      const edge = 1 + 0.07 * Math.cos(5 * angle);
      return [edge * Math.cos(angle), edge * Math.sin(angle)];
    },
    side: [0, 1, 0],
  });
  return [0, 1, 2].map((index) =>
    place(place(one, { turn: [62 - 26 * index, 0, 0] }), {
      turn: [0, 24 + 7 * index, 4],
      move: [0.035 + 0.005 * index, 0.107 + 0.012 * index, 0.048 - 0.034 * index],
    }),
  );
}
