import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import type { Vec2 } from '../geometry/vector.ts';
import type { DemoModel } from '../model.ts';
import { paintRough } from '../textures/surfaces.ts';
import { archBand } from './gothic-arch.ts';
import { tracery } from './gothic-tracery.ts';
import { leading, paintGlass, pane, WINDOW } from './stained-glass.ts';

export const gothicWindow: DemoModel = {
  slug: 'gothic-window',
  title: 'Gothic Arch Window',
  description:
    'A pointed church window with moulded jambs, two lancets, a foiled rose and leaded stained glass. 1.7 m wide and 2.55 m high, with its sill at floor level for easy snapping. Stone, lead and glass have separate materials.',
  category: 'Architecture',
  subcategory: 'Windows',
  tags: ['window', 'gothic', 'arch', 'church', 'stone', 'stained glass', 'medieval', 'tracery'],
  keywords: ['cathedral', 'lancet', 'pointed arch', 'building', 'chapel', 'castle'],
  priceUsd: 3,
  updatedAt: '2025-03-01T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'stone',
      paint: paintRough({ light: '#b9ad97', dark: '#8a7f6c', seed: 201 }),
      metallic: 0,
      roughness: 0.93,
      pixels: 512,
    },
    {
      name: 'glass',
      paint: paintGlass(),
      metallic: 0,
      roughness: 0.15,
      opacity: 0.92,
      isThin: true,
      pixels: 512,
    },
    {
      name: 'lead',
      paint: paintRough({ light: '#4c5054', dark: '#2e3134', seed: 203 }),
      metallic: 0.8,
      roughness: 0.5,
    },
  ],
  shape: (detail) => [
    part({ name: 'frame', material: 'stone', pieces: [frame(detail), sill(detail)] }),
    part({ name: 'tracery', material: 'stone', pieces: tracery(detail) }),
    part({ name: 'glass', material: 'glass', pieces: [pane(detail)] }),
    part({ name: 'leading', material: 'lead', pieces: leading(detail) }),
  ],
};

/** The frame's section, going round it; hollows replace the second edge and the seventh. */
const FACES: readonly Vec2[] = [
  [0, 0.05],
  [0.02, 0.06],
  [0.1, 0.14],
  [0.18, 0.14],
  [0.2, 0.12],
  [0.2, -0.12],
  [0.18, -0.14],
  [0.1, -0.14],
  [0.02, -0.06],
  [0, -0.05],
];

function frame(detail: number): Piece {
  const steps = refine(detail, 4, 1);
  const cove = Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const angle = (Math.PI / 2) * (step / steps);
    return [0.02 + 0.08 * Math.sin(angle), 0.14 - 0.08 * Math.cos(angle)];
  });
  const back = cove.map(([out, z]): Vec2 => [out, -z]).toReversed();
  const edges = FACES.map((face, index): readonly Vec2[] => [
    face,
    FACES[(index + 1) % FACES.length] ?? face,
  ]);
  const sections = edges.map((edge) => (edge === edges[1] ? cove : edge === edges[6] ? back : edge));
  return archBand({ arch: WINDOW, sections, along: refine(detail, 26, 5), foot: 0.14 });
}

function sill(detail: number): Piece {
  const bevel = refine(detail, 3, 0);
  return joinPieces([
    place(roundedBox({ size: [1.72, 0.08, 0.42], radius: 0.012, bevel, tile: 1 }), { move: [0, 0.04, 0] }),
    place(roundedBox({ size: [1.64, 0.09, 0.34], radius: 0.02, bevel, tile: 1 }), { move: [0, 0.11, 0] }),
  ]);
}
