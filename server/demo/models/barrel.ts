import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place, repeatAround } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { clamp, mix, type Vec2 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { paintRough, paintWood } from '../textures/surfaces.ts';

const [STAVES, HEIGHT, THICK] = [20, 0.9, 0.026];
const HOOPS = [0.045, 0.17, 0.3, 0.6, 0.73, 0.855];

export const barrel: DemoModel = {
  slug: 'oak-barrel',
  title: 'Oak Barrel',
  description:
    'A cooper-made oak barrel of 200 litres with 20 bulged staves, six riveted iron hoops, recessed heads and a bung. Every stave is a bevelled board with its own grain. For cellars, harbours, taverns and stage sets.',
  category: 'Props',
  subcategory: 'Containers',
  tags: ['barrel', 'oak', 'wood', 'cask', 'iron', 'tavern', 'medieval', 'wine'],
  keywords: ['keg', 'cooper', 'storage', 'pirate', 'cellar', 'harbour', 'whisky'],
  priceUsd: 1,
  updatedAt: '2025-03-02T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'oak',
      paint: paintWood({ light: '#a97a4a', dark: '#6a4424', seed: 211 }),
      metallic: 0,
      roughness: 0.7,
      pixels: 512,
    },
    {
      name: 'iron',
      paint: paintRough({ light: '#5b5a5a', dark: '#35302d', seed: 212 }),
      metallic: 0.85,
      roughness: 0.55,
    },
    {
      name: 'cork',
      paint: paintRough({ light: '#c39a68', dark: '#8d6840', seed: 213 }),
      metallic: 0,
      roughness: 0.95,
    },
  ],
  shape: (detail) => [
    part({ name: 'staves', material: 'oak', pieces: repeatAround(STAVES, (index) => stave(index, detail)) }),
    part({
      name: 'heads',
      material: 'oak',
      pieces: [0.855, 0.045].map((y, index) => head(y, index === 0 ? 1 : -1, detail)),
    }),
    part({
      name: 'hoops',
      material: 'iron',
      pieces: [...HOOPS.map((y) => hoop(y, detail)), ...rivets(detail)],
    }),
    part({ name: 'bung', material: 'cork', pieces: [bung(detail)] }),
  ],
};

/** Outer radius at this height: a parabola, as bent staves give. */
function bulge(y: number): number {
  const t = (2 * y) / HEIGHT - 1;
  return mix(0.335, 0.265, t * t);
}

function stave(index: number, detail: number): Piece {
  const board = roundedBox({
    size: [1, HEIGHT, THICK],
    radius: 0.006,
    bevel: refine(detail, 1.5, 0),
    cuts: [refine(detail, 1.4, 1), refine(detail, 10, 3), 1],
    shift: index * 0.381,
    tile: 0.9,
  });
  const step = (2 * Math.PI) / STAVES;
  return warp(place(board, { scale: [0.2, 1, 1], move: [0, HEIGHT / 2, 0] }), ([x, y, z]) => {
    const angle = clamp(x / 0.2, -0.5, 0.5) * step * 0.985 + Math.PI / 2;
    const radius = bulge(y) - THICK / 2 + z;
    return [-radius * Math.cos(angle), y, radius * Math.sin(angle)];
  });
}

function head(y: number, sign: number, detail: number): Piece {
  const radius = bulge(y) - THICK + 0.004;
  const boards = 6;
  const width = (2 * radius) / boards;
  const planks = Array.from({ length: boards }, (_, index) => {
    const middle = (index - (boards - 1) / 2) * width;
    const plank = roundedBox({
      size: [width - 0.0015, 0.02, 2],
      radius: 0.004,
      bevel: refine(detail, 1.3, 0),
      cuts: [refine(detail, 4, 1), 1, 1],
      tile: 0.8,
      shift: index * 0.29,
    });
    return warp(place(plank, { move: [middle, y - sign * 0.012, 0] }), ([x, up, z]) => {
      const reach = Math.sqrt(Math.max(0.0004, radius * radius - x * x));
      return [x, up, z * reach];
    });
  });
  return joinPieces(planks);
}

function hoop(y: number, detail: number): Piece {
  const wide = 0.042;
  const steps = refine(detail, 3, 1);
  const face = Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const at = y + wide * (step / steps - 0.5);
    return [bulge(at) + 0.0035, at];
  });
  const around = Math.round(refine(detail, 3.2, 1) * STAVES);
  if (detail < 0.3) return lathe({ runs: [face], around, tiles: [6, 0.2] });
  const [low, high] = [y - wide / 2, y + wide / 2];
  const runs = [
    [
      [bulge(low) - 0.001, low],
      [bulge(low) + 0.0035, low],
    ],
    face,
    [
      [bulge(high) + 0.0035, high],
      [bulge(high) - 0.001, high],
    ],
  ] as const;
  return lathe({ runs, around, tiles: [6, 0.2] });
}

function rivets(detail: number): readonly Piece[] {
  if (detail < 0.5) return [];
  const dome = lathe({
    runs: roundCorners(
      [
        [0.007, 0],
        [0.0065, 0.003, 0.002],
        [0, 0.004],
      ],
      refine(detail, 2, 0),
    ),
    around: refine(detail, 10, 5),
  });
  return HOOPS.flatMap((y, index) =>
    [-0.011, 0.011].map((shift) => {
      const lying = place(dome, { turn: [90, 0, 0], move: [shift * 1.6, y + shift * 0.5, bulge(y) + 0.003] });
      return place(lying, { turn: [0, 40 + 60 * (index % 2), 0] });
    }),
  );
}

function bung(detail: number): Piece {
  const runs = roundCorners(
    [
      [0.028, -0.01],
      [0.026, 0.012, 0.003],
      [0, 0.013],
    ],
    refine(detail, 3, 0),
  );
  const cork = lathe({ runs, around: refine(detail, 24, 8) });
  return place(cork, { turn: [90, 0, 0], move: [0, HEIGHT / 2, bulge(HEIGHT / 2)] });
}
