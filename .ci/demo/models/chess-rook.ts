import { box } from '../geometry/box.ts';
import { bend, place, repeatAround } from '../geometry/piece.ts';
import { lathe } from '../geometry/sheet.ts';
import { brass, dull } from '../materials.ts';
import { type DemoModel, part } from '../model.ts';
import { wood, woven } from '../textures/surfaces.ts';

const boxwood = dull('boxwood', wood('#dcb478', '#b5854a'), 0.32);
const felt = dull('felt', woven('#2f6b46', '#1d4a2f'), 1);

export const chessRook: DemoModel = {
  slug: 'chess-rook',
  title: 'Chess Rook',
  description:
    'A tournament-size rook turned from boxwood, 5.8 cm high, with six battlements, brass ring and felt under its base. The outline follows the classic club set. Use it alone or as the start of a whole board.',
  category: 'Games / Chess',
  tags: ['chess', 'rook', 'castle', 'tower', 'board game', 'wood', 'turned'],
  keywords: ['game piece', 'boxwood', 'tournament', 'strategy', 'hobby', 'figure'],
  priceUsd: 0,
  license: 'CC0-1.0',
  updatedAt: '2025-03-05T09:00:00Z',
  shape: (detail) => {
    const base =
      '0 0.8, 15.5 0.8 0.6, 16.5 3.5 1, 16.5 7.5 1.6, 14.8 8.6 0.6, 14.8 10.2 1.2, 12 12.5 3, 11.2 15.5 20, 8.6 28 40, 8.2 35 15, 9 40.5';
    const crown =
      '9 40.5, 12.2 41.2 0.7, 12.8 42.8 0.8, 11.2 44.2 0.8, 10.8 46 1, 13.5 49.5 3, 13.5 53, 9.8 53, 9.4 51.5 1, 0 51';
    const block = box(detail, [10.5, 7.5, 3.7], { radius: 0.7, bevel: 2, cuts: [7, 1, 1], tile: 30 });
    const merlon = bend(place(block, [0, 54.3, 0]), (x, y, z) => {
      const [angle, radius] = [x / 13.5, 11.65 + z];
      return [radius * Math.sin(angle), y, radius * Math.cos(angle)];
    });
    return [
      part('rook', boxwood, [
        lathe(detail, base, { tiles: [1, 1.2] }),
        lathe(detail, crown, { tiles: [1, 0.8] }),
        repeatAround(6, merlon),
      ]),
      part('ring', brass, [
        lathe(detail, '11.2 15.2, 12.4 15.8 0.5, 12.4 17.2 0.5, 10.4 17.8', { tiles: [4, 1] }),
      ]),
      part('felt', felt, [lathe(detail, '0 0, 15.2 0, 15.2 1')]),
    ];
  },
};
