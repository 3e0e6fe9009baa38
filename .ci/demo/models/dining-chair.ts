import { box } from '../geometry/box.ts';
import { bend, join, lerp, mirror, type Piece, place, smoothstep } from '../geometry/piece.ts';
import { tube } from '../geometry/tube.ts';
import { linen, oak } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';

export const diningChair: DemoModel = {
  slug: 'dining-chair',
  title: 'Dining Chair',
  description:
    'A ladder-back dining chair in oiled oak with a padded linen seat. The seat stands at 47 cm and the back leans a little, so it fits a table of 75 cm without scaling. Frame and cushion are separate parts with their own materials.',
  category: 'Furniture / Seating',
  tags: ['chair', 'dining', 'oak', 'wood', 'linen', 'interior', 'ladder-back'],
  keywords: ['seat', 'kitchen chair', 'cushion', 'home', 'room', 'table setting'],
  priceUsd: 1,
  license: 'CC-BY-4.0',
  updatedAt: '2025-02-11T09:00:00Z',
  shape: (detail) => [
    part('frame', oak, [mirror(legs(detail)), ...rails(detail)]),
    part('back', oak, [slat(detail, 50, 580), slat(detail, 55, 700), slat(detail, 85, 840)]),
    part('cushion', linen, [cushion(detail)]),
  ],
};

/** Returns how far the back posts lean at this height. */
function lean(y: number): number {
  const [above, below] = [Math.max(0, y - 440), Math.max(0, 400 - y)];
  return -0.00036 * above * above - 0.1 * above - 0.00012 * below * below;
}

function legs(detail: number): Piece {
  const leg = (height: number, cuts: number, x: number, z: number): Piece => {
    const bar = box(detail, [36, height, 36], { radius: 6, cuts: [1, cuts, 1] });
    return bend(place(bar, [0, height / 2, 0]), (px, y, pz) => {
      const foot = lerp(0.62, 1, smoothstep(y, 0, 420)) * lerp(1, 0.72, smoothstep(y, 500, 950));
      return [px * foot + x, y, pz * foot + z + (z < 0 ? lean(y) : 0)];
    });
  };
  return join([
    leg(440, 3, 200, 190),
    leg(950, 14, 190, -190),
    place(box(detail, [20, 60, 350], { radius: 4, tile: 500 }), [197, 400, 0]),
    tube(detail, '200 160 190, 190 160 -200', { radius: 11, around: 11, isOpen: true }),
  ]);
}

function rails(detail: number): readonly Piece[] {
  return [
    place(box(detail, [370, 60, 20], { radius: 4, tile: 500 }), [0, 400, 192]),
    place(box(detail, [350, 60, 20], { radius: 4, tile: 500 }), [0, 400, -192]),
    tube(detail, '-200 160 20, 200 160 20', { radius: 11, around: 11, isOpen: true }),
  ];
}

function slat(detail: number, height: number, y: number): Piece {
  const board = box(detail, [365, height, 18], {
    radius: 7,
    bevel: height / 40,
    cuts: [16, 3, 1],
    shift: y / 1000,
  });
  return bend(board, (x, up, z) => {
    const arch = 1 - (x / 190) ** 2;
    return [x, y + up + 22 * arch * (up > 0 ? 1 : 0.35), z + lean(y + up) - 190 - 35 * arch];
  });
}

function cushion(detail: number): Piece {
  const pad = box(detail, [460, 62, 450], { radius: 27, bevel: 4, cuts: [16, 1, 16], tile: 300 });
  return bend(pad, (x, y, z) => {
    const dome = Math.max(0, 1 - (x / 235) ** 2) * Math.max(0, 1 - (z / 230) ** 2);
    const narrow = 1 - 0.1 * smoothstep(-z, -100, 250);
    return [x * narrow, 452 + y + (y > -10 ? 20 * Math.sqrt(dome + 0.001) : 0), z + 12];
  });
}
