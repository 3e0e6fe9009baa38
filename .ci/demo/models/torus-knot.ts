import { box } from '../geometry/box.ts';
import { type Piece, place } from '../geometry/piece.ts';
import { tube } from '../geometry/tube.ts';
import type { Vec2, Vec3 } from '../geometry/vector.ts';
import { brass, dull, metal } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { brushed, marble } from '../textures/surfaces.ts';

const bronze = metal('bronze', brushed('#c98f52', '#9a6330'), 0.22);
const blackMarble = dull('marble', marble('#8d8a86', '#2b2c30'), 0.16);

export const torusKnot: DemoModel = {
  slug: 'torus-knot-sculpture',
  title: 'Torus Knot Sculpture',
  description:
    'A polished bronze trefoil knot of square, twisting section on a black marble plinth with a brass plate. One closed ribbon without a seam, good for testing reflections and smooth shading. 60 cm high.',
  category: 'Art / Sculpture',
  tags: ['sculpture', 'knot', 'bronze', 'marble', 'abstract', 'art', 'modern', 'trefoil'],
  keywords: ['mathematics', 'museum', 'gallery', 'statue', 'decor', 'torus'],
  priceUsd: 5,
  license: 'CC-BY-4.0',
  updatedAt: '2025-03-06T09:00:00Z',
  shape: (detail) => {
    const slab = { radius: 5, bevel: 4, tile: 300 };
    const rod = { around: 24, least: [1, 8] } as const;
    return [
      part('knot', bronze, [knot(detail)]),
      part('plinth', blackMarble, [
        place(box(detail, [260, 30, 200], slab), [0, 15, 0]),
        place(box(detail, [220, 110, 160], slab), [0, 83, 0]),
      ]),
      part('plate', brass, [
        place(box(detail, [90, 35, 4], { radius: 1.5, bevel: 3 }), [0, 85, 81]),
        tube(detail, '0 135 0, 0 200 0', { radius: 7, ...rod }),
        tube(detail, '0 135 0, 0 144 0', { radius: 22, ...rod }),
      ]),
    ];
  },
};

function knot(detail: number): Piece {
  const path = (t: number): Vec3 => {
    const [angle, bend] = [4 * Math.PI * t + Math.PI / 4, 6 * Math.PI * t + (3 * Math.PI) / 8];
    const reach = 125 + 56 * Math.cos(bend);
    return [reach * Math.cos(angle), 385 + reach * Math.sin(angle), 70 * Math.sin(bend)];
  };
  const section = (angle: number, t: number): Vec2 => {
    const square = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.62;
    const [x, y, twist] = [square(Math.cos(angle)), square(Math.sin(angle)), 6 * Math.PI * t];
    return [x * Math.cos(twist) - y * Math.sin(twist), x * Math.sin(twist) + y * Math.cos(twist)];
  };
  const size = { along: 150, around: 20, least: [36, 8], radius: 31 } as const;
  return tube(detail, path, { ...size, section, isLoop: true, tiles: [2, 12] });
}
