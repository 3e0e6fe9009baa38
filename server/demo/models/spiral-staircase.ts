import { ball, lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { sweep } from '../geometry/sweep.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel } from '../model.ts';
import { paintRough, paintWood } from '../textures/surfaces.ts';

const STEPS = 15;
const RISE = 0.19;
const TURN = (Math.PI * 2 * 0.9) / STEPS;
const RADIUS = 0.85;
const RAIL = 0.92;

export const spiralStaircase: DemoModel = {
  slug: 'spiral-staircase',
  title: 'Spiral Staircase',
  description:
    'A spiral staircase of 15 oak treads round a steel column, rising 2.85 m in nine tenths of a turn. Balusters and a continuous handrail follow the helix. Rise and tread keep to usual building rules, so figures can climb it.',
  category: 'Architecture',
  subcategory: 'Stairs',
  tags: ['staircase', 'spiral', 'stairs', 'oak', 'steel', 'interior', 'railing', 'loft'],
  keywords: ['helix', 'steps', 'handrail', 'building', 'house', 'balustrade'],
  priceUsd: 4,
  updatedAt: '2025-02-28T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'oak',
      paint: paintWood({ light: '#c8a06b', dark: '#96693a', seed: 191 }),
      metallic: 0,
      roughness: 0.5,
      pixels: 512,
    },
    {
      name: 'steel',
      paint: paintRough({ light: '#3a3d41', dark: '#26282b', seed: 192 }),
      metallic: 0.7,
      roughness: 0.42,
    },
    {
      name: 'handrail',
      paint: paintWood({ light: '#7a4f2e', dark: '#472a15', seed: 193 }),
      metallic: 0,
      roughness: 0.35,
    },
  ],
  shape: (detail) => [
    part({ name: 'treads', material: 'oak', pieces: listSteps((index) => tread(index, detail)) }),
    part({
      name: 'column',
      material: 'steel',
      pieces: [column(detail), ...listSteps((index) => collar(index, detail))],
    }),
    part({ name: 'balusters', material: 'steel', pieces: listSteps((index) => baluster(index, detail)) }),
    part({ name: 'handrail', material: 'handrail', pieces: [handrail(detail)] }),
  ],
};

function listSteps(make: (index: number) => Piece): readonly Piece[] {
  return Array.from({ length: STEPS }, (_, index) => make(index));
}

function pointAt(angle: number, radius: number, height: number): Vec3 {
  return [radius * Math.cos(angle), height, -radius * Math.sin(angle)];
}

function tread(index: number, detail: number): Piece {
  const board = roundedBox({
    size: [RADIUS, 0.045, 1],
    radius: 0.012,
    bevel: refine(detail, 2, 0),
    cuts: [refine(detail, 2, 1), 1, refine(detail, 5, 1)],
    tile: 1,
    shift: index * 0.37,
  });
  return warp(board, ([x, y, z]) => {
    const radius = 0.06 + x + RADIUS / 2;
    const angle = index * TURN - z * TURN * 1.16;
    return pointAt(angle, radius, (index + 1) * RISE - 0.0225 + y);
  });
}

function column(detail: number): Piece {
  const top = STEPS * RISE + RAIL + 0.02;
  const runs = roundCorners(
    [
      [0, 0],
      [0.16, 0, 0.004],
      [0.16, 0.014, 0.006],
      [0.055, 0.02, 0.008],
      [0.055, top, 0.01],
      [0, top],
    ],
    refine(detail, 3, 0),
  );
  const cap = place(ball({ radius: 0.07, around: refine(detail, 24, 8), rows: refine(detail, 14, 4) }), {
    move: [0, top + 0.05, 0],
  });
  return joinPieces([lathe({ runs, around: refine(detail, 32, 8), tiles: [1, 8] }), cap]);
}

function collar(index: number, detail: number): Piece {
  const y = (index + 1) * RISE - 0.09;
  const runs = roundCorners(
    [
      [0.054, y],
      [0.072, y, 0.005],
      [0.072, y + 0.045],
      [0.054, y + 0.045],
    ],
    refine(detail, 2, 0),
  );
  return detail < 0.5 ? joinPieces([]) : lathe({ runs, around: refine(detail, 20, 8) });
}

function baluster(index: number, detail: number): Piece {
  const angle = index * TURN;
  const foot = (index + 1) * RISE;
  const around = refine(detail, 8, 3);
  const at = RADIUS + 0.02;
  const bar = rod({
    from: pointAt(angle, at, foot - 0.05),
    to: pointAt(angle, at, foot + RAIL),
    radius: 0.0095,
    around,
    caps: 'none',
    tiles: [0.2, 2],
  });
  if (detail < 0.5) return bar;
  const bead = ball({ radius: 0.02, around: refine(detail, 12, 5), rows: refine(detail, 8, 4) });
  return joinPieces([
    rod({
      from: pointAt(angle, at, foot - 0.052),
      to: pointAt(angle, at, foot - 0.044),
      radius: 0.016,
      around,
    }),
    bar,
    place(bead, { move: pointAt(angle, at, foot + RAIL * 0.5) }),
    extraBaluster(angle + TURN / 2, foot + RISE / 2, around),
  ]);
}

/** A thinner one between two treads, from the outer stringer to the rail. */
function extraBaluster(angle: number, foot: number, around: number): Piece {
  const at = RADIUS + 0.02;
  return rod({
    from: pointAt(angle, at, foot - 0.1),
    to: pointAt(angle, at, foot + RAIL),
    radius: 0.0065,
    around,
    caps: 'flat',
  });
}

function handrail(detail: number): Piece {
  return sweep({
    path: (t) => {
      const step = mix(-0.4, STEPS - 0.4, t);
      return pointAt(step * TURN, RADIUS + 0.02, (step + 1) * RISE + RAIL);
    },
    along: refine(detail, 90, 22),
    around: refine(detail, 14, 4),
    radius: 0.026,
    section: (angle) => [0.85 * Math.cos(angle), 1.05 * Math.sin(angle)],
    side: [0, 1, 0],
    caps: 'round',
    tiles: [0.3, 5],
  });
}
