import { ball, lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { refine, type Piece } from '../geometry/piece.ts';
import { place, repeatAround } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { mix } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintEven, paintRough } from '../textures/surfaces.ts';

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
    { name: 'iron', paint: paintRough({ light: '#33403d', dark: '#1d2524', seed: 51 }), metallic: 0.6, roughness: 0.5 },
    { name: 'glass', paint: paintEven({ light: '#f4f1e4', dark: '#e4e4d6', seed: 52 }), metallic: 0, roughness: 0.08, opacity: 0.28, isThin: true },
    { name: 'flame', paint: paintEven({ light: '#fff0c8', dark: '#ffdf9a', seed: 53 }), metallic: 0, roughness: 0.5, glow: [1, 0.78, 0.4] },
  ],
  shape: (detail) => [post(detail), head(detail), panes(), flame(detail)],
};

const NECK = 2.42;

function post(detail: number): Part {
  const arc = refine(detail, 3, 0);
  const around = refine(detail, 32, 8);
  const foot = roundCorners(
    [
      [0, 0],
      [0.2, 0, 0.01],
      [0.2, 0.09, 0.02],
      [0.165, 0.11, 0.01],
      [0.15, 0.45, 0.02],
      [0.165, 0.48, 0.012],
      [0.15, 0.52, 0.012],
      [0.1, 0.6, 0.03],
      [0.09, 0.66],
    ],
    arc,
  );
  const neck = roundCorners(
    [
      [0.052, 2.0],
      [0.075, 2.01, 0.01],
      [0.08, 2.04, 0.015],
      [0.055, 2.07, 0.01],
      [0.04, 2.3, 0.02],
      [0.07, 2.36, 0.015],
      [0.07, 2.39, 0.012],
      [0.05, NECK],
    ],
    arc,
  );
  const rows = refine(detail, 6, 2);
  const shaft = Array.from({ length: rows + 1 }, (_, row) => [mix(0.078, 0.05, row / rows), mix(0.66, 2.0, row / rows)] as const);
  const fluted = lathe({
    runs: [shaft],
    around: refine(detail, 96, 12),
    tiles: [2, 6],
    shape: (radius, height, angle) => [detail < 0.6 ? radius : radius * (1 - 0.09 * Math.abs(Math.sin(6 * angle)) ** 0.7), height],
  });
  const rest = [-1, 1].flatMap((side) => [
    rod({ from: [0, 2.18, 0], to: [side * 0.3, 2.18, 0], radius: [0.018, 0.012], around: refine(detail, 14, 5), caps: 'none' }),
    place(ball({ radius: 0.024, around: refine(detail, 16, 5), rows: refine(detail, 10, 4) }), { move: [side * 0.31, 2.18, 0] }),
  ]);
  return part({ name: 'post', material: 'iron', pieces: [lathe({ runs: [...foot], around, tiles: [3, 2] }), fluted, lathe({ runs: [...neck], around, tiles: [1, 2] }), ...rest] });
}

/** Half width of the lantern's head at this height. */
function flare(y: number): number {
  return mix(0.11, 0.19, (y - NECK) / 0.46);
}

function head(detail: number): Part {
  const bevel = refine(detail, 1.2, 0);
  const bar = warp(place(roundedBox({ size: [0.022, 0.44, 0.022], radius: 0.004, bevel }), { move: [0, NECK + 0.24, 0] }), ([x, y, z]) => [x + flare(y), y, z + flare(y)]);
  const ring = (y: number): Piece =>
    place(roundedBox({ size: [2 * flare(y) + 0.03, 0.024, 0.028], radius: 0.004, bevel }), { move: [0, y, flare(y)] });
  const roof = (low: number, high: number): Piece =>
    lathe({
      runs: roundCorners([[0, low], [0.31, low, 0.008], [0.31, low + 0.02, 0.006], [0.2, low + 0.07, 0.08], [0.09, high]], refine(detail, 4, 0)),
      around: 4,
      tiles: [4, 1],
    });
  const smooth = place(roof(NECK + 0.46, NECK + 0.6), { turn: [0, 45, 0] });
  const cap = lathe({
    runs: roundCorners(
      [[0.075, NECK + 0.59], [0.1, NECK + 0.6, 0.01], [0.1, NECK + 0.65, 0.01], [0.06, NECK + 0.69, 0.02], [0.02, NECK + 0.71, 0.01], [0.016, NECK + 0.73, 0.005], [0.03, NECK + 0.75, 0.012], [0, NECK + 0.8]],
      refine(detail, 3, 0),
    ),
    around: refine(detail, 28, 8),
  });
  const floor = place(roundedBox({ size: [0.26, 0.03, 0.26], radius: 0.008, bevel }), { move: [0, NECK + 0.012, 0] });
  return part({
    name: 'head',
    material: 'iron',
    pieces: [...repeatAround(4, () => bar), ...repeatAround(4, () => ring(NECK + 0.035)), ...repeatAround(4, () => ring(NECK + 0.45)), smooth, cap, floor],
  });
}

function panes(): Part {
  const pane = warp(place(roundedBox({ size: [1, 0.42, 0.004], bevel: 0, tile: 0.5 }), { move: [0, NECK + 0.242, 0] }), ([x, y, z]) => [
    x * (2 * flare(y) - 0.02),
    y,
    z + flare(y),
  ]);
  return part({ name: 'panes', material: 'glass', pieces: repeatAround(4, () => pane) });
}

function flame(detail: number): Part {
  const runs = roundCorners([[0, NECK + 0.03], [0.035, NECK + 0.03, 0.004], [0.035, NECK + 0.09, 0.01], [0.06, NECK + 0.16, 0.04], [0.04, NECK + 0.27, 0.04], [0, NECK + 0.3]], refine(detail, 4, 0));
  return part({ name: 'flame', material: 'flame', pieces: [lathe({ runs, around: refine(detail, 20, 6) })] });
}
