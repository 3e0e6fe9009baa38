import { grid } from '../geometry/grid.ts';
import { ball, lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, refine, type Piece } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { createRandom } from '../geometry/random.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { createNoise } from '../textures/noise.ts';
import { paintMetal, paintRough, paintWood } from '../textures/surfaces.ts';

const [WIDE, TALL, DEEP] = [0.8, 0.36, 0.48];
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
    { name: 'planks', paint: paintWood({ light: '#80522f', dark: '#432611', seed: 221 }), metallic: 0, roughness: 0.68, pixels: 512 },
    { name: 'iron', paint: paintRough({ light: '#5c5f63', dark: '#33353a', seed: 222 }), metallic: 0.9, roughness: 0.48 },
    { name: 'gold', paint: paintMetal({ light: '#ffd66b', dark: '#d9a02e', seed: 223 }), metallic: 1, roughness: 0.24 },
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
    roundedBox({ size, radius: 0.005, bevel: refine(detail, 1.3, 0), tile: 0.8, shift: move[1] * 2.3 + move[0] + move[2] }),
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
        ...[-1, 1].map((side) => board([0.026, each - 0.003, DEEP - 0.053], [side * (WIDE / 2 - 0.013), y, 0], detail)),
      ];
    }),
  ];
}

/** Opens the lid about the hinge at the back. */
function swing(piece: Piece): Piece {
  const shut = place(piece, { move: [0, 0, DEEP / 2] });
  return place(shut, { turn: [-OPEN, 0, 0], move: [0, TALL + 0.004, -DEEP / 2] });
}

/** A board bent over the lid: x along it, angle round it, z outwards; the arch is a little flat. */
function bendOver(piece: Piece, radius: number): Piece {
  return warp(piece, ([x, y, z]) => {
    const angle = y;
    return [x, 0.82 * (radius + z) * Math.sin(angle), -(radius + z) * Math.cos(angle)];
  });
}

function lid(detail: number): readonly Piece[] {
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
  return [...planks, ...[-1, 1].map((side) => place(gable(detail), { move: [side * (WIDE / 2 - 0.014), 0, 0] }))];
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
        return [side * 0.011, 0.82 * reach * Math.sin(angle) * rim, -reach * Math.cos(angle) * (row === 0 ? 1 : 1)];
      },
      uv: (column, row) => [0.6 * row, column / columns],
    });
  const flip = (piece: Piece): Piece => place(piece, { scale: [-1, 1, 1] });
  return joinPieces([face(1), flip(face(1))]);
}

function band(x: number, detail: number): Piece {
  const strip = roundedBox({ size: [0.055, 1, 0.007], radius: 0.002, bevel: refine(detail, 1.2, 0), cuts: [1, refine(detail, 20, 7), 1], tile: 0.3 });
  return bendOver(place(strip, { scale: [1, Math.PI, 1], move: [x, Math.PI / 2, 0] }), DEEP / 2 + 0.003);
}

function fittings(detail: number): readonly Piece[] {
  const bevel = refine(detail, 1.2, 0);
  const strap = (size: Vec3, move: Vec3): Piece => place(roundedBox({ size, radius: 0.002, bevel, tile: 0.3 }), { move });
  const straps = [-0.3, 0.3].flatMap((x) => [
    strap([0.055, TALL - 0.01, 0.007], [x, TALL / 2 + 0.002, DEEP / 2 + 0.003]),
    strap([0.055, TALL - 0.01, 0.007], [x, TALL / 2 + 0.002, -DEEP / 2 - 0.003]),
  ]);
  const corners = [-1, 1].flatMap((side) =>
    [-1, 1].map((front) => strap([0.05, 0.06, 0.05], [side * (WIDE / 2 - 0.018), 0.03, front * (DEEP / 2 - 0.018)])),
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
  return joinPieces([place(ring, { turn: [0, 0, side * 8], move: [x + side * 0.004, 0.19, 0] }), place(plate, { move: [side * (WIDE / 2 + 0.003), 0.24, 0] })]);
}

function studs(detail: number): readonly Piece[] {
  if (detail < 0.5) return [];
  const dome = place(ball({ radius: 0.009, around: refine(detail, 10, 5), rows: refine(detail, 6, 4) }), { scale: [1, 1, 0.6] });
  return [-0.3, 0.3].flatMap((x) => [0.06, 0.18, 0.3].map((y) => place(dome, { move: [x, y, DEEP / 2 + 0.007] })));
}

function heightAt(x: number, z: number): number {
  return 0.27 + 0.085 * Math.cos((2.6 * x) / WIDE) * Math.cos((2.6 * z) / DEEP);
}

function mound(detail: number): Piece {
  const noise = createNoise(224);
  const [columns, rows] = [refine(detail, 20, 4), refine(detail, 14, 3)];
  return grid({
    columns,
    rows,
    point: (column, row) => {
      const [u, v] = [column / columns, row / rows];
      const [x, z] = [mix(-0.375, 0.375, u), mix(0.213, -0.213, v)];
      return [x, heightAt(x, z) - 0.012 + 0.02 * (noise(u * 0.99, v * 0.99, 12, 8) - 0.5), z];
    },
    uv: (column, row) => [(3 * column) / columns, (2 * row) / rows],
  });
}

function coins(detail: number): readonly Piece[] {
  const random = createRandom(22);
  const count = Math.min(240, Math.round(80 * detail));
  const coin = lathe({
    runs: roundCorners([[0, -0.0022], [0.019, -0.0022, 0.0008], [0.019, 0.0022, 0.0008], [0.0165, 0.0022], [0.0155, 0.0014], [0, 0.0014]], detail > 1.8 ? 2 : 1),
    around: refine(detail, 13, 6),
  });
  const simple = lathe({ runs: [[[0.019, -0.0022], [0.019, 0.0022]], [[0.019, 0.0022], [0, 0.0022]]], around: 6 });
  return Array.from({ length: count }, () => {
    const [x, z] = [mix(-0.34, 0.34, random()), mix(-0.18, 0.18, random())];
    const turn: Vec3 = [mix(-38, 38, random()), 360 * random(), mix(-38, 38, random())];
    return place(detail < 0.6 ? simple : coin, { turn, move: [x, heightAt(x, z) + 0.006 * random(), z] });
  });
}

function lock(detail: number): Piece {
  const plate = roundedBox({ size: [0.1, 0.12, 0.012], radius: 0.004, bevel: refine(detail, 2, 0) });
  const boss = lathe({ runs: roundCorners([[0.03, 0], [0.028, 0.006, 0.003], [0.012, 0.006], [0.01, 0.002], [0, 0.002]], refine(detail, 3, 0)), around: refine(detail, 24, 6) });
  return joinPieces([
    place(plate, { move: [0, TALL - 0.075, DEEP / 2 + 0.006] }),
    place(boss, { turn: [90, 0, 0], move: [0, TALL - 0.07, DEEP / 2 + 0.012] }),
  ]);
}
