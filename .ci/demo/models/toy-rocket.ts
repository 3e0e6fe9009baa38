import { extrude } from '../geometry/extrude.ts';
import { tracePoints } from '../geometry/outline.ts';
import { type Piece, place, repeatAround, steps } from '../geometry/piece.ts';
import { lathe } from '../geometry/sheet.ts';
import { brass, iron, plain, redEnamel } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';

const cream = plain('cream', '#f3ead6', '#e4d8bd', 0.3);
const glass = plain('porthole', '#2c6c8f', '#1d4d6b', 0.06);

export const toyRocket: DemoModel = {
  slug: 'toy-rocket',
  title: 'Toy Rocket',
  description:
    'A tin toy rocket of the 1950s, 38 cm high: cream body, red nose, three swept fins that it stands on, brass rings and three portholes. Every colour is a part of its own. For nurseries, shelves, posters and low-gravity games.',
  category: 'Vehicles / Spacecraft',
  tags: ['rocket', 'spaceship', 'toy', 'retro', 'tin', 'space', 'fins'],
  keywords: ['spacecraft', 'science fiction', 'nursery', 'launch', 'atomic age', 'collectible'],
  priceUsd: 0,
  license: 'CC0-1.0',
  updatedAt: '2025-03-08T09:00:00Z',
  shape: (detail) => {
    const nose = '42 282, 27 332 90, 5 366 20, 4 378 3, 7 384 4, 4 392 3, 0 393';
    const ring = lathe(detail, '40 0, 45 0 1.5, 44.4 9 1.5, 38 9', { tiles: [6, 1] });
    const nozzle = '0 44, 20 40 4, 33 16 30, 35 16 1, 24 52';
    return [
      part('body', cream, [lathe(detail, '0 52, 38 52 3, 60 130 130, 60 200 160, 41 288')]),
      part('nose', redEnamel, [lathe(detail, nose)]),
      part('fins', redEnamel, [repeatAround(3, fin(detail), 90)]),
      part('rings', brass, [
        place(ring, [0, 280, 0]),
        place(ring, [0, 56, 0], [0, 0, 0], [0.95, 1, 0.95]),
        ...portholes(detail, '19 -6, 19 5 2.5, 13 5 2.5, 12 0'),
      ]),
      part('portholes', glass, portholes(detail, '13.5 0, 12 3 6, 0 5')),
      part('nozzle', iron, [lathe(detail, nozzle, { around: 36 })]),
    ];
  },
};

function fin(detail: number): Piece {
  const outline = tracePoints(detail, '48 84, 82 52 40, 100 0 5, 122 0 5, 104 96 90, 50 168');
  return extrude(outline, { depth: 9, bevel: 3, bevelSteps: steps(detail, 1.6, 0), tile: 120 });
}

/** Returns three rings or panes along the front, from their outline around the viewing axis. */
function portholes(detail: number, outline: string): readonly Piece[] {
  const one = place(lathe(detail, outline, { around: 32, least: 9 }), [0, 0, 0], [90, 0, 0]);
  const small = [0.8, 0.8, 0.8] as const;
  return [
    place(one, [0, 236, 52.5], [-9, 0, 0]),
    place(one, [0, 184, 58.5], [0, 0, 0], small),
    place(one, [0, 140, 58], [5, 0, 0], small),
  ];
}
