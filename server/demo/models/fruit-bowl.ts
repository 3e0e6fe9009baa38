import { lathe, ball } from '../geometry/lathe.ts';
import { roundCorners, spline, splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { refine, type Piece } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import { ease, mix, type Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { createNoise } from '../textures/noise.ts';
import { paintBark, paintFruit } from '../textures/nature.ts';
import { paintSpeckled } from '../textures/surfaces.ts';

export const fruitBowl: DemoModel = {
  slug: 'fruit-bowl',
  title: 'Fruit Bowl',
  description:
    'A wide stoneware bowl with apples, oranges, a pear and three bananas. Each kind of fruit has its own material and stands free in the bowl, so the arrangement can be changed. A still life for kitchens and tables.',
  category: 'Food',
  subcategory: 'Fruit',
  tags: ['fruit', 'bowl', 'apple', 'banana', 'orange', 'pear', 'food', 'still life'],
  keywords: ['kitchen', 'healthy', 'breakfast', 'ceramic', 'table', 'market'],
  priceUsd: 1,
  updatedAt: '2025-02-27T09:00:00Z',
  grain: 1e-5,
  materials: [
    { name: 'stoneware', paint: paintSpeckled({ light: '#d9d6cc', dark: '#4c5560', seed: 181 }), metallic: 0, roughness: 0.35 },
    { name: 'apple', paint: paintFruit({ light: '#d9a441', dark: '#b3202a', seed: 182 }), metallic: 0, roughness: 0.3 },
    { name: 'orange', paint: paintFruit({ light: '#f29a2e', dark: '#e8801a', seed: 183 }), metallic: 0, roughness: 0.55 },
    { name: 'yellow', paint: paintFruit({ light: '#e9c93f', dark: '#d3b52f', seed: 184 }), metallic: 0, roughness: 0.5 },
    { name: 'stalk', paint: paintBark({ light: '#6b5335', dark: '#3a2a18', seed: 185 }), metallic: 0, roughness: 0.9 },
  ],
  shape: (detail) => [
    part({ name: 'bowl', material: 'stoneware', pieces: [bowl(detail)] }),
    part({ name: 'apples', material: 'apple', pieces: APPLES.map(([at, turn]) => place(apple(detail), { turn, move: at })) }),
    part({ name: 'oranges', material: 'orange', pieces: ORANGES.map(([at, turn]) => place(orange(detail), { turn, move: at })) }),
    part({ name: 'bananas-and-pear', material: 'yellow', pieces: [...bananas(detail), place(pear(detail), PEAR)] }),
    part({ name: 'stalks', material: 'stalk', pieces: [...APPLES.map(([at, turn]) => place(stalk(detail, 0.024), { turn, move: at })), place(stalk(detail, 0.079), PEAR)] }),
  ],
};

type Spot = readonly [at: Vec3, turn: Vec3];

const APPLES: readonly Spot[] = [
  [[-0.058, 0.082, 0.03], [12, 20, 18]],
  [[0.012, 0.078, 0.066], [28, 70, -8]],
  [[-0.02, 0.116, -0.005], [-10, 130, 10]],
];
const ORANGES: readonly Spot[] = [
  [[0.064, 0.08, 0.012], [40, 0, 30]],
  [[-0.045, 0.079, -0.056], [70, 40, 10]],
];
const PEAR = { turn: [-34, 24, -38], move: [0.03, 0.09, -0.048] } as const;

function bowl(detail: number): Piece {
  const outside = spline([[0.055, 0.012], [0.09, 0.03], [0.125, 0.062], [0.146, 0.1]], refine(detail, 20, 3));
  const inside = spline([[0.142, 0.1005], [0.12, 0.066], [0.085, 0.035], [0.04, 0.02], [0, 0.017]], refine(detail, 20, 3));
  const foot = roundCorners([[0, 0.005], [0.045, 0.005, 0.002], [0.047, 0, 0.001], [0.054, 0, 0.002], [0.055, 0.012]], refine(detail, 3, 0));
  return lathe({ runs: [...foot, [...outside, [0.1452, 0.1022], [0.1435, 0.1024], ...inside]], around: refine(detail, 64, 12), tiles: [4, 3] });
}

function apple(detail: number): Piece {
  const rows = refine(detail, 18, 5);
  const run = Array.from({ length: rows + 1 }, (_, row) => {
    const angle = Math.PI * (row / rows - 0.5);
    const isPole = row === 0 || row === rows;
    const dip = 0.011 * Math.exp(-(((row / rows - 1) / 0.1) ** 2)) - 0.007 * Math.exp(-((row / rows / 0.1) ** 2));
    const wide = 0.037 * Math.cos(angle) ** 0.82 * (1 + 0.07 * Math.sin(angle));
    return [isPole ? 0 : wide, 0.033 * Math.sin(angle) - dip] as const;
  });
  return lathe({
    runs: [run],
    around: refine(detail, 26, 7),
    shape: (radius, height, angle) => [radius * (1 + 0.022 * Math.cos(5 * angle) * ease(-height, -0.01, 0.03)), height],
  });
}

function orange(detail: number): Piece {
  const noise = createNoise(19);
  const round = ball({ radius: 0.038, around: refine(detail, 28, 7), rows: refine(detail, 18, 5) });
  return warp(round, ([x, y, z]) => {
    const grow = 1 + (detail > 2 ? 0.006 : 0) * noise(x * 9 + 0.5, y * 9 + z * 4 + 0.5, 26, 26);
    return [x * grow, 0.95 * y * grow, z * grow];
  });
}

function pear(detail: number): Piece {
  const outline = spline([[0, -0.036], [0.024, -0.032], [0.036, -0.008], [0.031, 0.02], [0.019, 0.045], [0.013, 0.062], [0.006, 0.071], [0, 0.069]], refine(detail, 24, 7));
  return lathe({ runs: [outline.map(([x, y], row) => [row === 0 || row === outline.length - 1 ? 0 : x, y])], around: refine(detail, 24, 6) });
}

function stalk(detail: number, from: number): Piece {
  return sweep({
    path: splinePath([[0, from - 0.004, 0], [0.001, from + 0.01, 0], [0.005, from + 0.02, 0.002]]),
    along: refine(detail, 5, 2),
    around: refine(detail, 8, 3),
    radius: (t) => mix(0.0014, 0.002, t),
  });
}

function bananas(detail: number): readonly Piece[] {
  const one = sweep({
    path: (t) => {
      const angle = mix(-0.95, 0.95, t);
      return [0.105 * Math.sin(angle), 0.105 * (1 - Math.cos(angle)), 0];
    },
    along: refine(detail, 26, 5),
    around: 5 * refine(detail, 3, 1),
    radius: (t) => 0.0175 * (ease(t, -0.06, 0.2) * (1 - ease(t, 0.8, 0.97)) * 0.82 + 0.18),
    section: (angle) => {
      const edge = 1 + 0.07 * Math.cos(5 * angle);
      return [edge * Math.cos(angle), edge * Math.sin(angle)];
    },
    side: [0, 1, 0],
  });
  return [0, 1, 2].map((index) =>
    place(place(one, { turn: [62 - 26 * index, 0, 0] }), { turn: [0, 24 + 7 * index, 4], move: [0.035 + 0.005 * index, 0.107 + 0.012 * index, 0.048 - 0.034 * index] }),
  );
}
