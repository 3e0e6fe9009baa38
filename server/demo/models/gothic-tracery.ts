import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import type { Vec2 } from '../geometry/vector.ts';
import { type Arch, archBand } from './gothic-arch.ts';

const LANCET: Arch = { half: 0.245, spring: 1.35, lean: 0.16 };

const BAR: readonly (readonly Vec2[])[] = [
  [
    [-0.02, -0.012],
    [-0.02, 0.012],
  ],
  [
    [-0.02, 0.012],
    [0, 0.042],
  ],
  [
    [0, 0.042],
    [0.022, 0.042],
  ],
  [
    [0.022, 0.042],
    [0.04, 0.012],
  ],
  [
    [0.04, 0.012],
    [0.04, -0.012],
  ],
  [
    [0.04, -0.012],
    [0.022, -0.042],
  ],
  [
    [0.022, -0.042],
    [0, -0.042],
  ],
  [
    [0, -0.042],
    [-0.02, -0.012],
  ],
];

/** The same bar with four faces, for seeing from afar. */
const PLAIN_BAR: readonly (readonly Vec2[])[] = [
  [
    [-0.02, 0],
    [0.01, 0.042],
  ],
  [
    [0.01, 0.042],
    [0.04, 0],
  ],
  [
    [0.04, 0],
    [0.01, -0.042],
  ],
  [
    [0.01, -0.042],
    [-0.02, 0],
  ],
];

export function tracery(detail: number): readonly Piece[] {
  const lancets = [-0.285, 0.285].map((x) =>
    place(
      archBand({
        arch: LANCET,
        sections: detail < 0.35 ? PLAIN_BAR : BAR,
        along: refine(detail, 20, 4),
        foot: 0.14,
      }),
      { move: [x, 0, 0] },
    ),
  );
  const ring = (radius: number, thick: number): Piece =>
    sweep({
      path: (t) => [radius * Math.cos(2 * Math.PI * t), 2.1 + radius * Math.sin(2 * Math.PI * t), 0],
      along: refine(detail, 56, 12),
      around: 4 * refine(detail, 2, 1),
      radius: thick,
      section: (angle) => [0.75 * Math.cos(angle), 1.1 * Math.sin(angle)],
      side: [1, 0, 0],
      isLoop: true,
      tiles: [1, 4],
    });
  const foils = Array.from({ length: 6 }, (_, index) => foil(index, detail));
  return [...lancets, ring(0.27, 0.034), ...foils];
}

/** A small open ring of the rose: six of them stand round the middle. */
function foil(index: number, detail: number): Piece {
  const angle = (Math.PI / 3) * index + Math.PI / 6;
  return sweep({
    path: (t) => {
      const turn = 2 * Math.PI * t;
      return [
        0.155 * Math.cos(angle) + 0.082 * Math.cos(turn),
        2.1 + 0.155 * Math.sin(angle) + 0.082 * Math.sin(turn),
        0,
      ];
    },
    along: refine(detail, 28, 6),
    around: refine(detail, 6, 3),
    radius: 0.016,
    side: [1, 0, 0],
    isLoop: true,
    tiles: [0.5, 2],
  });
}
