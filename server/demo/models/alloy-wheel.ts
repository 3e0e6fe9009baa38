import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { ease, mix } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { paintEven, paintMetal, paintRough } from '../textures/surfaces.ts';
import { caliper, disc, nuts } from './car-brake.ts';
import { RADIUS, treads, tyre } from './car-tyre.ts';

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
    {
      name: 'rubber',
      paint: paintRough({ light: '#262627', dark: '#1f1f20', seed: 231 }),
      metallic: 0,
      roughness: 0.85,
    },
    {
      name: 'alloy',
      paint: paintEven({ light: '#c6c9cc', dark: '#b3b7bb', seed: 232 }),
      metallic: 0.95,
      roughness: 0.27,
    },
    {
      name: 'brake-steel',
      paint: paintMetal({ light: '#8f9397', dark: '#5e6266', seed: 233 }),
      metallic: 1,
      roughness: 0.38,
    },
    {
      name: 'caliper',
      paint: paintEven({ light: '#c4281d', dark: '#ab2016', seed: 234 }),
      metallic: 0.1,
      roughness: 0.35,
    },
  ],
  shape: (detail) => [
    part({ name: 'tyre', material: 'rubber', pieces: [tyre(detail), ...treads(detail)].map(stand) }),
    part({
      name: 'rim',
      material: 'alloy',
      pieces: [rim(detail), hub(detail), ...spokes(detail)].map(stand),
    }),
    part({ name: 'brake-disc', material: 'brake-steel', pieces: [disc(detail), ...nuts(detail)].map(stand) }),
    part({ name: 'caliper', material: 'caliper', pieces: [stand(caliper(detail))] }),
  ],
};

/** Models lie about Y, face up; the finished wheel faces +Z. */
function stand(piece: Piece): Piece {
  return place(piece, { turn: [90, 0, 0], move: [0, RADIUS, 0] });
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
      return [
        x * wide + apart,
        y * mix(1, 0.85, t) + 0.032 + 0.012 * Math.sin(Math.PI * t * 0.9) + 0.022 * t * t,
        reach,
      ];
    });
    return place(spoke, { turn: [0, 72 * Math.floor(index / 2), 0] });
  });
}
