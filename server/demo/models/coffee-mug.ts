import { lathe } from '../geometry/lathe.ts';
import { roundCorners, splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { sweep } from '../geometry/sweep.ts';
import type { DemoModel } from '../model.ts';
import { paintEven, paintSpeckled } from '../textures/surfaces.ts';

export const coffeeMug: DemoModel = {
  slug: 'coffee-mug',
  title: 'Coffee Mug',
  description:
    'A speckled stoneware mug on its saucer, filled with coffee. Rounded lip, pulled handle and a foot ring, with real wall thickness inside. Sized for a 30 cl cup; the coffee is a part of its own and can be removed.',
  category: 'Kitchen',
  subcategory: 'Tableware',
  tags: ['mug', 'coffee', 'cup', 'ceramic', 'saucer', 'breakfast', 'drink'],
  keywords: ['tea', 'stoneware', 'cafe', 'kitchen', 'pottery', 'handle'],
  priceUsd: 0,
  updatedAt: '2025-02-24T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'stoneware',
      paint: paintSpeckled({ light: '#e9e2d2', dark: '#5b4a3b', seed: 151 }),
      metallic: 0,
      roughness: 0.32,
      pixels: 512,
    },
    {
      name: 'glaze',
      paint: paintSpeckled({ light: '#4f7d86', dark: '#2c4d55', seed: 152 }),
      metallic: 0,
      roughness: 0.22,
    },
    {
      name: 'coffee',
      paint: paintEven({ light: '#4a2a16', dark: '#38200f', seed: 153 }),
      metallic: 0,
      roughness: 0.12,
    },
  ],
  shape: (detail) => [
    part({ name: 'mug', material: 'stoneware', pieces: [bowl(detail), handle(detail)] }),
    part({ name: 'saucer', material: 'glaze', pieces: [saucer(detail)] }),
    part({ name: 'coffee', material: 'coffee', pieces: [coffee(detail)] }),
  ],
};

const BASE = 0.0085;

function bowl(detail: number): Piece {
  const runs = roundCorners(
    [
      [0, BASE + 0.002],
      [0.022, BASE + 0.002, 0.001],
      [0.023, BASE, 0.001],
      [0.028, BASE, 0.002],
      [0.039, BASE + 0.012, 0.012],
      [0.0405, BASE + 0.09, 0.0022],
      [0.0362, BASE + 0.09, 0.0018],
      [0.035, BASE + 0.01, 0.012],
      [0, BASE + 0.007],
    ],
    refine(detail, 6, 0),
  );
  return lathe({ runs, around: refine(detail, 60, 12), tiles: [3, 3] });
}

function handle(detail: number): Piece {
  return sweep({
    path: splinePath([
      [0.037, BASE + 0.074, 0],
      [0.052, BASE + 0.079, 0],
      [0.068, BASE + 0.068, 0],
      [0.0705, BASE + 0.047, 0],
      [0.061, BASE + 0.028, 0],
      [0.036, BASE + 0.017, 0],
    ]),
    along: refine(detail, 30, 6),
    around: refine(detail, 16, 5),
    radius: (t) => 0.0052 + 0.0035 * (2 * t - 1) ** 6,
    section: (angle) => [0.8 * Math.cos(angle), 1.35 * Math.sin(angle)],
    side: [0, 1, 0],
    caps: 'none',
    tiles: [0.4, 1.5],
  });
}

function saucer(detail: number): Piece {
  const runs = roundCorners(
    [
      [0, 0.002],
      [0.034, 0.002, 0.001],
      [0.035, 0, 0.001],
      [0.041, 0, 0.003],
      [0.078, 0.014, 0.03],
      [0.0815, 0.0185, 0.0018],
      [0.079, 0.0195, 0.0012],
      [0.045, 0.009, 0.03],
      [0.033, 0.0085, 0.002],
      [0.031, 0.007, 0.002],
      [0, 0.0068],
    ],
    refine(detail, 5, 0),
  );
  return lathe({ runs, around: refine(detail, 56, 12), tiles: [3, 2] });
}

function coffee(detail: number): Piece {
  const level = BASE + 0.074;
  const rows = refine(detail, 3, 1);
  const run = Array.from(
    { length: rows + 1 },
    (_, row) => [0.0364 * (1 - row / rows), level + (row === 0 ? 0.0006 : 0)] as const,
  );
  return lathe({ runs: [run], around: refine(detail, 60, 12) });
}
