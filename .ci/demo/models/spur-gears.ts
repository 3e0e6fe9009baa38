import { MathUtils } from 'three';
import { box } from '../geometry/box.ts';
import { extrude } from '../geometry/extrude.ts';
import { join, lerp, listOf, type Piece, place, steps } from '../geometry/piece.ts';
import { lathe } from '../geometry/sheet.ts';
import type { Vec2, Vec3 } from '../geometry/vector.ts';
import { brass, plain, steel } from '../materials.ts';
import { type DemoModel, part, type Spin } from '../model.ts';

const MODULE = 96 / 18;
const WHEEL: Vec3 = [-32, 78, 12];
const PINION: Vec3 = [48, 78, 12];
const enamel = plain('enamel', '#3f5b6b', '#344d5c', 0.5);

export const spurGears: DemoModel = {
  slug: 'spur-gears',
  title: 'Spur Gear Pair',
  description:
    'Two meshing spur gears with 18 and 12 true involute teeth (pressure angle 20 degrees) on a bearing stand. The animated GLB turns both at the right ratio and loops. For machine scenes, teaching and motion tests.',
  category: 'Mechanical / Gears',
  tags: ['gear', 'spur gear', 'involute', 'machine', 'animated', 'steel', 'brass', 'engineering'],
  keywords: ['cog', 'transmission', 'mechanism', 'teeth', 'pinion', 'steampunk'],
  priceUsd: 2,
  license: 'CC-BY-SA-4.0',
  updatedAt: '2025-02-19T09:00:00Z',
  shape: (detail) => [
    part('wheel', brass, [place(wheel(detail), WHEEL)], spinAt(WHEEL, 2)),
    part(
      'pinion',
      steel,
      [place(gear(detail, 12, 22, 0), PINION, [0, 0, 15]), place(hub(detail, 13), PINION)],
      spinAt(PINION, -3),
    ),
    part('stand', enamel, stand(detail)),
  ],
};

function spinAt(pivot: Vec3, turns: number): Spin {
  return { pivot, axis: [0, 0, 1], turns };
}

function gear(detail: number, teeth: number, depth: number, hole: number): Piece {
  const [bevel, bevelSteps] = [0.6, steps(detail, 1.2, 0)];
  const outline = gearOutline(teeth, steps(detail, 3.6, 0));
  return extrude(outline, { depth, bevel, bevelSteps, hole, holeSteps: steps(detail, 60, 18), tile: 90 });
}

function wheel(detail: number): Piece {
  const bar = place(box(detail, [30, 9, 9], { radius: 3, bevel: 2 }), [22, 0, 0]);
  const spokes = listOf(5, (index) => place(bar, [0, 0, 0], [0, 0, 72 * index + 18]));
  return join([gear(detail, 18, 18, 33.5), ...spokes, hub(detail, 14)]);
}

/** Boss, shaft end and washer, along Z. */
function hub(detail: number, radius: number): Piece {
  const outline = `0 -20, ${radius} -20 1, ${radius} 14 1.5, 7.5 14, 7.5 22 1, 0 22`;
  return place(lathe(detail, outline, { around: 30, least: 8 }), [0, 0, 0], [90, 0, 0]);
}

function stand(detail: number): readonly Piece[] {
  const base = place(box(detail, [190, 14, 75], { radius: 4, bevel: 2 }), [5, 7, -8]);
  const posts = [WHEEL, PINION].flatMap(([x, y]) => {
    const column = box(detail, [30, y - 12, 16], { radius: 3, bevel: 2 });
    const boss = lathe(detail, '0 -11, 20 -11 1, 20 11 1, 0 11', { around: 30, least: 8 });
    return [place(column, [x, 12 + (y - 12) / 2, -20]), place(boss, [x, y, -20], [90, 0, 0])];
  });
  return [base, ...posts];
}

const PRESSURE_ANGLE = MathUtils.degToRad(20);

/**
 * Returns an involute gear around the origin, counter-clockwise, with the middle of a tooth on +X; flanks have `count`
 * extra steps.
 */
function gearOutline(teeth: number, count: number): readonly Vec2[] {
  const pitch = (MODULE * teeth) / 2;
  const [tip, root, base] = [pitch + MODULE, pitch - 1.25 * MODULE, pitch * Math.cos(PRESSURE_ANGLE)];
  const involute = (radius: number): number => {
    const angle = Math.acos(Math.min(1, base / radius));
    return Math.tan(angle) - angle;
  };
  const flank = listOf(count + 2, (step): Vec2 => {
    const radius = lerp(root, tip, step / (count + 1));
    return [radius, Math.PI / (2 * teeth) + involute(pitch) - involute(Math.max(base, radius))];
  });
  const tooth = [...flank.map(([radius, half]): Vec2 => [radius, -half]), ...flank.toReversed()];
  return listOf(teeth, (index) =>
    tooth.map(([radius, angle]): Vec2 => {
      const turned = angle + (2 * Math.PI * index) / teeth;
      return [radius * Math.cos(turned), radius * Math.sin(turned)];
    }),
  ).flat();
}
