import { lathe } from '../geometry/lathe.ts';
import { roundCorners } from '../geometry/outline.ts';
import { part } from '../geometry/part.ts';
import { type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { prism } from '../geometry/prism.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { warp } from '../geometry/warp.ts';
import type { DemoModel, Part } from '../model.ts';
import { paintMetal } from '../textures/surfaces.ts';
import { gearOutline } from './gear-outline.ts';

const TEETH = 22;
const MODULE = 0.003;
/** The toothed wheel touches the ground with its tip circle. */
const HEIGHT = (MODULE * TEETH) / 2 + MODULE;

export const helicalGear: DemoModel = {
  slug: 'helical-gear-shaft',
  title: 'Helical Gear Shaft',
  description:
    'A ground helical gear on a stepped shaft with bearing seats, shoulder and a parallel key. 22 involute teeth, module 3, twisted by about 20 degrees. Dimensions follow a real gearbox part, ready for cutaways and exploded views.',
  category: 'Mechanical',
  subcategory: 'Gears',
  tags: ['gear', 'helical gear', 'shaft', 'gearbox', 'steel', 'machine', 'engineering'],
  keywords: ['cog', 'transmission', 'drive', 'involute', 'mechanism', 'industrial'],
  priceUsd: 3,
  updatedAt: '2025-02-20T09:00:00Z',
  grain: 1e-6,
  materials: [
    {
      name: 'gear-steel',
      paint: paintMetal({ light: '#b9bcc0', dark: '#7d838b', seed: 111 }),
      metallic: 1,
      roughness: 0.34,
    },
    {
      name: 'shaft-steel',
      paint: paintMetal({ light: '#dcdee0', dark: '#b4b8bd', seed: 112 }),
      metallic: 1,
      roughness: 0.2,
    },
    {
      name: 'key',
      paint: paintMetal({ light: '#d9a860', dark: '#ab7c38', seed: 113 }),
      metallic: 1,
      roughness: 0.4,
    },
  ],
  shape: (detail) => [teeth(detail), shaft(detail), key(detail)],
};

/** From the Z axis of construction to a shaft lying along X. */
function lay(piece: Piece): Piece {
  return place(piece, { turn: [0, 90, 0], move: [0, HEIGHT, 0] });
}

function teeth(detail: number): Part {
  const wheel = prism({
    runs: gearOutline({ teeth: TEETH, module: MODULE, steps: refine(detail, 2.2, 0) }),
    depth: 0.032,
    bevel: 0.0007,
    bevelSteps: refine(detail, 1, 0),
    cuts: refine(detail, 7, 2),
    tile: 0.06,
  });
  const twisted = warp(wheel, ([x, y, z]) => {
    const angle = z * 11;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return [x * cosine - y * sine, x * sine + y * cosine, z];
  });
  return part({ name: 'gear', material: 'gear-steel', pieces: [lay(twisted)] });
}

function shaft(detail: number): Part {
  const runs = roundCorners(
    [
      [0, -0.085],
      [0.0095, -0.085, 0.0012],
      [0.0095, -0.05, 0.0005],
      [0.0125, -0.05, 0.0008],
      [0.0125, -0.024, 0.0005],
      [0.0205, -0.024, 0.0015],
      [0.0205, -0.0155, 0.0008],
      [0.0163, -0.0155, 0.0005],
      [0.0163, 0.026, 0.0008],
      [0.0125, 0.026, 0.0005],
      [0.0125, 0.044, 0.0008],
      [0.0095, 0.044, 0.0005],
      [0.0095, 0.092, 0.0012],
      [0, 0.092],
    ],
    refine(detail, 3, 0),
  );
  const turned = lathe({ runs, around: refine(detail, 44, 8), tiles: [1, 4] });
  return part({ name: 'shaft', material: 'shaft-steel', pieces: [lay(place(turned, { turn: [90, 0, 0] }))] });
}

function key(detail: number): Part {
  const bar = roundedBox({ size: [0.006, 0.006, 0.028], radius: 0.0026, bevel: refine(detail, 3, 0) });
  return part({ name: 'key', material: 'key', pieces: [lay(place(bar, { move: [0, 0.0085, 0.07] }))] });
}
