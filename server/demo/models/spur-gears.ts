import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { prism } from '../geometry/prism.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Part, Spin } from '../model.ts';
import { paintEven, paintMetal } from '../textures/surfaces.ts';
import { gearOutline } from './gear-outline.ts';

const MODULE = 0.096 / 18;
const WHEEL: Vec3 = [-0.032, 0.078, 0.012];
const PINION: Vec3 = [0.048, 0.078, 0.012];

export const spurGears: DemoModel = {
  slug: 'spur-gears',
  title: 'Spur Gear Pair',
  description:
    'Two meshing spur gears with 18 and 12 true involute teeth (pressure angle 20 degrees) on a bearing stand. The animated GLB turns both at the right ratio and loops. For machine scenes, teaching and motion tests.',
  category: 'Mechanical',
  subcategory: 'Gears',
  tags: ['gear', 'spur gear', 'involute', 'machine', 'animated', 'steel', 'brass', 'engineering'],
  keywords: ['cog', 'transmission', 'mechanism', 'teeth', 'pinion', 'steampunk'],
  priceUsd: 2,
  updatedAt: '2025-02-19T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'steel',
      paint: paintMetal({ light: '#c3c7cc', dark: '#8d939b', seed: 101 }),
      metallic: 1,
      roughness: 0.36,
    },
    {
      name: 'brass',
      paint: paintMetal({ light: '#e0bd6c', dark: '#b28c40', seed: 102 }),
      metallic: 1,
      roughness: 0.3,
    },
    {
      name: 'enamel',
      paint: paintEven({ light: '#3f5b6b', dark: '#344d5c', seed: 103 }),
      metallic: 0.1,
      roughness: 0.5,
    },
  ],
  shape: (detail) => [
    part({ name: 'wheel', material: 'brass', pieces: [wheel(detail)], spin: spinAt(WHEEL, 2) }),
    part({ name: 'pinion', material: 'steel', pieces: [pinion(detail)], spin: spinAt(PINION, -3) }),
    stand(detail),
  ],
};

function spinAt(pivot: Vec3, turns: number): Spin {
  return { pivot, axis: [0, 0, 1], turns };
}

function wheel(detail: number): Piece {
  const rim = prism({
    runs: gearOutline({ teeth: 18, module: MODULE, steps: refine(detail, 3.6, 0) }),
    depth: 0.018,
    bevel: 0.0006,
    bevelSteps: refine(detail, 1.2, 0),
    hole: 0.0335,
    tile: 0.1,
  });
  const spokes = Array.from({ length: 5 }, (_, index) => {
    const spoke = sweep({
      path: (t) => [mix(0.009, 0.036, t), 0, 0],
      along: refine(detail, 6, 1),
      around: refine(detail, 14, 3),
      radius: (t) => 0.0045 + 0.0022 * (2 * t - 1) ** 4 - 0.0006 * t,
      section: (angle) => [1.1 * Math.cos(angle), 0.9 * Math.sin(angle)],
      side: [0, 0, 1],
      caps: 'none',
    });
    return place(spoke, { turn: [0, 0, 72 * index + 18] });
  });
  return place(joinPieces([rim, ...spokes, hub(detail, 0.014)]), { move: WHEEL });
}

function pinion(detail: number): Piece {
  const body = prism({
    runs: gearOutline({ teeth: 12, module: MODULE, steps: refine(detail, 3.6, 0) }),
    depth: 0.022,
    bevel: 0.0006,
    bevelSteps: refine(detail, 1.2, 0),
    tile: 0.08,
  });
  const meshing = place(body, { turn: [0, 0, 180 / 12] });
  return place(joinPieces([meshing, hub(detail, 0.013)]), { move: PINION });
}

/** Boss, shaft end and washer, along Z. */
function hub(detail: number, radius: number): Piece {
  const runs = roundCorners(
    [
      [0, -0.02],
      [radius, -0.02, 0.001],
      [radius, 0.014, 0.0015],
      [0.0075, 0.014],
      [0.0075, 0.022, 0.001],
      [0, 0.022],
    ],
    refine(detail, 3, 0),
  );
  return place(lathe({ runs, around: refine(detail, 30, 6) }), { turn: [90, 0, 0] });
}

function stand(detail: number): Part {
  const bevel = refine(detail, 2, 0);
  const base = place(roundedBox({ size: [0.19, 0.014, 0.075], radius: 0.004, bevel }), {
    move: [0.005, 0.007, -0.008],
  });
  const post = ([x, y]: Vec3): Piece => {
    const column = roundedBox({ size: [0.03, y - 0.012, 0.016], radius: 0.003, bevel });
    const runs = roundCorners(
      [
        [0, -0.011],
        [0.02, -0.011, 0.001],
        [0.02, 0.011, 0.001],
        [0, 0.011],
      ],
      refine(detail, 2, 0),
    );
    const boss = place(lathe({ runs, around: refine(detail, 30, 8) }), {
      turn: [90, 0, 0],
      move: [x, y, -0.02],
    });
    const foot = place(column, { move: [x, 0.012 + (y - 0.012) / 2, -0.02] });
    return detail < 0.25 ? foot : joinPieces([foot, boss]);
  };
  return part({ name: 'stand', material: 'enamel', pieces: [base, post(WHEEL), post(PINION)] });
}
