import { lathe } from '../geometry/lathe.ts';
import { roundCorners, type Corner } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, refine, type Piece } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { ease, mix, type Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { paintEven, paintMetal, paintRough } from '../textures/surfaces.ts';
import { hexBody } from './hex-body.ts';

const RADIUS = 0.32;

export const alloyWheel: DemoModel = {
  slug: 'alloy-wheel',
  title: 'Alloy Wheel with Tyre',
  description:
    'A car wheel of 64 cm with a five-double-spoke alloy rim, grooved tyre, vented brake disc and caliper. It stands upright on the ground, its axle along Z. Tyre, rim and brake are separate, so a car rig can turn only what turns.',
  category: 'Vehicles',
  subcategory: 'Car Parts',
  tags: ['wheel', 'tyre', 'rim', 'alloy', 'car', 'brake', 'spokes', 'vehicle'],
  keywords: ['tire', 'automotive', 'rubber', 'racing', 'motor', 'garage'],
  priceUsd: 2,
  updatedAt: '2025-03-04T09:00:00Z',
  grain: 1e-5,
  materials: [
    { name: 'rubber', paint: paintRough({ light: '#2b2b2c', dark: '#1a1a1b', seed: 231 }), metallic: 0, roughness: 0.85 },
    { name: 'alloy', paint: paintEven({ light: '#c6c9cc', dark: '#b3b7bb', seed: 232 }), metallic: 0.95, roughness: 0.27 },
    { name: 'brake-steel', paint: paintMetal({ light: '#8f9397', dark: '#5e6266', seed: 233 }), metallic: 1, roughness: 0.38 },
    { name: 'caliper', paint: paintEven({ light: '#c4281d', dark: '#ab2016', seed: 234 }), metallic: 0.1, roughness: 0.35 },
  ],
  shape: (detail) => [
    part({ name: 'tyre', material: 'rubber', pieces: [tyre(detail), ...treads(detail)].map(stand) }),
    part({ name: 'rim', material: 'alloy', pieces: [rim(detail), hub(detail), ...spokes(detail)].map(stand) }),
    part({ name: 'brake-disc', material: 'brake-steel', pieces: [disc(detail), ...nuts(detail)].map(stand) }),
    part({ name: 'caliper', material: 'caliper', pieces: [stand(caliper(detail))] }),
  ],
};

/** Models lie about Y, face up; the finished wheel faces +Z. */
function stand(piece: Piece): Piece {
  return place(piece, { turn: [90, 0, 0], move: [0, RADIUS, 0] });
}

function tyre(detail: number): Piece {
  const grooves = (detail < 0.3 ? [] : [-0.045, 0, 0.045]).flatMap((y) => [
    [RADIUS - 0.001, y - 0.005] as const,
    [RADIUS - 0.009, y - 0.0035] as const,
    [RADIUS - 0.009, y + 0.0035] as const,
    [RADIUS - 0.001, y + 0.005] as const,
  ]);
  const runs = roundCorners(
    [
      [0.216, -0.075],
      [0.22, -0.092, 0.006],
      [0.245, -0.1, 0.02],
      [0.285, -0.104, 0.03],
      [RADIUS - 0.004, -0.085, 0.016],
      ...grooves,
      [RADIUS - 0.004, 0.085, 0.016],
      [0.285, 0.104, 0.03],
      [0.245, 0.1, 0.02],
      [0.22, 0.092, 0.006],
      [0.216, 0.075],
    ],
    refine(detail, 4, 0),
  );
  return lathe({ runs, around: refine(detail, 84, 13), tiles: [12, 3] });
}

/** Blocks on both shoulders. */
function treads(detail: number): readonly Piece[] {
  if (detail < 0.4) return [];
  const count = 54;
  const block = roundedBox({ size: [0.03, 0.032, 0.008], radius: 0.0015, bevel: refine(detail, 0.35, 0), tile: 0.1 });
  return Array.from({ length: count * 2 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const bent = warp(place(block, { move: [0, 0, RADIUS - 0.005] }), ([x, y, z]) => [x + side * 0.25 * y, side > 0 ? y + 0.072 : y - 0.072, z - 0.0032 * ease(Math.abs(y + side * 0.016), 0.004, 0.034)]);
    return place(bent, { turn: [0, (360 * (Math.floor(index / 2) + (side > 0 ? 0 : 0.5))) / count, 0] });
  });
}

function rim(detail: number): Piece {
  const runs = roundCorners(
    [
      [0.2, -0.085],
      [0.226, -0.096, 0.002],
      [0.2275, -0.0985, 0.001],
      [0.221, -0.1],
    ],
    refine(detail, 2, 0),
  );
  const front = roundCorners(
    [
      [0.219, 0.088],
      [0.2275, 0.0935, 0.002],
      [0.2285, 0.0985, 0.0018],
      [0.222, 0.1, 0.002],
      [0.213, 0.085, 0.008],
      [0.205, 0.055, 0.012],
      [0.19, 0.02, 0.02],
      [0.19, -0.05, 0.02],
      [0.207, -0.09, 0.012],
      [0.221, -0.1],
    ],
    refine(detail, 4, 0),
  );
  const around = refine(detail, 72, 13);
  const face = lathe({ runs: front, around, tiles: [6, 2] });
  return detail < 0.25 ? face : joinPieces([lathe({ runs, around }), face]);
}

function hub(detail: number): Piece {
  const runs = roundCorners(
    [
      [0.062, 0.0],
      [0.066, 0.045, 0.01],
      [0.052, 0.058, 0.006],
      [0.032, 0.054, 0.004],
      [0.03, 0.062, 0.003],
      [0, 0.066],
    ],
    refine(detail, 4, 0),
  );
  return lathe({ runs, around: refine(detail, 40, 8), tiles: [2, 1] });
}

function spokes(detail: number): readonly Piece[] {
  const [inner, outer] = [0.048, 0.212];
  const bar = roundedBox({
    size: [0.024, 0.034, 1],
    radius: 0.008,
    bevel: refine(detail, 2, 0),
    cuts: [1, 1, refine(detail, 12, 2)],
    tile: 0.3,
  });
  return Array.from({ length: 10 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    const spoke = warp(bar, ([x, y, z]) => {
      const t = z + 0.5;
      const reach = mix(inner, outer, t);
      const wide = mix(1.05, 0.82, ease(t, 0, 0.6)) + 0.5 * ease(t, 0.82, 1);
      const apart = side * mix(0.016, 0.034, t);
      return [x * wide + apart, y * mix(1, 0.85, t) + 0.032 + 0.012 * Math.sin(Math.PI * t * 0.9) + 0.022 * t * t, reach];
    });
    return place(spoke, { turn: [0, 72 * Math.floor(index / 2), 0] });
  });
}

function nuts(detail: number): readonly Piece[] {
  if (detail < 0.25) return [];
  const nut = hexBody({ acrossFlats: 0.019, height: 0.016, steps: refine(detail, 3, 1), arc: 1, isFlatBelow: true });
  return Array.from({ length: 5 }, (_, index) => {
    const angle = ((72 * index + 36) * Math.PI) / 180;
    const at: Vec3 = [0.045 * Math.sin(angle), 0.049, 0.045 * Math.cos(angle)];
    return place(nut, { move: at });
  });
}

function disc(detail: number): Piece {
  const plain: readonly Corner[] = [
    [0.05, -0.052],
    [0.155, -0.052],
    [0.155, -0.028],
    [0.085, -0.028],
    [0.05, 0],
  ];
  if (detail < 0.25) return lathe({ runs: roundCorners(plain, 0), around: refine(detail, 60, 10) });
  const runs = roundCorners(
    [
      [0.05, -0.052],
      [0.155, -0.052, 0.001],
      [0.155, -0.044, 0.001],
      [0.148, -0.043],
      [0.148, -0.037],
      [0.155, -0.036, 0.001],
      [0.155, -0.028, 0.001],
      [0.085, -0.028, 0.002],
      [0.082, 0.0, 0.004],
      [0.03, 0.0],
    ],
    refine(detail, 2, 0),
  );
  return lathe({ runs, around: refine(detail, 60, 10), tiles: [1, 8] });
}

function caliper(detail: number): Piece {
  const block = roundedBox({
    size: [1, 0.06, 0.058],
    radius: 0.012,
    bevel: refine(detail, 3, 0),
    cuts: [refine(detail, 8, 3), 1, 1],
    tile: 0.2,
  });
  return warp(place(block, { scale: [1, 1, 1] }), ([x, y, z]) => {
    const angle = 1.15 * x + 1.9;
    const radius = 0.139 + z;
    return [-radius * Math.cos(angle), y - 0.03, radius * Math.sin(angle)];
  });
}
