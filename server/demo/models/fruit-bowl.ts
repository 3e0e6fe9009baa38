import { lathe } from '../geometry/lathe.ts';
import { roundCorners, spline } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import type { Vec3 } from '../geometry/vector.ts';
import type { DemoModel } from '../model.ts';
import { paintBark, paintFruit } from '../textures/nature.ts';
import { paintSpeckled } from '../textures/surfaces.ts';
import { bananas } from './banana.ts';
import { apple, orange, pear, stalk } from './fruit.ts';

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
    {
      name: 'stoneware',
      paint: paintSpeckled({ light: '#d9d6cc', dark: '#4c5560', seed: 181 }),
      metallic: 0,
      roughness: 0.35,
    },
    {
      name: 'apple',
      paint: paintFruit({ light: '#d9a441', dark: '#b3202a', seed: 182 }),
      metallic: 0,
      roughness: 0.3,
    },
    {
      name: 'orange',
      paint: paintFruit({ light: '#f29a2e', dark: '#e8801a', seed: 183 }),
      metallic: 0,
      roughness: 0.55,
    },
    {
      name: 'yellow',
      paint: paintFruit({ light: '#e9c93f', dark: '#d3b52f', seed: 184 }),
      metallic: 0,
      roughness: 0.5,
    },
    {
      name: 'stalk',
      paint: paintBark({ light: '#6b5335', dark: '#3a2a18', seed: 185 }),
      metallic: 0,
      roughness: 0.9,
    },
  ],
  shape: (detail) => [
    part({ name: 'bowl', material: 'stoneware', pieces: [bowl(detail)] }),
    part({
      name: 'apples',
      material: 'apple',
      pieces: APPLES.map(([at, turn]) => place(apple(detail), { turn, move: at })),
    }),
    part({
      name: 'oranges',
      material: 'orange',
      pieces: ORANGES.map(([at, turn]) => place(orange(detail), { turn, move: at })),
    }),
    part({
      name: 'bananas-and-pear',
      material: 'yellow',
      pieces: [...bananas(detail), place(pear(detail), PEAR)],
    }),
    part({
      name: 'stalks',
      material: 'stalk',
      pieces: [
        ...APPLES.map(([at, turn]) => place(stalk(detail, 0.024), { turn, move: at })),
        place(stalk(detail, 0.079), PEAR),
      ],
    }),
  ],
};

type Spot = readonly [at: Vec3, turn: Vec3];

const APPLES: readonly Spot[] = [
  [
    [-0.058, 0.082, 0.03],
    [12, 20, 18],
  ],
  [
    [0.012, 0.078, 0.066],
    [28, 70, -8],
  ],
  [
    [-0.02, 0.116, -0.005],
    [-10, 130, 10],
  ],
];

const ORANGES: readonly Spot[] = [
  [
    [0.064, 0.08, 0.012],
    [40, 0, 30],
  ],
  [
    [-0.045, 0.079, -0.056],
    [70, 40, 10],
  ],
];

const PEAR = { turn: [-34, 24, -38], move: [0.03, 0.09, -0.048] } as const;

function bowl(detail: number): Piece {
  const outside = spline(
    [
      [0.055, 0.012],
      [0.09, 0.03],
      [0.125, 0.062],
      [0.146, 0.1],
    ],
    refine(detail, 20, 3),
  );
  const inside = spline(
    [
      [0.142, 0.1005],
      [0.12, 0.066],
      [0.085, 0.035],
      [0.04, 0.02],
      [0, 0.017],
    ],
    refine(detail, 20, 3),
  );
  const foot = roundCorners(
    [
      [0, 0.005],
      [0.045, 0.005, 0.002],
      [0.047, 0, 0.001],
      [0.054, 0, 0.002],
      [0.055, 0.012],
    ],
    refine(detail, 3, 0),
  );
  return lathe({
    runs: [...foot, [...outside, [0.1452, 0.1022], [0.1435, 0.1024], ...inside]],
    around: refine(detail, 64, 12),
    tiles: [4, 3],
  });
}
