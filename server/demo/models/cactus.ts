import { grid } from '../geometry/grid.ts';
import { lathe } from '../geometry/lathe.ts';
import { splinePath } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place, repeatAround } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { sweep } from '../geometry/sweep.ts';
import { add, cross, ease, mix, normalize, scale, subtract, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintStriped } from '../textures/nature.ts';
import { paintEven, paintRough } from '../textures/surfaces.ts';
import { flowerPot, potSoil } from './flower-pot.ts';

export const cactus: DemoModel = {
  slug: 'saguaro-cactus',
  title: 'Saguaro Cactus',
  description:
    'A potted saguaro with two raised arms, deep ribs and pale spines along every ridge, crowned with a pink flower. Spines and flower are separate parts and can be hidden. Half a metre high with its glazed pot.',
  category: 'Nature',
  subcategory: 'Plants',
  tags: ['cactus', 'saguaro', 'plant', 'desert', 'pot', 'spines', 'flower'],
  keywords: ['succulent', 'houseplant', 'western', 'mexico', 'botany', 'green'],
  priceUsd: 1,
  updatedAt: '2025-02-17T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'skin',
      paint: paintStriped({ light: '#7da35c', dark: '#3d6b3a', seed: 71 }, 1),
      metallic: 0,
      roughness: 0.62,
    },
    {
      name: 'spines',
      paint: paintEven({ light: '#f0e3bf', dark: '#d9c590', seed: 72 }),
      metallic: 0,
      roughness: 0.6,
    },
    {
      name: 'glaze',
      paint: paintEven({ light: '#3e7f8c', dark: '#2f6673', seed: 73 }),
      metallic: 0,
      roughness: 0.3,
    },
    {
      name: 'soil',
      paint: paintRough({ light: '#c3a680', dark: '#8d7050', seed: 74 }),
      metallic: 0,
      roughness: 1,
    },
    {
      name: 'petal',
      paint: paintEven({ light: '#e86a9a', dark: '#c63f78', seed: 75 }),
      metallic: 0,
      roughness: 0.6,
      isThin: true,
    },
  ],
  shape: (detail) => {
    const pot = { radius: 0.09, height: 0.13, detail };
    return [
      part({ name: 'body', material: 'skin', pieces: LIMBS.map((limb) => skin(limb, detail)) }),
      part({ name: 'spines', material: 'spines', pieces: LIMBS.flatMap((limb) => listSpines(limb, detail)) }),
      part({ name: 'pot', material: 'glaze', pieces: [flowerPot(pot)] }),
      part({ name: 'soil', material: 'soil', pieces: [potSoil(pot)] }),
      flower(detail),
    ];
  },
};

type Limb = {
  readonly path: (t: number) => Vec3;
  readonly radius: number;
  readonly ribs: number;
  readonly share: number;
};

const LIMBS: readonly Limb[] = [
  {
    path: splinePath([
      [0, 0.1, 0],
      [0.004, 0.22, 0],
      [-0.003, 0.36, 0],
      [0, 0.475, 0],
    ]),
    radius: 0.05,
    ribs: 12,
    share: 1,
  },
  {
    path: splinePath([
      [0.02, 0.24, 0],
      [0.075, 0.232, 0],
      [0.118, 0.262, 0.004],
      [0.128, 0.32, 0.006],
      [0.124, 0.395, 0.004],
    ]),
    radius: 0.028,
    ribs: 9,
    share: 0.6,
  },
  {
    path: splinePath([
      [-0.02, 0.19, 0],
      [-0.072, 0.186, -0.005],
      [-0.104, 0.21, -0.012],
      [-0.112, 0.255, -0.016],
      [-0.11, 0.305, -0.016],
    ]),
    radius: 0.025,
    ribs: 9,
    share: 0.5,
  },
];

function girth({ radius }: Limb, t: number): number {
  const top = Math.sqrt(Math.max(0, 1 - ease(t, 0.8, 1.02) ** 2));
  return radius * mix(0.9, 1, ease(t, 0, 0.35)) * top;
}

function rib(limb: Limb, angle: number): number {
  return 1 - 0.16 * Math.abs(Math.sin((limb.ribs * angle) / 2)) ** 1.3;
}

function skin(limb: Limb, detail: number): Piece {
  return sweep({
    path: limb.path,
    along: refine(detail, 26 * limb.share, 7),
    around: limb.ribs * refine(detail, 5, 1),
    radius: (t) => girth(limb, t),
    section: (angle) => {
      const reach = detail < 0.5 ? 0.92 : rib(limb, angle);
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    },
    side: [0, 0, 1],
    caps: 'flat',
    tiles: [limb.ribs, 1],
  });
}

function listSpines(limb: Limb, detail: number): readonly Piece[] {
  const rows = Math.round(Math.min(34, refine(detail, 15, 2)) * (0.4 + 0.6 * limb.share));
  const ribs = detail < 0.5 ? Math.ceil(limb.ribs / 2) : limb.ribs;
  return Array.from({ length: rows * ribs }, (_, index) => {
    const row = Math.floor(index / ribs);
    const t = mix(0.16, 0.95, (row + 0.5) / rows);
    const forward = normalize(subtract(limb.path(Math.min(1, t + 0.02)), limb.path(t - 0.02)));
    const side = normalize(subtract([0, 0, 1], scale(forward, forward[2])));
    const angle = (2 * Math.PI * (index % ribs)) / ribs;
    const out = add(scale(side, Math.cos(angle)), scale(cross(forward, side), Math.sin(angle)));
    const foot = add(limb.path(t), scale(out, girth(limb, t) * 0.97));
    const count = detail > 0.9 ? [-1, 0, 1] : [0];
    return count.map((lean) => {
      const tip = add(
        add(scale(out, 0.012), scale(forward, 0.003 + 0.005 * lean)),
        scale(cross(forward, out), 0.006 * lean),
      );
      return rod({ from: foot, to: add(foot, tip), radius: [0.0007, 0], around: 3, caps: 'none' });
    });
  }).flat();
}

function flower(detail: number): Part {
  const rows = refine(detail, 5, 2);
  const petal = grid({
    columns: 2,
    rows,
    point: (column, row) => {
      const v = row / rows;
      const width = 0.009 * Math.sin(Math.PI * (0.08 + 0.9 * v) ** 0.9);
      const x = (column - 1) * (row === rows ? 0 : width);
      return [x, 0.004 + 0.02 * v - 0.012 * v ** 3 + 0.002 * (column === 1 ? 0 : v), 0.004 + 0.024 * v];
    },
  });
  const ring = (count: number, turn: number, tilt: number): readonly Piece[] =>
    repeatAround(count, () => place(petal, { turn: [tilt, turn, 0] }));
  const heart = lathe({
    runs: [
      [
        [0.006, 0],
        [0.006, 0.006],
        [0, 0.009],
      ],
    ],
    around: refine(detail, 12, 5),
  });
  const petals = [...ring(9, 0, 0), ...(detail < 0.5 ? [] : ring(9, 20, -28)), heart];
  return part({
    name: 'flower',
    material: 'petal',
    pieces: petals.map((piece) => place(piece, { move: [0, 0.472, 0] })),
  });
}
