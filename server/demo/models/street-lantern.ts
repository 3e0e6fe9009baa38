import { ball, lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { mix } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintEven, paintRough } from '../textures/surfaces.ts';
import { flame, head, NECK, panes } from './lantern-head.ts';

export const streetLantern: DemoModel = {
  slug: 'street-lantern',
  title: 'Victorian Street Lantern',
  description:
    'A cast-iron street lantern of the gaslight age, 3.2 m high, with a fluted shaft, ladder rest and a glazed four-sided head. The flame glass glows, the panes are transparent. Made for old towns, parks and foggy scenes.',
  category: 'Lighting',
  subcategory: 'Street',
  tags: ['lantern', 'street', 'lamp post', 'cast iron', 'victorian', 'city', 'gaslight'],
  keywords: ['streetlight', 'london', 'park', 'outdoor', 'old town', 'glass'],
  priceUsd: 2,
  updatedAt: '2025-02-15T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'iron',
      paint: paintRough({ light: '#33403d', dark: '#1d2524', seed: 51 }),
      metallic: 0.6,
      roughness: 0.5,
    },
    {
      name: 'glass',
      paint: paintEven({ light: '#f4f1e4', dark: '#e4e4d6', seed: 52 }),
      metallic: 0,
      roughness: 0.08,
      opacity: 0.28,
      isThin: true,
    },
    {
      name: 'flame',
      paint: paintEven({ light: '#fff0c8', dark: '#ffdf9a', seed: 53 }),
      metallic: 0,
      roughness: 0.5,
      glow: [1, 0.78, 0.4],
    },
  ],
  shape: (detail) => [post(detail), head(detail), panes(), flame(detail)],
};

const FOOT: readonly Corner[] = [
  [0, 0],
  [0.2, 0, 0.01],
  [0.2, 0.09, 0.02],
  [0.165, 0.11, 0.01],
  [0.15, 0.45, 0.02],
  [0.165, 0.48, 0.012],
  [0.15, 0.52, 0.012],
  [0.1, 0.6, 0.03],
  [0.09, 0.66],
];

const SHOULDER: readonly Corner[] = [
  [0.052, 2.0],
  [0.075, 2.01, 0.01],
  [0.08, 2.04, 0.015],
  [0.055, 2.07, 0.01],
  [0.04, 2.3, 0.02],
  [0.07, 2.36, 0.015],
  [0.07, 2.39, 0.012],
  [0.05, NECK],
];

function post(detail: number): Part {
  const arc = refine(detail, 3, 0);
  const around = refine(detail, 32, 8);
  const foot = roundCorners(FOOT, arc);
  const neck = roundCorners(SHOULDER, arc);
  const rows = refine(detail, 6, 2);
  const shaft = Array.from(
    { length: rows + 1 },
    (_, row) => [mix(0.078, 0.05, row / rows), mix(0.66, 2.0, row / rows)] as const,
  );
  const fluted = lathe({
    runs: [shaft],
    around: refine(detail, 96, 12),
    tiles: [2, 6],
    shape: (radius, height, angle) => [
      detail < 0.6 ? radius : radius * (1 - 0.09 * Math.abs(Math.sin(6 * angle)) ** 0.7),
      height,
    ],
  });
  return part({
    name: 'post',
    material: 'iron',
    pieces: [
      lathe({ runs: [...foot], around, tiles: [3, 2] }),
      fluted,
      lathe({ runs: [...neck], around, tiles: [1, 2] }),
      ...ladderRest(detail),
    ],
  });
}

/** The bar under the head that the lamplighter leaned his ladder on. */
function ladderRest(detail: number): readonly Piece[] {
  return [-1, 1].flatMap((side) => [
    rod({
      from: [0, 2.18, 0],
      to: [side * 0.3, 2.18, 0],
      radius: [0.018, 0.012],
      around: refine(detail, 14, 5),
      caps: 'none',
    }),
    place(ball({ radius: 0.024, around: refine(detail, 16, 5), rows: refine(detail, 10, 4) }), {
      move: [side * 0.31, 2.18, 0],
    }),
  ]);
}
