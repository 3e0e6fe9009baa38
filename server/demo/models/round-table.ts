import { lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners, spline, splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { refine } from '../geometry/piece.ts';
import { repeatAround } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import type { Vec2 } from '../geometry/vector.ts';
import { mix } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintMetal, paintWood } from '../textures/surfaces.ts';

export const roundTable: DemoModel = {
  slug: 'round-table',
  title: 'Round Pedestal Table',
  description:
    'A round pedestal table of walnut, 110 cm wide and 75 cm high, on a turned column with four curved feet. Brass collar and toe caps catch the light. Made for dining rooms, cafés and period interiors.',
  category: 'Furniture',
  subcategory: 'Tables',
  tags: ['table', 'round', 'walnut', 'pedestal', 'brass', 'interior', 'dining'],
  keywords: ['desk', 'cafe table', 'turned wood', 'antique', 'room', 'victorian'],
  priceUsd: 1,
  updatedAt: '2025-02-12T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'walnut',
      paint: paintWood({ light: '#8a5a38', dark: '#4a2a17', seed: 21 }),
      metallic: 0,
      roughness: 0.38,
      pixels: 512,
    },
    {
      name: 'brass',
      paint: paintMetal({ light: '#dcb866', dark: '#b08a3c', seed: 22 }),
      metallic: 1,
      roughness: 0.28,
    },
  ],
  shape: (detail) => [top(detail), column(detail), feet(detail), fittings(detail)],
};

function top(detail: number): Part {
  const arc = refine(detail, 4, 0);
  const runs = roundCorners(
    [
      [0, 0.718],
      [0.5, 0.718, 0.004],
      [0.515, 0.724, 0.01],
      [0.535, 0.726],
      [0.55, 0.732, 0.006],
      [0.55, 0.744, 0.006],
      [0.535, 0.75],
      [0.53, 0.752, 0.001],
      [0, 0.752],
    ],
    arc,
  );
  const disc = lathe({ runs, around: refine(detail, 72, 18), tiles: [3, 1] });
  const planks = { ...disc, emit: flattenUv(disc) };
  return part({ name: 'top', material: 'walnut', pieces: [planks] });
}

/** Lays the texture flat over the top, so that its grain runs across like boards. */
function flattenUv(disc: ReturnType<typeof lathe>): typeof disc.emit {
  return (sink) =>
    disc.emit({
      ...sink,
      addVertex: (position, normal) =>
        sink.addVertex(position, normal, [position[0] / 0.6 + 0.5, position[2] / 1.2 + 0.5 + position[1]]),
    });
}

const BALUSTER: readonly Vec2[] = [
  [0.055, 0.16],
  [0.062, 0.22],
  [0.085, 0.29],
  [0.078, 0.37],
  [0.045, 0.45],
  [0.036, 0.53],
  [0.042, 0.6],
];

const SOCKET: readonly Corner[] = [
  [0, 0.085],
  [0.05, 0.085, 0.008],
  [0.068, 0.11, 0.01],
  [0.068, 0.15, 0.01],
  [0.055, 0.16],
];

const NECK: readonly Corner[] = [
  [0.05, 0.63],
  [0.06, 0.64, 0.006],
  [0.06, 0.665, 0.008],
  [0.12, 0.7, 0.02],
  [0.22, 0.706],
  [0.22, 0.72],
];

function column(detail: number): Part {
  const steps = refine(detail, 30, 6);
  const body = spline(BALUSTER, steps);
  const arc = refine(detail, 3, 0);
  const foot = roundCorners(SOCKET, arc);
  const neck = roundCorners(NECK, arc);
  const around = refine(detail, 36, 8);
  return part({
    name: 'column',
    material: 'walnut',
    pieces: [lathe({ runs: [...foot, body, ...neck], around, tiles: [1, 2] })],
  });
}

function feet(detail: number): Part {
  const path = splinePath([
    [0.03, 0.14, 0],
    [0.12, 0.165, 0],
    [0.22, 0.13, 0],
    [0.3, 0.06, 0],
    [0.38, 0.03, 0],
    [0.43, 0.032, 0],
  ]);
  const foot = sweep({
    path,
    along: refine(detail, 22, 4),
    around: refine(detail, 16, 4),
    radius: (t) => mix(0.036, 0.02, t),
    section: (angle) => {
      const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
      return [
        1.15 * Math.sign(cosine) * Math.abs(cosine) ** 0.75,
        0.8 * Math.sign(sine) * Math.abs(sine) ** 0.75,
      ];
    },
    side: [0, 1, 0],
    tiles: [1, 1],
  });
  return part({ name: 'feet', material: 'walnut', pieces: repeatAround(4, () => foot) });
}

function fittings(detail: number): Part {
  const arc = refine(detail, 3, 0);
  const collar = lathe({
    runs: roundCorners(
      [
        [0.042, 0.6],
        [0.052, 0.602, 0.002],
        [0.056, 0.615, 0.006],
        [0.052, 0.628, 0.002],
        [0.042, 0.632],
      ],
      arc,
    ),
    around: refine(detail, 36, 8),
    tiles: [4, 0.3],
  });
  const toe = sweep({
    path: (t) => [mix(0.405, 0.445, t), 0.0255, 0],
    along: 2,
    around: refine(detail, 16, 5),
    radius: (t) => mix(0.0255, 0.024, t),
    caps: 'round',
  });
  return part({ name: 'fittings', material: 'brass', pieces: [collar, ...repeatAround(4, () => toe)] });
}
