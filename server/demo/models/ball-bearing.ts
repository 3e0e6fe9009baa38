import { ball, lathe } from '../geometry/lathe.ts';
import { type Corner, roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { sweep } from '../geometry/sweep.ts';
import type { Vec2, Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Spin } from '../model.ts';
import { paintMetal } from '../textures/surfaces.ts';

const [OUTER, INNER, HALF, PITCH, BALL] = [0.04, 0.02, 0.009, 0.03, 0.0062];
const COUNT = 9;
const CENTRE: Vec3 = [0, OUTER, 0];

export const ballBearing: DemoModel = {
  slug: 'ball-bearing',
  title: 'Deep Groove Ball Bearing',
  description:
    'An open deep-groove ball bearing, 80 mm outside and 40 mm bore, with nine balls in a pressed brass cage. In the animated GLB the inner ring turns and balls and cage follow at half its speed. A close-up worthy machine part.',
  category: 'Mechanical',
  subcategory: 'Bearings',
  tags: ['bearing', 'ball bearing', 'steel', 'machine', 'animated', 'engineering', 'brass'],
  keywords: ['roller', 'race', 'cage', 'mechanical part', 'industrial', 'rotation'],
  priceUsd: 2,
  updatedAt: '2025-02-22T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'ring-steel',
      paint: paintMetal({ light: '#c9ccd0', dark: '#9ca2a9', seed: 131 }),
      metallic: 1,
      roughness: 0.24,
    },
    {
      name: 'ball-steel',
      paint: paintMetal({ light: '#eceef0', dark: '#d5d8dc', seed: 132 }),
      metallic: 1,
      roughness: 0.08,
    },
    {
      name: 'brass',
      paint: paintMetal({ light: '#dab45e', dark: '#ab8436', seed: 133 }),
      metallic: 1,
      roughness: 0.35,
    },
  ],
  shape: (detail) => [
    part({ name: 'outer-ring', material: 'ring-steel', pieces: [stand(outerRing(detail))] }),
    part({ name: 'inner-ring', material: 'ring-steel', pieces: [stand(innerRing(detail))], spin: spinBy(2) }),
    part({ name: 'balls', material: 'ball-steel', pieces: listBalls(detail).map(stand), spin: spinBy(1) }),
    part({
      name: 'cage',
      material: 'brass',
      pieces: [cage(detail, 1), cage(detail, -1)].map(stand),
      spin: spinBy(1),
    }),
  ],
};

function stand(piece: Piece): Piece {
  return place(piece, { turn: [90, 0, 0], move: CENTRE });
}

function spinBy(turns: number): Spin {
  return { pivot: CENTRE, axis: [0, 0, 1], turns };
}

/** The raceway's arc, from height -reach to +reach for side 1, hollowed towards the ring's own metal. */
function raceway(detail: number, side: number): readonly Vec2[] {
  const steps = refine(detail, 9, 2);
  const reach = 0.0046;
  return Array.from({ length: steps + 1 }, (_, step): Vec2 => {
    const y = reach * ((2 * step) / steps - 1);
    return [PITCH + side * Math.sqrt((BALL * 1.02) ** 2 - y * y), y];
  });
}

function outerRing(detail: number): Piece {
  const arc = refine(detail, 3, 0);
  const groove = raceway(detail, 1).toReversed();
  const shoulder = groove[0]?.[0] ?? PITCH;
  const skin: readonly Corner[] = [
    [shoulder, -0.0046],
    [shoulder + 0.0001, -HALF, 0.0006],
    [OUTER, -HALF, 0.0011],
    [OUTER, HALF, 0.0011],
    [shoulder, HALF, 0.0006],
    [shoulder, 0.0046],
  ];
  return lathe({ runs: [...roundCorners(skin, arc), groove], around: refine(detail, 72, 16), tiles: [6, 2] });
}

function innerRing(detail: number): Piece {
  const arc = refine(detail, 3, 0);
  const groove = raceway(detail, -1);
  const shoulder = groove[0]?.[0] ?? PITCH;
  const skin: readonly Corner[] = [
    [shoulder, 0.0046],
    [shoulder, HALF, 0.0006],
    [INNER, HALF, 0.0011],
    [INNER, -HALF, 0.0011],
    [shoulder, -HALF, 0.0006],
    [shoulder, -0.0046],
  ];
  return lathe({ runs: [...roundCorners(skin, arc), groove], around: refine(detail, 60, 14), tiles: [5, 2] });
}

function listBalls(detail: number): readonly Piece[] {
  const one = ball({ radius: BALL, around: refine(detail, 24, 6), rows: refine(detail, 14, 4) });
  return Array.from({ length: COUNT }, (_, index) => {
    const angle = (2 * Math.PI * index) / COUNT;
    return place(one, { move: [PITCH * Math.cos(angle), 0, PITCH * Math.sin(angle)] });
  });
}

/** A wavy ribbon that bulges round each ball, one on either side. */
function cage(detail: number, side: number): Piece {
  const height = (angle: number): number => {
    const offset = (angle * COUNT) / (2 * Math.PI);
    const away = (Math.abs(offset - Math.round(offset)) * 2 * Math.PI * PITCH) / COUNT;
    return Math.sqrt(Math.max(0, (BALL + 0.0006) ** 2 - away * away) + 0.0003 ** 2);
  };
  return sweep({
    path: (t) => {
      const angle = 2 * Math.PI * t;
      return [PITCH * Math.cos(angle), side * (height(angle) + 0.0002), PITCH * Math.sin(angle)];
    },
    along: COUNT * refine(detail, 12, 2),
    around: detail < 0.5 ? 3 : 4 * refine(detail, 1.6, 1),
    radius: 1,
    section: (angle) => roundRectangle(angle, 0.0023, 0.00042),
    side: [-1, 0, 0],
    isLoop: true,
    tiles: [1, 24],
  });
}

function roundRectangle(angle: number, wide: number, thin: number): Vec2 {
  const [sine, cosine] = [Math.sin(angle + Math.PI / 4), Math.cos(angle + Math.PI / 4)];
  const bend = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.45;
  return [wide * bend(cosine), thin * bend(sine)];
}
