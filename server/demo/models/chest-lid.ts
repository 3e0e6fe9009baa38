import { grid } from '../geometry/grid.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { warp } from '../geometry/warp.ts';
import { DEEP, WIDE } from './chest-size.ts';

/** A board bent over the lid: x along it, angle round it, z outwards; the arch is a little flat. */
function bendOver(piece: Piece, radius: number): Piece {
  return warp(piece, ([x, y, z]) => {
    const angle = y;
    return [x, 0.82 * (radius + z) * Math.sin(angle), -(radius + z) * Math.cos(angle)];
  });
}

export function lid(detail: number): readonly Piece[] {
  const count = 7;
  const step = Math.PI / count;
  const planks = Array.from({ length: count }, (_, index) => {
    const plank = roundedBox({
      size: [WIDE, 1, 0.024],
      radius: 0.005,
      bevel: refine(detail, 1.3, 0),
      cuts: [1, refine(detail, 2, 1), 1],
      shift: index * 0.37,
      tile: 0.8,
    });
    const narrow = place(plank, { scale: [1, step * 0.985, 1], move: [0, step * (index + 0.5), 0] });
    return bendOver(narrow, DEEP / 2 - 0.012);
  });
  return [
    ...planks,
    ...[-1, 1].map((side) => place(gable(detail), { move: [side * (WIDE / 2 - 0.014), 0, 0] })),
  ];
}

/** The half-round board that closes the lid at either end. */
function gable(detail: number): Piece {
  const columns = refine(detail, 18, 6);
  const reach = DEEP / 2 - 0.02;
  const face = (side: number): Piece =>
    grid({
      columns,
      rows: 1,
      point: (column, row) => {
        const angle = Math.PI * (side > 0 ? 1 - column / columns : column / columns);
        const rim = row === 0 ? 0 : 1;
        return [
          side * 0.011,
          0.82 * reach * Math.sin(angle) * rim,
          -reach * Math.cos(angle) * (row === 0 ? 1 : 1),
        ];
      },
      uv: (column, row) => [0.6 * row, column / columns],
    });
  const flip = (piece: Piece): Piece => place(piece, { scale: [-1, 1, 1] });
  return joinPieces([face(1), flip(face(1))]);
}

export function band(x: number, detail: number): Piece {
  const strip = roundedBox({
    size: [0.055, 1, 0.007],
    radius: 0.002,
    bevel: refine(detail, 1.2, 0),
    cuts: [1, refine(detail, 20, 7), 1],
    tile: 0.3,
  });
  return bendOver(place(strip, { scale: [1, Math.PI, 1], move: [x, Math.PI / 2, 0] }), DEEP / 2 + 0.003);
}
