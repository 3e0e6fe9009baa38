import { ball, lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import type { Vec3 } from '../geometry/vector.ts';
import type { DemoModel } from '../model.ts';
import { paintMetal, paintRough, paintWood } from '../textures/surfaces.ts';
import { band, lid } from './chest-lid.ts';
import { DEEP, TALL, WIDE } from './chest-size.ts';
import { coins, mound } from './chest-treasure.ts';

const OPEN = 52;

export const treasureChest: DemoModel = {
  slug: 'treasure-chest',
  title: 'Treasure Chest',
  description:
    'An open pirate chest of dark planks with a barrel lid, iron bands, ring handles and a brass lock, filled with gold coins. The lid turns about its hinge as one group of parts. A reward prop for games and illustrations.',
  category: 'Props',
  subcategory: 'Fantasy',
  tags: ['chest', 'treasure', 'pirate', 'gold', 'coins', 'wood', 'fantasy', 'loot'],
  keywords: ['trunk', 'box', 'reward', 'medieval', 'lock', 'game asset', 'adventure'],
  priceUsd: 2,
  updatedAt: '2025-03-03T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'planks',
      paint: paintWood({ light: '#80522f', dark: '#432611', seed: 221 }),
      metallic: 0,
      roughness: 0.68,
      pixels: 512,
    },
    {
      name: 'iron',
      paint: paintRough({ light: '#5c5f63', dark: '#33353a', seed: 222 }),
      metallic: 0.9,
      roughness: 0.48,
    },
    {
      name: 'gold',
      paint: paintMetal({ light: '#ffd66b', dark: '#d9a02e', seed: 223 }),
      metallic: 1,
      roughness: 0.24,
    },
  ],
  shape: (detail) => [
    part({ name: 'box', material: 'planks', pieces: box(detail) }),
    part({ name: 'lid', material: 'planks', pieces: lid(detail).map(swing) }),
    part({ name: 'fittings', material: 'iron', pieces: fittings(detail) }),
    part({ name: 'lid-bands', material: 'iron', pieces: [-0.3, 0.3].map((x) => swing(band(x, detail))) }),
    part({ name: 'treasure', material: 'gold', pieces: [mound(detail), ...coins(detail), lock(detail)] }),
  ],
};

function board(size: Vec3, move: Vec3, detail: number): Piece {
  return place(
    roundedBox({
      size,
      radius: 0.005,
      bevel: refine(detail, 1.3, 0),
      tile: 0.8,
      shift: move[1] * 2.3 + move[0] + move[2],
    }),
    { move },
  );
}

function box(detail: number): readonly Piece[] {
  const rows = [0, 1, 2];
  const each = (TALL - 0.02) / 3;
  return [
    board([WIDE - 0.02, 0.02, DEEP - 0.02], [0, 0.03, 0], detail),
    ...rows.flatMap((row) => {
      const y = 0.02 + each * (row + 0.5);
      return [
        board([WIDE, each - 0.003, 0.026], [0, y, DEEP / 2 - 0.013], detail),
        board([WIDE, each - 0.003, 0.026], [0, y, 0.013 - DEEP / 2], detail),
        ...[-1, 1].map((side) =>
          board([0.026, each - 0.003, DEEP - 0.053], [side * (WIDE / 2 - 0.013), y, 0], detail),
        ),
      ];
    }),
  ];
}

/** Opens the lid about the hinge at the back. */
function swing(piece: Piece): Piece {
  const shut = place(piece, { move: [0, 0, DEEP / 2] });
  return place(shut, { turn: [-OPEN, 0, 0], move: [0, TALL - 0.008, -DEEP / 2] });
}

function fittings(detail: number): readonly Piece[] {
  const bevel = refine(detail, 1.2, 0);
  const strap = (size: Vec3, move: Vec3): Piece =>
    place(roundedBox({ size, radius: 0.002, bevel, tile: 0.3 }), { move });
  const straps = [-0.3, 0.3].flatMap((x) => [
    strap([0.055, TALL - 0.01, 0.007], [x, TALL / 2 + 0.002, DEEP / 2 + 0.003]),
    strap([0.055, TALL - 0.01, 0.007], [x, TALL / 2 + 0.002, -DEEP / 2 - 0.003]),
  ]);
  const corners = [-1, 1].flatMap((side) =>
    [-1, 1].map((front) =>
      strap([0.05, 0.06, 0.05], [side * (WIDE / 2 - 0.018), 0.03, front * (DEEP / 2 - 0.018)]),
    ),
  );
  return [...straps, ...corners, ...[-1, 1].map((side) => ringHandle(side, detail)), ...studs(detail)];
}

function ringHandle(side: number, detail: number): Piece {
  const ring = sweep({
    path: (t) => [0, 0.055 * Math.sin(2 * Math.PI * t), 0.055 * Math.cos(2 * Math.PI * t)],
    along: refine(detail, 30, 8),
    around: refine(detail, 12, 4),
    radius: 0.008,
    isLoop: true,
  });
  const plate = roundedBox({ size: [0.008, 0.05, 0.05], radius: 0.002, bevel: refine(detail, 1.2, 0) });
  const x = side * (WIDE / 2 + 0.012);
  return joinPieces([
    place(ring, { turn: [0, 0, side * 8], move: [x + side * 0.004, 0.19, 0] }),
    place(plate, { move: [side * (WIDE / 2 + 0.003), 0.24, 0] }),
  ]);
}

function studs(detail: number): readonly Piece[] {
  if (detail < 0.5) return [];
  const dome = place(ball({ radius: 0.009, around: refine(detail, 10, 5), rows: refine(detail, 6, 4) }), {
    scale: [1, 1, 0.6],
  });
  return [-0.3, 0.3].flatMap((x) =>
    [0.06, 0.18, 0.3].map((y) => place(dome, { move: [x, y, DEEP / 2 + 0.007] })),
  );
}

function lock(detail: number): Piece {
  const plate = roundedBox({ size: [0.1, 0.12, 0.012], radius: 0.004, bevel: refine(detail, 2, 0) });
  const boss = lathe({
    runs: roundCorners(
      [
        [0.03, 0],
        [0.028, 0.006, 0.003],
        [0.012, 0.006],
        [0.01, 0.002],
        [0, 0.002],
      ],
      refine(detail, 3, 0),
    ),
    around: refine(detail, 24, 6),
  });
  return joinPieces([
    place(plate, { move: [0, TALL - 0.075, DEEP / 2 + 0.006] }),
    place(boss, { turn: [90, 0, 0], move: [0, TALL - 0.07, DEEP / 2 + 0.012] }),
  ]);
}
