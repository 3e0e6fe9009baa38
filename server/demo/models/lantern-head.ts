import { grid } from '../geometry/grid.ts';
import { lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place, repeatAround } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { mix } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { Part } from '../model.ts';

/** Height of the shaft's end, where the head begins. */
export const NECK = 2.42;

/** Half width of the lantern's head at this height. */
function flare(y: number): number {
  return mix(0.11, 0.19, (y - NECK) / 0.46);
}

const CHIMNEY: readonly Corner[] = [
  [0.075, NECK + 0.59],
  [0.1, NECK + 0.6, 0.01],
  [0.1, NECK + 0.65, 0.01],
  [0.06, NECK + 0.69, 0.02],
  [0.02, NECK + 0.71, 0.01],
  [0.016, NECK + 0.73, 0.005],
  [0.03, NECK + 0.75, 0.012],
  [0, NECK + 0.8],
];

/** A quarter of the roof, its rim first, then the slope up to the chimney. */
function roofSide(detail: number): Piece {
  const low = NECK + 0.46;
  const corners: readonly Corner[] = [
    [0, low],
    [0.22, low, 0.006],
    [0.22, low + 0.02, 0.005],
    [0.142, low + 0.07, 0.06],
    [0.064, low + 0.14],
  ];
  const runs = roundCorners(corners, refine(detail, 4, 0));
  const faces = runs.map((run) =>
    grid({
      columns: 1,
      rows: run.length - 1,
      point: (column, row) => {
        const [reach, y] = run[row] ?? [0, low];
        return [(2 * column - 1) * reach, y, reach];
      },
    }),
  );
  return joinPieces(faces);
}

export function head(detail: number): Part {
  const bevel = refine(detail, 1.2, 0);
  const bar = warp(
    place(roundedBox({ size: [0.022, 0.44, 0.022], radius: 0.004, bevel }), { move: [0, NECK + 0.24, 0] }),
    ([x, y, z]) => [x + flare(y), y, z + flare(y)],
  );
  const ring = (y: number): Piece =>
    place(roundedBox({ size: [2 * flare(y) + 0.03, 0.024, 0.028], radius: 0.004, bevel }), {
      move: [0, y, flare(y)],
    });
  const cap = lathe({
    runs: roundCorners(CHIMNEY, refine(detail, 3, 0)),
    around: refine(detail, 28, 8),
  });
  const floor = place(roundedBox({ size: [0.26, 0.03, 0.26], radius: 0.008, bevel }), {
    move: [0, NECK + 0.012, 0],
  });
  return part({
    name: 'head',
    material: 'iron',
    pieces: [
      ...repeatAround(4, () => bar),
      ...repeatAround(4, () => ring(NECK + 0.035)),
      ...repeatAround(4, () => ring(NECK + 0.45)),
      ...repeatAround(4, () => roofSide(detail)),
      cap,
      floor,
    ],
  });
}

export function panes(): Part {
  const pane = warp(
    place(roundedBox({ size: [1, 0.42, 0.004], bevel: 0, tile: 0.5 }), { move: [0, NECK + 0.242, 0] }),
    ([x, y, z]) => [x * (2 * flare(y) - 0.02), y, z + flare(y)],
  );
  return part({ name: 'panes', material: 'glass', pieces: repeatAround(4, () => pane) });
}

export function flame(detail: number): Part {
  const runs = roundCorners(
    [
      [0, NECK + 0.03],
      [0.035, NECK + 0.03, 0.004],
      [0.035, NECK + 0.09, 0.01],
      [0.06, NECK + 0.16, 0.04],
      [0.04, NECK + 0.27, 0.04],
      [0, NECK + 0.3],
    ],
    refine(detail, 4, 0),
  );
  return part({ name: 'flame', material: 'flame', pieces: [lathe({ runs, around: refine(detail, 20, 6) })] });
}
