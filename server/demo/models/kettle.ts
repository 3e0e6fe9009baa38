import { ball, lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners, spline, splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import type { Vec2 } from '../geometry/vector.ts';
import { mix } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintEven, paintMetal, paintWood } from '../textures/surfaces.ts';

export const kettle: DemoModel = {
  slug: 'enamel-kettle',
  title: 'Enamel Kettle',
  description:
    'A stove-top kettle in sea-green enamel with a swan-neck spout, steel fittings and a turned beech grip. Lid and knob are separate from the body. Sits well on a hob, a campfire or a breakfast table; holds about two litres.',
  category: 'Kitchen',
  subcategory: 'Cookware',
  tags: ['kettle', 'teapot', 'enamel', 'kitchen', 'stove', 'spout', 'tea', 'retro'],
  keywords: ['hot water', 'cookware', 'handle', 'lid', 'farmhouse', 'camping'],
  priceUsd: 1,
  updatedAt: '2025-02-26T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'enamel',
      paint: paintEven({ light: '#5fa596', dark: '#4d9081', seed: 171 }),
      metallic: 0,
      roughness: 0.18,
    },
    {
      name: 'steel',
      paint: paintMetal({ light: '#e2e3e3', dark: '#b9bcbe', seed: 172 }),
      metallic: 1,
      roughness: 0.2,
    },
    {
      name: 'beech',
      paint: paintWood({ light: '#b57b48', dark: '#7c4c27', seed: 173 }),
      metallic: 0,
      roughness: 0.5,
    },
  ],
  shape: (detail) => [body(detail), lid(detail), handle(detail), grip(detail)],
};

const FOOT: readonly Corner[] = [
  [0, 0.003],
  [0.088, 0.003, 0.002],
  [0.092, 0, 0.002],
  [0.1, 0.002, 0.004],
  [0.107, 0.02],
];

const SIDE: readonly Vec2[] = [
  [0.107, 0.02],
  [0.113, 0.045],
  [0.109, 0.078],
  [0.092, 0.112],
  [0.066, 0.134],
  [0.054, 0.139],
];

const RIM: readonly Corner[] = [
  [0.054, 0.139],
  [0.053, 0.1435, 0.0015],
  [0.0495, 0.1435, 0.0012],
  [0.0485, 0.13],
];

function body(detail: number): Part {
  const foot = roundCorners(FOOT, refine(detail, 4, 0));
  const side = spline(SIDE, refine(detail, 26, 5));
  const rim = roundCorners(RIM, refine(detail, 3, 0));
  const pot = lathe({
    runs: [...foot.slice(0, -1), [...(foot.at(-1) ?? []), ...side.slice(1)], ...rim],
    around: refine(detail, 60, 12),
    tiles: [2, 2],
  });
  return part({ name: 'body', material: 'enamel', pieces: [pot, ...spout(detail)] });
}

function spout(detail: number): readonly Piece[] {
  const neck = sweep({
    path: splinePath([
      [0.085, 0.055, 0],
      [0.118, 0.066, 0],
      [0.14, 0.096, 0],
      [0.154, 0.128, 0],
      [0.176, 0.143, 0],
    ]),
    along: refine(detail, 26, 5),
    around: refine(detail, 26, 7),
    radius: (t) => mix(0.028, 0.0125, t ** 0.75) + 0.003 * t ** 8,
    section: (angle, t) => [mix(1.25, 0.95, t) * Math.cos(angle), Math.sin(angle)],
    side: [0, 1, 0],
    caps: 'none',
  });
  const inside = sweep({
    path: (t) => [mix(0.1765, 0.158, t), mix(0.1432, 0.13, t), 0],
    along: 2,
    around: refine(detail, 26, 7),
    radius: (t) => mix(0.0153, 0.0095, t),
    side: [0, 1, 0],
    caps: 'flat',
  });
  return [neck, turnInside(inside)];
}

/** The same sheet seen from its other side. */
function turnInside(piece: Piece): Piece {
  return {
    triangles: piece.triangles,
    emit: (sink) =>
      piece.emit({
        addVertex: (position, [x, y, z], uv) => sink.addVertex(position, [-x, -y, -z], uv),
        addTriangle: (a, b, c) => sink.addTriangle(a, c, b),
      }),
  };
}

function lid(detail: number): Part {
  const runs = roundCorners(
    [
      [0, 0.137],
      [0.0475, 0.137, 0.001],
      [0.052, 0.144, 0.001],
      [0.0515, 0.147, 0.0015],
      [0.036, 0.158, 0.03],
      [0, 0.164],
    ],
    refine(detail, 5, 0),
  );
  const dome = lathe({ runs, around: refine(detail, 48, 12) });
  return part({ name: 'lid', material: 'enamel', pieces: [dome] });
}

function handle(detail: number): Part {
  const arch = sweep({
    path: (t) => {
      const angle = mix(0.045, 0.955, t) * Math.PI;
      return [0.088 * Math.cos(angle), 0.118 + 0.128 * Math.sin(angle) ** 0.8, 0];
    },
    along: refine(detail, 40, 12),
    around: refine(detail, 12, 4),
    radius: 0.0042,
    section: (angle) => [0.8 * Math.cos(angle), 1.5 * Math.sin(angle)],
    side: [1, 0, 0],
    tiles: [1, 6],
  });
  const lugs = [-1, 1].map((side) => {
    const lug = ball({ radius: 0.011, around: refine(detail, 18, 6), rows: refine(detail, 10, 4) });
    return place(lug, { scale: [0.75, 1.15, 1], turn: [0, 0, side * 35], move: [side * 0.0865, 0.123, 0] });
  });
  const neck = lathe({
    runs: roundCorners(
      [
        [0.012, 0.161],
        [0.009, 0.166, 0.003],
        [0.007, 0.171],
      ],
      refine(detail, 3, 0),
    ),
    around: refine(detail, 24, 8),
  });
  return part({ name: 'fittings', material: 'steel', pieces: [arch, ...lugs, neck] });
}

function grip(detail: number): Part {
  const bar = sweep({
    path: (t) => {
      const angle = mix(0.3, 0.7, t) * Math.PI;
      return [0.088 * Math.cos(angle), 0.118 + 0.128 * Math.sin(angle) ** 0.8, 0];
    },
    along: refine(detail, 22, 6),
    around: refine(detail, 20, 6),
    radius: (t) => 0.0098 + 0.0022 * Math.sin(Math.PI * t),
    side: [0, 1, 0],
    caps: 'round',
    tiles: [0.5, 1],
  });
  const knob = lathe({
    runs: roundCorners(
      [
        [0.006, 0.169],
        [0.0125, 0.173, 0.004],
        [0.0145, 0.182, 0.006],
        [0.009, 0.19, 0.006],
        [0, 0.191],
      ],
      refine(detail, 4, 0),
    ),
    around: refine(detail, 24, 8),
    tiles: [1, 1],
  });
  return part({ name: 'grip', material: 'beech', pieces: [bar, knob] });
}
