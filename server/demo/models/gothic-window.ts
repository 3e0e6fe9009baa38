import { grid } from '../geometry/grid.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, refine, type Piece } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import { clamp, mix, type Vec2, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Painter } from '../model.ts';
import { mixColours, shade, toColour } from '../textures/colour.ts';
import { createNoise } from '../textures/noise.ts';
import { paintRough } from '../textures/surfaces.ts';
import { archBand, archPoint, type Arch } from './gothic-arch.ts';

const MAIN: Arch = { half: 0.6, spring: 1.45, lean: 0.36 };
const LANCET: Arch = { half: 0.245, spring: 1.35, lean: 0.16 };

export const gothicWindow: DemoModel = {
  slug: 'gothic-window',
  title: 'Gothic Arch Window',
  description:
    'A pointed church window with moulded jambs, two lancets, a foiled rose and leaded stained glass. 1.6 m wide and 2.9 m high, with its sill at floor level for easy snapping. Stone, lead and glass have separate materials.',
  category: 'Architecture',
  subcategory: 'Windows',
  tags: ['window', 'gothic', 'arch', 'church', 'stone', 'stained glass', 'medieval', 'tracery'],
  keywords: ['cathedral', 'lancet', 'pointed arch', 'building', 'chapel', 'castle'],
  priceUsd: 3,
  updatedAt: '2025-03-01T09:00:00Z',
  grain: 1e-5,
  materials: [
    { name: 'stone', paint: paintRough({ light: '#b9ad97', dark: '#8a7f6c', seed: 201 }), metallic: 0, roughness: 0.93, pixels: 512 },
    { name: 'glass', paint: paintGlass(), metallic: 0, roughness: 0.15, opacity: 0.82, isThin: true, pixels: 512 },
    { name: 'lead', paint: paintRough({ light: '#4c5054', dark: '#2e3134', seed: 203 }), metallic: 0.8, roughness: 0.5 },
  ],
  shape: (detail) => [
    part({ name: 'frame', material: 'stone', pieces: [frame(detail), sill(detail)] }),
    part({ name: 'tracery', material: 'stone', pieces: tracery(detail) }),
    part({ name: 'glass', material: 'glass', pieces: [pane(detail)] }),
    part({ name: 'leading', material: 'lead', pieces: leading(detail) }),
  ],
};

/** Lozenges of coloured glass. */
function paintGlass(): Painter {
  const noise = createNoise(202);
  const colours = ['#2f5fa8', '#b3303a', '#d9a93a', '#3c8a58', '#6d4a9c', '#8fb7c9'].map(toColour);
  return (u, v) => {
    const [a, b] = [Math.floor((u + v) * 8), Math.floor((u - v + 8) * 8)];
    const pick = Math.floor(noise((a % 8) / 8 + 0.01, (b % 8) / 8 + 0.01, 8, 8) * 6 + (a % 2)) % 6;
    const colour = colours[pick] ?? [0.5, 0.5, 0.5];
    return shade(mixColours(colour, [1, 1, 1], 0.1), 0.85 + 0.3 * noise(u, v, 40, 40));
  };
}

function frame(detail: number): Piece {
  const steps = refine(detail, 4, 1);
  const cove = Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const angle = (Math.PI / 2) * (step / steps);
    return [0.02 + 0.08 * Math.sin(angle), 0.14 - 0.08 * Math.cos(angle)];
  });
  const sections: readonly (readonly Vec2[])[] = [
    [[0, -0.05], [0, 0.05]],
    [[0, 0.05], [0.02, 0.06]],
    cove,
    [[0.1, 0.14], [0.18, 0.14]],
    [[0.18, 0.14], [0.2, 0.12]],
    [[0.2, 0.12], [0.2, -0.12]],
    [[0.2, -0.12], [0.18, -0.14]],
    [[0.18, -0.14], [0.1, -0.14]],
    cove.map(([out, z]): Vec2 => [out, -z]).toReversed(),
    [[0.02, -0.06], [0, -0.05]],
  ];
  return archBand({ arch: MAIN, sections, along: refine(detail, 26, 5), foot: 0.14 });
}

function sill(detail: number): Piece {
  const bevel = refine(detail, 3, 0);
  return joinPieces([
    place(roundedBox({ size: [1.72, 0.08, 0.42], radius: 0.012, bevel, tile: 1 }), { move: [0, 0.04, 0] }),
    place(roundedBox({ size: [1.64, 0.09, 0.34], radius: 0.02, bevel, tile: 1 }), { move: [0, 0.11, 0] }),
  ]);
}

