import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import type { DemoModel } from '../model.ts';
import { paintMetal } from '../textures/surfaces.ts';
import { hexBody } from './hex-body.ts';
import { screwThread } from './screw-thread.ts';

const HEAD = 0.0125;
const LENGTH = 0.08;
const RADIUS = 0.01;
const PITCH = 0.0025;

export const hexBolt: DemoModel = {
  slug: 'hex-bolt',
  title: 'Hex Bolt M20 with Nut',
  description:
    'An M20 x 80 hexagon bolt with nut and washer, standing on its head. The thread is a real helix of 2.5 mm pitch that runs out at both ends, not a normal map. Head and nut have the turned chamfer of drawn fasteners.',
  category: 'Mechanical',
  subcategory: 'Fasteners',
  tags: ['bolt', 'screw', 'nut', 'thread', 'hex', 'm20', 'steel', 'fastener'],
  keywords: ['hardware', 'metric', 'washer', 'engineering', 'industrial', 'workshop'],
  priceUsd: 0,
  updatedAt: '2025-02-21T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'zinc',
      paint: paintMetal({ light: '#cfd2d2', dark: '#9aa0a2', seed: 121 }),
      metallic: 1,
      roughness: 0.32,
    },
    {
      name: 'washer',
      paint: paintMetal({ light: '#d8c07c', dark: '#a98e4c', seed: 122 }),
      metallic: 1,
      roughness: 0.4,
    },
  ],
  shape: (detail) => {
    const hex = { acrossFlats: 0.03, steps: refine(detail, 5, 1), arc: refine(detail, 3, 1) };
    const head = hexBody({ ...hex, height: HEAD, isFlatBelow: false });
    const nut = hexBody({ ...hex, height: 0.018, hole: RADIUS - 0.0012, isFlatBelow: false });
    const shank = lathe({
      runs: roundCorners(
        [
          [0.0106, HEAD],
          [RADIUS, HEAD + 0.0008, 0.0006],
          [RADIUS, HEAD + 0.0285, 0.0004],
          [RADIUS - 0.0014, HEAD + 0.031],
        ],
        refine(detail, 3, 0),
      ),
      around: refine(detail, 40, 8),
    });
    const thread = screwThread({
      radius: RADIUS,
      pitch: PITCH,
      from: HEAD + 0.03,
      to: HEAD + LENGTH,
      around: refine(detail, 26, 6),
      across: refine(detail, 6, detail < 0.5 ? 2 : 4),
    });
    const ring = lathe({
      runs: roundCorners(
        [
          [0.0105, 0],
          [0.0185, 0, 0.0004],
          [0.0185, 0.003, 0.0004],
          [0.0105, 0.003],
          [0.0105, 0],
        ],
        refine(detail, 2, 0),
      ),
      around: refine(detail, 40, 8),
    });
    return [
      part({ name: 'bolt', material: 'zinc', pieces: [head, shank, thread] }),
      part({
        name: 'nut',
        material: 'zinc',
        pieces: [place(nut, { turn: [0, 17, 0], move: [0, 0.062, 0] })],
      }),
      part({ name: 'washer', material: 'washer', pieces: [place(ring, { move: [0, 0.0588, 0] })] }),
    ];
  },
};
