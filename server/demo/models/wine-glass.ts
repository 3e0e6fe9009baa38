import { lathe } from '../geometry/lathe.ts';
import { roundCorners, spline } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import type { Vec2 } from '../geometry/vector.ts';
import type { DemoModel } from '../model.ts';
import { paintEven } from '../textures/surfaces.ts';

export const wineGlass: DemoModel = {
  slug: 'wine-glass',
  title: 'Wine Glass',
  description:
    'A tall red-wine glass, 22 cm high, with a drawn stem, thin rim and a third of a glass of wine. The wall has an inside and an outside, so refraction renders correctly. Glass and wine are separate transparent materials.',
  category: 'Kitchen',
  subcategory: 'Glassware',
  tags: ['wine', 'glass', 'drink', 'transparent', 'stemware', 'restaurant', 'table'],
  keywords: ['red wine', 'goblet', 'bar', 'dinner', 'crystal', 'tableware'],
  priceUsd: 1,
  updatedAt: '2025-02-25T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'glass',
      paint: paintEven({ light: '#dfe9e8', dark: '#cddbdb', seed: 161 }),
      metallic: 0,
      roughness: 0.03,
      opacity: 0.3,
    },
    {
      name: 'wine',
      paint: paintEven({ light: '#6d0f22', dark: '#4e0816', seed: 162 }),
      metallic: 0,
      roughness: 0.06,
      opacity: 0.9,
    },
  ],
  shape: (detail) => [
    part({ name: 'wine', material: 'wine', pieces: [wine(detail)] }),
    part({ name: 'glass', material: 'glass', pieces: [glass(detail)] }),
  ],
};

const BOWL: readonly Vec2[] = [
  [0.0075, 0.1],
  [0.024, 0.1065],
  [0.038, 0.123],
  [0.0435, 0.146],
  [0.0415, 0.175],
  [0.0365, 0.2],
  [0.033, 0.22],
];

function glass(detail: number): Piece {
  const foot = roundCorners(
    [
      [0, 0.0006],
      [0.0375, 0, 0.0008],
      [0.0378, 0.0016, 0.0006],
      [0.018, 0.0042],
    ],
    refine(detail, 4, 0),
  );
  const stem: readonly Vec2[] = [
    [0.018, 0.0042],
    [0.0085, 0.0085],
    [0.0048, 0.022],
    [0.0036, 0.05],
    [0.004, 0.085],
    [0.0075, 0.1],
  ];
  const steps = refine(detail, 30, 5);
  const outside = [...spline(stem, steps), ...spline(BOWL, steps).slice(1)];
  const lip = Array.from({ length: refine(detail, 4, 1) }, (_, step): Vec2 => {
    const angle = (Math.PI * (step + 1)) / (refine(detail, 4, 1) + 1);
    return [0.0325 + 0.0005 * Math.cos(angle), 0.22 + 0.0005 * Math.sin(angle)];
  });
  const inner = spline(inset(0.001), steps).toReversed();
  const runs = [...foot.slice(0, -1), [...(foot.at(-1) ?? []), ...outside.slice(1), ...lip, ...inner]];
  return lathe({ runs, around: refine(detail, 60, 14) });
}

function inset(by: number): readonly Vec2[] {
  return BOWL.map(([radius, height], index) => [
    index === 0 ? 0 : radius - by,
    index < 2 ? height + 0.003 : height,
  ]);
}

function wine(detail: number): Piece {
  const steps = refine(detail, 20, 5);
  const level = 0.148;
  const wall = spline(inset(0.0013), steps * 2).filter(([, height]) => height < level);
  const edge = wall.at(-1)?.[0] ?? 0.04;
  const surface: readonly Vec2[] = [
    [edge, level],
    [edge * 0.97, level - 0.0007],
    [edge * 0.5, level - 0.0008],
    [0, level - 0.0008],
  ];
  return lathe({ runs: [[...wall, [edge, level]], surface], around: refine(detail, 60, 14) });
}