const BAR: readonly (readonly Vec2[])[] = [
  [[-0.02, -0.012], [-0.02, 0.012]],
  [[-0.02, 0.012], [0, 0.042]],
  [[0, 0.042], [0.022, 0.042]],
  [[0.022, 0.042], [0.04, 0.012]],
  [[0.04, 0.012], [0.04, -0.012]],
  [[0.04, -0.012], [0.022, -0.042]],
  [[0.022, -0.042], [0, -0.042]],
  [[0, -0.042], [-0.02, -0.012]],
];

/** The same bar with four faces, for seeing from afar. */
const PLAIN_BAR: readonly (readonly Vec2[])[] = [
  [[-0.02, 0], [0.01, 0.042]],
  [[0.01, 0.042], [0.04, 0]],
  [[0.04, 0], [0.01, -0.042]],
  [[0.01, -0.042], [-0.02, 0]],
];

function tracery(detail: number): readonly Piece[] {
  const lancets = [-0.285, 0.285].map((x) =>
    place(archBand({ arch: LANCET, sections: detail < 0.35 ? PLAIN_BAR : BAR, along: refine(detail, 20, 4), foot: 0.14 }), { move: [x, 0, 0] }),
  );
  const ring = (radius: number, thick: number): Piece =>
    sweep({
      path: (t) => [radius * Math.cos(2 * Math.PI * t), 2.1 + radius * Math.sin(2 * Math.PI * t), 0],
      along: refine(detail, 56, 12),
      around: 4 * refine(detail, 2, 1),
      radius: thick,
      section: (angle) => [0.75 * Math.cos(angle), 1.1 * Math.sin(angle)],
      side: [1, 0, 0],
      isLoop: true,
      tiles: [1, 4],
    });
  const foils = Array.from({ length: 6 }, (_, index) => foil(index, detail));
  return [...lancets, ring(0.27, 0.034), ...foils];
}

/** A small open ring of the rose: six of them stand round the middle. */
function foil(index: number, detail: number): Piece {
  const angle = (Math.PI / 3) * index + Math.PI / 6;
  return sweep({
    path: (t) => {
      const turn = 2 * Math.PI * t;
      return [0.155 * Math.cos(angle) + 0.082 * Math.cos(turn), 2.1 + 0.155 * Math.sin(angle) + 0.082 * Math.sin(turn), 0];
    },
    along: refine(detail, 28, 6),
    around: refine(detail, 6, 3),
    radius: 0.016,
    side: [1, 0, 0],
    isLoop: true,
    tiles: [0.5, 2],
  });
}

function pane(detail: number): Piece {
  const rows = refine(detail, 36, 12);
  return grid({
    columns: 2,
    rows,
    point: (column, row): Vec3 => {
      const [x, y] = archPoint(MAIN, 0.03, { along: row / rows, foot: 0.14 });
      return [x * (column - 1), y, 0];
    },
    uv: (column, row) => {
      const [x, y] = archPoint(MAIN, 0.03, { along: row / rows, foot: 0.14 });
      return [(x * (column - 1)) / 1.3 + 0.5, y / 1.3];
    },
  });
}

function leading(detail: number): readonly Piece[] {
  const bars = [0.45, 0.78, 1.11, 1.44].map((y) => place(roundedBox({ size: [1.2, 0.014, 0.018], bevel: 0 }), { move: [0, y, 0] }));
  if (detail < 0.5) return bars;
  const cames = Array.from({ length: 26 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1;
    return came(mix(-1.9, 0.9, Math.floor(index / 2) / 12), side);
  });
  return [...bars, ...cames];
}

/** A diagonal strip of lead, cut where it meets the jambs. */
function came(from: number, side: number): Piece {
  const reach = 0.58;
  const low = clamp(from + 1.05, 0.17, 1.5);
  const high = clamp(from + 1.05 + 2 * reach, 0.17, 1.5);
  if (high - low < 0.05) return joinPieces([]);
  const [x1, x2] = [low - from - 1.05 - reach, high - from - 1.05 - reach];
  const length = Math.hypot(x2 - x1, high - low);
  const strip = roundedBox({ size: [0.008, length, 0.012], bevel: 0 });
  const move: Vec3 = [(side * (x1 + x2)) / 2, (low + high) / 2, 0];
  return place(strip, { turn: [0, 0, side * -45], move });
}
