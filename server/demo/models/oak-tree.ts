import { splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { sweep } from '../geometry/sweep.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel } from '../model.ts';
import { paintBark, paintFoliage, paintLeaf } from '../textures/nature.ts';
import { CLUMPS, leafMass, listLeaves } from './oak-crown.ts';

export const oakTree: DemoModel = {
  slug: 'oak-tree',
  title: 'Oak Tree',
  description:
    'A broad field oak of 6.5 m with a flared trunk, heavy boughs and a crown of leaf masses with single leaves around them. The crown keeps its outline in every level of detail. Good for meadows, parks and the edge of a wood.',
  category: 'Nature',
  subcategory: 'Trees',
  tags: ['tree', 'oak', 'forest', 'bark', 'leaves', 'outdoor', 'landscape', 'summer'],
  keywords: ['vegetation', 'park', 'wood', 'crown', 'environment', 'deciduous'],
  priceUsd: 3,
  updatedAt: '2025-02-18T09:00:00Z',
  grain: 1e-4,
  materials: [
    {
      name: 'bark',
      paint: paintBark({ light: '#8a7460', dark: '#3f3228', seed: 81 }),
      metallic: 0,
      roughness: 0.95,
      pixels: 512,
    },
    {
      name: 'crown',
      paint: paintFoliage({ light: '#587d31', dark: '#21400f', seed: 82 }),
      metallic: 0,
      roughness: 0.9,
      pixels: 512,
    },
    {
      name: 'leaves',
      paint: paintLeaf({ light: '#83a846', dark: '#3f6b1f', seed: 83 }),
      metallic: 0,
      roughness: 0.7,
      isThin: true,
    },
  ],
  shape: (detail) => [
    part({
      name: 'wood',
      material: 'bark',
      pieces: [trunk(detail), ...BOUGHS.map((bough) => branch(bough, detail))],
    }),
    part({
      name: 'crown',
      material: 'crown',
      pieces: CLUMPS.map((clump, seed) => leafMass(clump, seed, detail)),
    }),
    part({ name: 'leaves', material: 'leaves', pieces: listLeaves(detail) }),
  ],
};

type Bough = { readonly points: readonly Vec3[]; readonly radius: number };

const BOUGHS: readonly Bough[] = [
  {
    points: [
      [0, 1.7, 0],
      [0.6, 2.5, 0.2],
      [1.3, 3.1, 0.3],
      [1.9, 3.5, 0.2],
    ],
    radius: 0.15,
  },
  {
    points: [
      [0, 1.9, 0],
      [-0.55, 2.6, 0.3],
      [-1.2, 3.3, 0.5],
      [-1.8, 3.6, 0.6],
    ],
    radius: 0.15,
  },
  {
    points: [
      [0, 2.1, 0],
      [0.2, 2.8, -0.6],
      [0.3, 3.4, -1.2],
      [0.2, 3.9, -1.6],
    ],
    radius: 0.13,
  },
  {
    points: [
      [0, 2.3, 0],
      [0.2, 3.1, 0.5],
      [0.3, 3.8, 1.0],
      [0.2, 4.2, 1.4],
    ],
    radius: 0.12,
  },
  {
    points: [
      [0, 2.6, 0],
      [-0.3, 3.5, -0.2],
      [-0.6, 4.4, -0.5],
      [-0.7, 5, -0.6],
    ],
    radius: 0.12,
  },
];

function trunk(detail: number): Piece {
  const roots = 6;
  return sweep({
    path: splinePath([
      [0, 0, 0],
      [0.03, 0.8, 0.02],
      [-0.04, 1.8, 0],
      [0.02, 3, 0],
      [0.05, 4.4, 0],
    ]),
    along: refine(detail, 22, 6),
    around: refine(detail, 26, 7),
    radius: (t) => mix(0.3, 0.07, t ** 0.8) + 0.26 * Math.exp(-t * 30),
    section: (angle, t) => {
      const flare =
        1 + 0.24 * Math.cos(roots * angle + 0.6) * Math.exp(-t * 14) + 0.05 * Math.sin(3 * angle + 7 * t);
      return [flare * Math.cos(angle), flare * Math.sin(angle)];
    },
    tiles: [2, 5],
  });
}

function branch({ points, radius }: Bough, detail: number): Piece {
  return sweep({
    path: splinePath(points),
    along: refine(detail, 9, 3),
    around: refine(detail, 11, 4),
    radius: (t) => mix(radius, 0.035, t),
    section: (angle, t) => {
      const reach = 1 + 0.08 * Math.sin(2 * angle + 9 * t);
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    },
    tiles: [1, 3],
  });
}
