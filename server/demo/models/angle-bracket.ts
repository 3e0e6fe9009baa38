import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { prism } from '../geometry/prism.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintMetal, paintRough } from '../textures/surfaces.ts';
import { hexBody } from './hex-body.ts';

const [WIDTH, REACH, THICK] = [0.06, 0.09, 0.005];

export const angleBracket: DemoModel = {
  slug: 'angle-bracket',
  title: 'Gusseted Angle Bracket',
  description:
    'A pressed 90-degree steel bracket with a bent corner and two gussets, held by four hexagon screws on washers. Screws are a separate part. A handy small part for sheds, machines and shelving.',
  category: 'Mechanical',
  subcategory: 'Brackets',
  tags: ['bracket', 'angle', 'steel', 'screw', 'hardware', 'mount', 'construction'],
  keywords: ['fixing', 'corner brace', 'shelf support', 'metalwork', 'workshop', 'gusset'],
  priceUsd: 0,
  updatedAt: '2025-02-23T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'galvanised',
      paint: paintRough({ light: '#b4babd', dark: '#868e93', seed: 141 }),
      metallic: 0.9,
      roughness: 0.45,
    },
    {
      name: 'screws',
      paint: paintMetal({ light: '#d9bf74', dark: '#a98a42', seed: 142 }),
      metallic: 1,
      roughness: 0.34,
    },
  ],
  shape: (detail) => [plates(detail), screws(detail)],
};

/** Bends a strip lying along +Z upwards: the far half becomes the upright plate. */
function bend([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const radius = 0.008;
  const arc = (Math.PI / 2) * radius;
  const start = REACH - radius;
  if (z <= start) return [x, y, z];
  const over = z - start;
  const angle = Math.min(over / radius, Math.PI / 2);
  const rest = Math.max(0, over - arc);
  const inner = radius - y;
  return [x, radius - inner * Math.cos(angle) + rest, start + inner * Math.sin(angle)];
}

function plates(detail: number): Part {
  const length = 2 * REACH;
  const strip = roundedBox({
    size: [WIDTH, THICK, length],
    radius: 0.0012,
    bevel: refine(detail, 2, 1),
    cuts: [1, 1, refine(detail, 40, 12)],
    tile: 0.08,
  });
  const bent = warp(place(strip, { move: [0, THICK / 2, length / 2] }), bend);
  const rib = prism({
    runs: roundCorners(
      [
        [-0.013, -0.013],
        [0.052, -0.013, 0.001],
        [0.052, -0.006, 0.004],
        [-0.006, 0.052, 0.004],
        [-0.013, 0.052, 0.001],
        [-0.013, -0.013],
      ],
      refine(detail, 4, 0),
    ),
    depth: 0.005,
    bevel: 0.001,
    bevelSteps: refine(detail, 2, 0),
    tile: 0.06,
  });
  const gussets = [-1, 1].map((side) =>
    place(rib, { turn: [0, 90, 0], move: [side * 0.0215, 0.017, REACH - 0.017] }),
  );
  return part({ name: 'bracket', material: 'galvanised', pieces: [bent, ...gussets].map(centre) });
}

function centre(piece: Piece): Piece {
  return place(piece, { move: [0, 0, -REACH], turn: [0, 180, 0] });
}

function screws(detail: number): Part {
  const hex = hexBody({
    acrossFlats: 0.011,
    height: 0.0045,
    steps: refine(detail, 6, 1),
    arc: 1,
    isFlatBelow: true,
  });
  const washer = lathe({
    runs: roundCorners(
      [
        [0, 0],
        [0.0095, 0, 0.0003],
        [0.0095, 0.0014, 0.0005],
        [0.005, 0.0014],
      ],
      refine(detail, 3, 0),
    ),
    around: refine(detail, 40, 8),
  });
  const screw = joinPieces([washer, place(hex, { move: [0, 0.0013, 0] })]);
  const low = [0.018, 0.05].map((z, index) =>
    place(screw, { turn: [0, 20 + 31 * index, 0], move: [0, THICK, z] }),
  );
  const high = [0.04, 0.072].map((y, index) =>
    place(place(screw, { turn: [0, 11 + 23 * index, 0] }), {
      turn: [-90, 0, 0],
      move: [0, y, REACH - THICK],
    }),
  );
  return part({ name: 'screws', material: 'screws', pieces: [...low, ...high].map(centre) });
}
