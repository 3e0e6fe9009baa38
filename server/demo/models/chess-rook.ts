import { lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners, spline } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place, repeatAround } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import type { Vec2 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { paintEven, paintWood, paintWoven } from '../textures/surfaces.ts';

export const chessRook: DemoModel = {
  slug: 'chess-rook',
  title: 'Chess Rook',
  description:
    'A tournament-size rook turned from boxwood, 5.8 cm high, with six battlements, brass ring and felt under its base. The outline follows the classic club set. Use it alone or as the start of a whole board.',
  category: 'Games',
  subcategory: 'Chess',
  tags: ['chess', 'rook', 'castle', 'tower', 'board game', 'wood', 'turned'],
  keywords: ['game piece', 'boxwood', 'tournament', 'strategy', 'hobby', 'figure'],
  priceUsd: 0,
  updatedAt: '2025-03-05T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'boxwood',
      paint: paintWood({ light: '#dcb478', dark: '#b5854a', seed: 241 }),
      metallic: 0,
      roughness: 0.32,
      pixels: 512,
    },
    {
      name: 'felt',
      paint: paintWoven({ light: '#2f6b46', dark: '#1d4a2f', seed: 242 }),
      metallic: 0,
      roughness: 1,
    },
    {
      name: 'brass',
      paint: paintEven({ light: '#e0bb63', dark: '#c99f45', seed: 243 }),
      metallic: 1,
      roughness: 0.25,
    },
  ],
  shape: (detail) => [
    part({
      name: 'rook',
      material: 'boxwood',
      pieces: [body(detail), ...repeatAround(6, () => merlon(detail))],
    }),
    part({ name: 'ring', material: 'brass', pieces: [ring(detail)] }),
    part({ name: 'felt', material: 'felt', pieces: [felt(detail)] }),
  ],
};

const BASE: readonly Corner[] = [
  [0, 0.0008],
  [0.0155, 0.0008, 0.0006],
  [0.0165, 0.0035, 0.001],
  [0.0165, 0.0075, 0.0016],
  [0.0148, 0.0086, 0.0006],
  [0.0148, 0.0102, 0.0012],
  [0.012, 0.0125, 0.003],
  [0.0112, 0.0155],
];

const SHAFT: readonly Vec2[] = [
  [0.0112, 0.0155],
  [0.0098, 0.0215],
  [0.0086, 0.029],
  [0.0083, 0.036],
  [0.009, 0.0405],
];

const CROWN: readonly Corner[] = [
  [0.009, 0.0405],
  [0.0122, 0.0412, 0.0007],
  [0.0128, 0.0428, 0.0008],
  [0.0112, 0.0442, 0.0008],
  [0.0108, 0.046, 0.001],
  [0.0135, 0.0495, 0.003],
  [0.0135, 0.053],
  [0.0098, 0.053],
  [0.0094, 0.0515, 0.001],
  [0, 0.051],
];

function body(detail: number): Piece {
  const arc = refine(detail, 6, 0);
  const base = roundCorners(BASE, arc);
  const shaft = spline(SHAFT, refine(detail, 26, 5));
  const crown = roundCorners(CROWN, arc);
  return lathe({ runs: [...base, shaft, ...crown], around: refine(detail, 60, 12), tiles: [1, 2] });
}

/** One battlement: a block bent round the top. */
function merlon(detail: number): Piece {
  const block = roundedBox({
    size: [0.0105, 0.0075, 0.0037],
    radius: 0.0007,
    bevel: refine(detail, 3, 0),
    cuts: [refine(detail, 7, 2), 1, 1],
    tile: 0.03,
  });
  return warp(place(block, { move: [0, 0.0543, 0] }), ([x, y, z]) => {
    const angle = x / 0.0135 + Math.PI / 2;
    const radius = 0.01165 + z;
    return [-radius * Math.cos(angle), y, radius * Math.sin(angle)];
  });
}

function ring(detail: number): Piece {
  const runs = roundCorners(
    [
      [0.0112, 0.0152],
      [0.0124, 0.0158, 0.0005],
      [0.0124, 0.0172, 0.0005],
      [0.0104, 0.0178],
    ],
    refine(detail, 4, 0),
  );
  return lathe({ runs, around: refine(detail, 60, 12), tiles: [4, 1] });
}

function felt(detail: number): Piece {
  return lathe({
    runs: [
      [
        [0, 0],
        [0.0152, 0],
      ],
      [
        [0.0152, 0],
        [0.0152, 0.001],
      ],
    ],
    around: refine(detail, 60, 12),
  });
}
