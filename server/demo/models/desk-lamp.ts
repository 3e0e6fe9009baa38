import { ball, lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { rod } from '../geometry/rod.ts';
import { sweep } from '../geometry/sweep.ts';
import { add, mix, scale, type Vec3 } from '../geometry/vector.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintEven, paintMetal } from '../textures/surfaces.ts';

export const deskLamp: DemoModel = {
  slug: 'desk-lamp',
  title: 'Balanced-Arm Desk Lamp',
  description:
    'A balanced-arm desk lamp with twin rods, tension springs and an enamelled shade over a glowing bulb. Base, arms and shade are separate parts, so the pose can be changed joint by joint. It stands about 50 cm high.',
  category: 'Lighting',
  subcategory: 'Lamps',
  tags: ['lamp', 'desk', 'light', 'enamel', 'steel', 'office', 'spring'],
  keywords: ['task light', 'study', 'workplace', 'architect lamp', 'bulb', 'articulated'],
  priceUsd: 1,
  updatedAt: '2025-02-14T09:00:00Z',
  grain: 1e-5,
  materials: [
    {
      name: 'enamel',
      paint: paintEven({ light: '#c8402f', dark: '#b23425', seed: 41 }),
      metallic: 0,
      roughness: 0.25,
    },
    {
      name: 'steel',
      paint: paintMetal({ light: '#d4d6d8', dark: '#a9adb2', seed: 42 }),
      metallic: 1,
      roughness: 0.3,
    },
    {
      name: 'bulb',
      paint: paintEven({ light: '#fff4d6', dark: '#ffe9b8', seed: 43 }),
      metallic: 0,
      roughness: 0.4,
      glow: [1, 0.85, 0.55],
    },
  ],
  shape: (detail) => [base(detail), arms(detail), springs(detail), shade(detail), bulb(detail)],
};

const FOOT: Vec3 = [-0.1, 0.05, 0];
const ELBOW: Vec3 = [-0.2, 0.3, 0];
const HEAD: Vec3 = [0.08, 0.46, 0];
const shadePlacement = { turn: [0, 0, 38] as const, move: [HEAD[0] + 0.02, HEAD[1] - 0.01, 0] as const };

function base(detail: number): Part {
  const arc = refine(detail, 5, 0);
  const disc = lathe({
    runs: roundCorners(
      [
        [0, 0],
        [0.095, 0, 0.003],
        [0.095, 0.016, 0.008],
        [0.03, 0.026, 0.01],
        [0.018, 0.05, 0.004],
        [0, 0.05],
      ],
      arc,
    ),
    around: refine(detail, 48, 12),
  });
  return part({ name: 'base', material: 'enamel', pieces: [place(disc, { move: [FOOT[0], 0, 0] })] });
}

function joint(at: Vec3, detail: number): Piece {
  const around = refine(detail, 20, 6);
  const pin: readonly Piece[] = [
    rod({ from: add(at, [0, 0, -0.026]), to: add(at, [0, 0, 0.026]), radius: 0.009, around }),
    rod({ from: add(at, [0, 0, 0.024]), to: add(at, [0, 0, 0.03]), radius: 0.015, around }),
    rod({ from: add(at, [0, 0, -0.03]), to: add(at, [0, 0, -0.024]), radius: 0.015, around }),
  ];
  return joinPieces(pin);
}

function arms(detail: number): Part {
  const around = refine(detail, 14, 4);
  const bar = (from: Vec3, to: Vec3, z: number): Piece =>
    rod({ from: add(from, [0, 0, z]), to: add(to, [0, 0, z]), radius: 0.0045, around, caps: 'round' });
  const pieces = [-0.017, 0.017].flatMap((z) => [bar(FOOT, ELBOW, z), bar(ELBOW, HEAD, z)]);
  return part({
    name: 'arms',
    material: 'steel',
    pieces: [...pieces, joint(FOOT, detail), joint(ELBOW, detail), joint(HEAD, detail)],
  });
}

function springs(detail: number): Part {
  const turns = 12;
  const coil = (z: number): Piece => {
    const axis: Vec3 = [ELBOW[0] - FOOT[0], ELBOW[1] - FOOT[1], 0];
    return sweep({
      path: (t) => {
        const angle = 2 * Math.PI * turns * t;
        const centre = add(FOOT, scale(axis, mix(0.12, 0.62, t)));
        return [
          centre[0] + 0.007 * Math.cos(angle) + 0.012,
          centre[1] + 0.0027 * Math.cos(angle),
          z + 0.007 * Math.sin(angle),
        ];
      },
      along: refine(detail, turns * 9, turns * 3),
      around: refine(detail, 5, 3),
      radius: 0.0012,
      tiles: [1, 12],
    });
  };
  return part({
    name: 'springs',
    material: 'steel',
    pieces: detail < 0.4 ? [coil(0)] : [coil(-0.008), coil(0.008)],
  });
}

function shade(detail: number): Part {
  const arc = refine(detail, 5, 0);
  const runs = roundCorners(
    [
      [0, 0.03],
      [0.02, 0.03, 0.006],
      [0.024, 0.0, 0.008],
      [0.045, -0.02, 0.03],
      [0.092, -0.125],
      [0.0905, -0.126],
      [0.043, -0.022, 0.03],
      [0, -0.01],
    ]
      .map(([x = 0, y = 0, radius = 0]) => [x, y, radius] as const)
      .toReversed(),
    arc,
  );
  const bell = lathe({ runs, around: refine(detail, 48, 12) });
  return part({ name: 'shade', material: 'enamel', pieces: [place(bell, shadePlacement)] });
}

function bulb(detail: number): Part {
  const globe = ball({ radius: 0.03, around: refine(detail, 24, 8), rows: refine(detail, 14, 5) });
  const low = place(globe, { scale: [1, 1.15, 1], move: [0, -0.075, 0] });
  return part({ name: 'bulb', material: 'bulb', pieces: [place(low, shadePlacement)] });
}
