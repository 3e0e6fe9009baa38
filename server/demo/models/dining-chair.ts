import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { ease, mix } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintWood, paintWoven } from '../textures/surfaces.ts';

export const diningChair: DemoModel = {
  slug: 'dining-chair',
  title: 'Dining Chair',
  description:
    'A ladder-back dining chair in oiled oak with a padded linen seat. The seat stands at 47 cm and the back leans a little, so it fits a table of 75 cm without scaling. Frame and cushion are separate parts with their own materials.',
  category: 'Furniture',
  subcategory: 'Seating',
  tags: ['chair', 'dining', 'oak', 'wood', 'linen', 'interior', 'ladder-back'],
  keywords: ['seat', 'kitchen chair', 'cushion', 'home', 'room', 'table setting'],
  priceUsd: 1,
  updatedAt: '2025-02-11T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'oak',
      paint: paintWood({ light: '#c79a63', dark: '#8f6233', seed: 11 }),
      metallic: 0,
      roughness: 0.55,
    },
    {
      name: 'linen',
      paint: paintWoven({ light: '#7f93a0', dark: '#46596a', seed: 12 }),
      metallic: 0,
      roughness: 0.92,
    },
  ],
  shape: (detail) => [frame(detail), back(detail), seat(detail)],
};

const HALF = 0.2;

/** How far the back posts lean at this height. */
function lean(y: number): number {
  const above = Math.max(0, y - 0.44);
  const below = Math.max(0, 0.4 - y);
  return -0.36 * above * above - 0.1 * above - 0.12 * below * below;
}

function leg(detail: number, isBack: boolean): Piece {
  const height = isBack ? 0.95 : 0.44;
  const bar = roundedBox({
    size: [0.036, height, 0.036],
    radius: 0.006,
    bevel: refine(detail, 1.2, 0),
    cuts: [1, refine(detail, isBack ? 14 : 3, isBack ? 4 : 1), 1],
  });
  const standing = place(bar, { move: [0, height / 2, 0] });
  return warp(standing, ([x, y, z]) => {
    const foot = mix(0.62, 1, ease(y, 0, 0.42)) * mix(1, 0.72, ease(y, 0.5, 0.95));
    return [x * foot, y, z * foot + (isBack ? lean(y) : 0)];
  });
}

function frame(detail: number): Part {
  const bevel = refine(detail, 1.2, 0);
  const around = refine(detail, 11, 5);
  const legs = [-1, 1].flatMap((side) => [
    place(leg(detail, false), { move: [side * HALF, 0, 0.19] }),
    place(leg(detail, true), { move: [side * (HALF - 0.01), 0, -0.19] }),
  ]);
  const apron = (length: number): Piece =>
    roundedBox({ size: [length, 0.06, 0.02], radius: 0.004, bevel, tile: 0.5 });
  const rails = [
    place(apron(0.37), { move: [0, 0.4, 0.192] }),
    place(apron(0.35), { move: [0, 0.4, -0.192] }),
    ...[-1, 1].map((side) => place(apron(0.35), { turn: [0, 90, 0], move: [side * (HALF - 0.003), 0.4, 0] })),
  ];
  const stretchers = [
    ...[-1, 1].map((side) =>
      rod({
        from: [side * HALF, 0.16, 0.19],
        to: [side * (HALF - 0.01), 0.16, -0.2],
        radius: 0.011,
        around,
        caps: 'none',
      }),
    ),
    rod({ from: [-HALF, 0.16, 0.02], to: [HALF, 0.16, 0.02], radius: 0.011, around, caps: 'none' }),
  ];
  return part({ name: 'frame', material: 'oak', pieces: [...legs, ...rails, ...stretchers] });
}

function back(detail: number): Part {
  const slat = (height: number, y: number): Piece => {
    const board = roundedBox({
      size: [0.365, height, 0.018],
      radius: 0.007,
      bevel: refine(detail, 1.6, 0),
      cuts: [refine(detail, 16, 4), refine(detail, 3, 1), 1],
      shift: y,
    });
    return warp(board, ([x, up, z]) => {
      const arch = 1 - (x / 0.19) ** 2;
      const top = y + up + 0.022 * arch * (up > 0 ? 1 : 0.35);
      return [x, top, z + lean(y + up) - 0.19 - 0.035 * arch];
    });
  };
  return part({
    name: 'back',
    material: 'oak',
    pieces: [slat(0.05, 0.58), slat(0.055, 0.7), slat(0.085, 0.84)],
  });
}

function seat(detail: number): Part {
  const cuts = refine(detail, 16, 3);
  const pad = roundedBox({
    size: [0.46, 0.062, 0.45],
    radius: 0.027,
    bevel: refine(detail, 4, 1),
    cuts: [cuts, 1, cuts],
    tile: 0.3,
  });
  const cushion = warp(pad, ([x, y, z]) => {
    const dome = Math.max(0, 1 - (x / 0.235) ** 2) * Math.max(0, 1 - (z / 0.23) ** 2);
    const narrow = 1 - 0.1 * ease(-z, -0.1, 0.25);
    return [x * narrow, 0.452 + y + (y > -0.01 ? 0.02 * Math.sqrt(dome + 0.001) : 0), z + 0.012];
  });
  return part({ name: 'cushion', material: 'linen', pieces: [cushion] });
}
