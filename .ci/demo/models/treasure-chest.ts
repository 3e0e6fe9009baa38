import { box } from '../geometry/box.ts';
import { extrude } from '../geometry/extrude.ts';
import {
  bend,
  join,
  lerp,
  listOf,
  mirror,
  type Piece,
  place,
  scatter,
  steps,
  toMatrix,
} from '../geometry/piece.ts';
import { ball, lathe } from '../geometry/sheet.ts';
import { tube } from '../geometry/tube.ts';
import type { Vec2, Vec3 } from '../geometry/vector.ts';
import { dull, iron, metal } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { createNoise } from '../textures/noise.ts';
import { brushed, wood } from '../textures/surfaces.ts';

/** Outer sizes of the chest's lower half, and the degrees that its lid is open. */
const [WIDE, TALL, DEEP, OPEN] = [800, 360, 480, 52];
const BOARD = { radius: 5, bevel: 1.3, tile: 800 };
const planks = dull('planks', wood('#80522f', '#432611'), 0.68);
const gold = metal('gold', brushed('#ffd66b', '#d9a02e'), 0.24);

export const treasureChest: DemoModel = {
  slug: 'treasure-chest',
  title: 'Treasure Chest',
  description:
    'An open pirate chest of dark planks with a barrel lid, iron bands, ring handles and a brass lock, filled with gold coins. The lid turns about its hinge as one group of parts. A reward prop for games and illustrations.',
  category: 'Props / Fantasy',
  tags: ['chest', 'treasure', 'pirate', 'gold', 'coins', 'wood', 'fantasy', 'loot'],
  keywords: ['trunk', 'box', 'reward', 'medieval', 'lock', 'game asset', 'adventure'],
  priceUsd: 2,
  license: 'CC-BY-4.0',
  updatedAt: '2025-03-03T09:00:00Z',
  shape: (detail) => [
    part('box', planks, walls(detail)),
    part('lid', planks, lid(detail).map(swing)),
    part('fittings', iron, fittings(detail)),
    part('lid-bands', iron, [swing(mirror(band(detail)))]),
    part('treasure', gold, [mound(detail), coins(detail), ...lock(detail)]),
  ],
};

function walls(detail: number): readonly Piece[] {
  const board = (size: Vec3, move: Vec3): Piece =>
    place(box(detail, size, { ...BOARD, shift: move[1] * 0.0023 + move[2] }), move);
  const each = (TALL - 20) / 3;
  const rows = listOf(3, (row) => {
    const y = 20 + each * (row + 0.5);
    return [
      board([WIDE, each - 3, 26], [0, y, DEEP / 2 - 13]),
      board([WIDE, each - 3, 26], [0, y, 13 - DEEP / 2]),
      mirror(board([26, each - 3, DEEP - 53], [WIDE / 2 - 13, y, 0])),
    ];
  });
  return [board([WIDE - 20, 20, DEEP - 20], [0, 30, 0]), ...rows.flat()];
}

/** Bends a board over the lid: along x, by an angle in thousandths, outwards along z; the arch is a little flat. */
function bendOver(piece: Piece, radius: number): Piece {
  return bend(piece, (x, y, z) => {
    const [reach, angle] = [radius + z, y / 1000];
    return [x, 0.82 * reach * Math.sin(angle), -reach * Math.cos(angle)];
  });
}

function lid(detail: number): readonly Piece[] {
  const step = (1000 * Math.PI) / 7;
  const boards = listOf(7, (index) => {
    const size: Vec3 = [WIDE, step * 0.985, 24];
    const plank = box(detail, size, { ...BOARD, cuts: [1, 2, 1], shift: index * 0.37 });
    return bendOver(place(plank, [0, step * (index + 0.5), 0]), DEEP / 2 - 12);
  });
  const count = steps(detail, 18, 6);
  const reach = DEEP / 2 - 20;
  const arch = listOf(count + 1, (step): Vec2 => {
    const angle = (Math.PI * step) / count;
    return [reach * Math.cos(angle), 0.82 * reach * Math.sin(angle)];
  });
  const gable = place(extrude(arch, { depth: 22, tile: 800 }), [WIDE / 2 - 14, 0, 0], [0, 90, 0]);
  return [...boards, mirror(gable)];
}

function band(detail: number): Piece {
  const strip = box(detail, [55, 1000 * Math.PI, 7], { radius: 2, cuts: [1, 24, 1], tile: 900 });
  return bendOver(place(strip, [300, 500 * Math.PI, 0]), DEEP / 2 + 3);
}

function swing(piece: Piece): Piece {
  const shut = place(piece, [0, 0, DEEP / 2]);
  return place(shut, [0, TALL - 8, -DEEP / 2], [-OPEN, 0, 0]);
}

function fittings(detail: number): readonly Piece[] {
  const strap = (size: Vec3, move: Vec3): Piece => place(box(detail, size, { radius: 2, tile: 300 }), move);
  const circle = (t: number): Vec3 => [0, 55 * Math.sin(2 * Math.PI * t), 55 * Math.cos(2 * Math.PI * t)];
  const ring = tube(detail, circle, { radius: 8, along: 30, around: 12, isLoop: true });
  const dome = place(ball(detail, 9, 10), [0, 0, 0], [0, 0, 0], [1, 1, 0.6]);
  const side = [
    ...[1, -1].map((face) => strap([55, TALL - 10, 7], [300, TALL / 2 + 2, face * (DEEP / 2 + 3)])),
    ...[1, -1].map((face) => strap([50, 60, 50], [WIDE / 2 - 18, 30, face * (DEEP / 2 - 18)])),
    place(ring, [WIDE / 2 + 16, 190, 0], [0, 0, 8]),
    strap([8, 50, 50], [WIDE / 2 + 3, 240, 0]),
    ...(detail < 0.5 ? [] : [60, 180, 300].map((y) => place(dome, [300, y, DEEP / 2 + 7]))),
  ];
  return [mirror(join(side))];
}

function heightAt(x: number, z: number): number {
  return 270 + 85 * Math.cos((2.6 * x) / WIDE) * Math.cos((2.6 * z) / DEEP);
}

function mound(detail: number): Piece {
  const noise = createNoise(224);
  const slab = box(detail, [750, 6, 426], { cuts: [12, 1, 8], tile: 250 });
  return bend(slab, (x, y, z) => [x, y + heightAt(x, z) - 24 + 20 * noise(x / 800, z / 500, 12, 8), z]);
}

function coins(detail: number): Piece {
  const outline =
    detail < 1.2 ? '19 -2.2, 19 2.2, 0 2.2' : '0 -2.2, 19 -2.2 0.8, 19 2.2 0.8, 16.5 2.2, 15.5 1.4, 0 1.4';
  const coin = lathe(detail, outline, { around: 13, least: 6 });
  return scatter(coin, Math.min(240, Math.round(80 * detail)), (_, random) => {
    const [x, z] = [lerp(-340, 340, random()), lerp(-180, 180, random())];
    const turn: Vec3 = [lerp(-38, 38, random()), 360 * random(), lerp(-38, 38, random())];
    return toMatrix([x, heightAt(x, z) + 6 * random(), z], turn);
  });
}

function lock(detail: number): readonly Piece[] {
  const boss = lathe(detail, '30 0, 28 6 3, 12 6, 10 2, 0 2', { around: 24, least: 6 });
  return [
    place(box(detail, [100, 120, 12], { radius: 4, bevel: 2 }), [0, TALL - 75, DEEP / 2 + 6]),
    place(boss, [0, TALL - 70, DEEP / 2 + 12], [90, 0, 0]),
  ];
}
