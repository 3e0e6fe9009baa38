import { box } from '../geometry/box.ts';
import { join, listOf, mirror, type Piece, place } from '../geometry/piece.ts';
import { ball, lathe } from '../geometry/sheet.ts';
import { tube } from '../geometry/tube.ts';
import type { Vec3 } from '../geometry/vector.ts';
import { brass, dull, linen, plain, redEnamel, steel } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { rough, wood } from '../textures/surfaces.ts';

const walnut = { ...dull('walnut', wood('#7a4f2e', '#472a15'), 0.4), relief: 0.5 };
const ivory = plain('ivory', '#efe6cf', '#e2d6ba', 0.35);
const dial = { ...plain('dial', '#fff1cc', '#f4dfa6', 0.4), relief: 0.5, glow: [0.5, 0.4, 0.2] as const };
const leather = { ...dull('leather', rough('#5b3620', '#3a2113'), 0.7), relief: 3 };
const cloth = { ...linen, relief: 1.5 };

export const portableRadio: DemoModel = {
  slug: 'portable-radio',
  title: 'Portable Radio',
  description:
    'A transistor radio of the 1960s in a walnut case with an ivory front, cloth speaker, round glowing dial, brass knobs, leather handle and telescopic aerial. Dial hand, knobs and aerial are separate parts. 26 cm wide.',
  category: 'Electronics / Audio',
  tags: ['radio', 'transistor', 'retro', 'audio', 'speaker', 'walnut', 'aerial', 'vintage'],
  keywords: ['music', 'receiver', 'antenna', 'sixties', 'broadcast', 'gadget', 'device'],
  priceUsd: 2,
  license: 'CC-BY-4.0',
  updatedAt: '2025-03-09T09:00:00Z',
  shape: (detail) => {
    const slat = box(detail, [122, 5, 7], { radius: 2 });
    const foot = lathe(detail, '0 0, 9 0 2, 11 8, 0 8', { around: 16, least: 6 });
    const feet = mirror(join([-30, 30].map((z) => place(foot, [105, 0, z]))));
    return [
      part('case', walnut, [
        place(box(detail, [260, 160, 90], { radius: 16, bevel: 4, tile: 260 }), [0, 87, 0]),
      ]),
      part('front', ivory, [
        place(box(detail, [236, 136, 6], { radius: 3, bevel: 2 }), [0, 87, 43]),
        ...listOf(7, (row) => place(slat, [-52, 47 + 14 * row, 47])),
      ]),
      part('dial', dial, [facing(detail, 60, '0 0, 43 0, 43 3, 0 3', [70, 101, 46])]),
      part('speaker', cloth, [place(box(detail, [120, 106, 2], { tile: 70 }), [-52, 89, 46])]),
      part('trim', brass, [
        facing(detail, 60, '40 0, 46 0 1, 46 5 2, 42 5 1.5, 41 3', [70, 101, 46]),
        ...dialMarks(detail),
        ...[38, 70, 102].map((x) => facing(detail, 32, '11 0, 9 3 1, 8 14 2, 0 14', [x, 40, 46])),
        mirror(facing(detail, 32, '9 0, 9 4 2, 0 4', [96, 148, 44], [90, 90, 0])),
      ]),
      part('hand', redEnamel, [
        place(box(detail, [3, 34, 2], { radius: 0.8 }), [79, 112, 51], [0, 0, -38]),
        facing(detail, 32, '5 0, 5 4 1.5, 0 4', [70, 101, 49]),
      ]),
      part('handle', leather, [handle(detail)]),
      part('aerial', steel, [aerial(detail)]),
      part('feet', leather, [feet]),
    ];
  },
};

/** Returns a lathe that faces the front, or any other direction. */
function facing(detail: number, around: number, outline: string, move: Vec3, turn: Vec3 = [90, 0, 0]): Piece {
  return place(lathe(detail, outline, { around, least: Math.round(around / 5) }), move, turn);
}

function dialMarks(detail: number): readonly Piece[] {
  const mark = box(detail, [1.6, 7, 1.2]);
  return listOf(11, (index) => {
    const angle = -125 + 25 * index;
    const out = (angle * Math.PI) / 180;
    return place(mark, [70 + 33 * Math.sin(out), 101 + 33 * Math.cos(out), 49.4], [0, 0, -angle]);
  });
}

function handle(detail: number): Piece {
  return tube(detail, '-100 162 0, -94 186 0, -70 198 0, 0 202 0, 70 198 0, 94 186 0, 100 162 0', {
    along: 36,
    around: 16,
    least: [8, 4],
    radius: 5,
    section: (angle) => [0.7 * Math.cos(angle), 2 * Math.sin(angle)],
    side: [1, 0, 0],
    tiles: [0.5, 4],
  });
}

/** Returns telescoped segments from a joint at the back of the case, leaning outwards. */
function aerial(detail: number): Piece {
  const rods = listOf(3, (index) =>
    tube(detail, `0 ${70 * index} 0, 0 ${70 * index + 84} 0`, { radius: 3 - 0.7 * index, around: 14 }),
  );
  const ends = [ball(detail, 7, 16), place(ball(detail, 4.5, 16), [0, 224, 0])];
  return place(join([...rods, ...ends]), [112, 165, -28], [0, 0, -20]);
}
