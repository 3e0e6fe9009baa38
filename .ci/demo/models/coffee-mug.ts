import { join, place } from '../geometry/piece.ts';
import { lathe } from '../geometry/sheet.ts';
import { tube } from '../geometry/tube.ts';
import { dull, plain, stoneware } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { speckled } from '../textures/surfaces.ts';

const glaze = dull('glaze', speckled('#4f7d86', '#2c4d55'), 0.22);
const coffee = plain('coffee', '#4a2a16', '#38200f', 0.12);

export const coffeeMug: DemoModel = {
  slug: 'coffee-mug',
  title: 'Coffee Mug',
  description:
    'A speckled stoneware mug on its saucer, filled with coffee. Rounded lip, pulled handle and a foot ring, with real wall thickness inside. Sized for a 30 cl cup; the coffee is a part of its own and can be removed.',
  category: 'Kitchen / Tableware',
  tags: ['mug', 'coffee', 'cup', 'ceramic', 'saucer', 'breakfast', 'drink'],
  keywords: ['tea', 'stoneware', 'cafe', 'kitchen', 'pottery', 'handle'],
  priceUsd: 0,
  license: 'CC0-1.0',
  updatedAt: '2025-02-24T09:00:00Z',
  shape: (detail) => {
    const bowl = '0 2, 22 2 1, 23 0 1, 28 0 2, 39 12 12, 40.5 90 2.2, 36.2 90 1.8, 35 10 12, 0 7';
    const handle = tube(detail, '37 74 0, 52 79 0, 68 68 0, 70.5 47 0, 61 28 0, 36 17 0', {
      along: 30,
      radius: (t) => 5.2 + 3.5 * (2 * t - 1) ** 6,
      section: (angle) => [0.8 * Math.cos(angle), 1.35 * Math.sin(angle)],
      side: [0, 1, 0],
      isOpen: true,
      tiles: [0.4, 1.5],
    });
    const saucer =
      '0 2, 34 2 1, 35 0 1, 41 0 3, 78 14 30, 81.5 18.5 1.8, 79 19.5 1.2, 45 9 30, 33 8.5 2, 31 7 2, 0 6.8';
    return [
      part('mug', stoneware, [place(join([lathe(detail, bowl, { tiles: [2, 2] }), handle]), [0, 8.5, 0])]),
      part('saucer', glaze, [lathe(detail, saucer, { around: 56, tiles: [2, 1] })]),
      part('coffee', coffee, [lathe(detail, '36.4 83.1, 35.5 82.5 3, 0 82.5')]),
    ];
  },
};
