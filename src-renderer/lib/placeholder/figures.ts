import { type Solid, solid } from './solid.ts';

/** `vary` gives a number of 0-1 that depends only on the model and on the index. */
export type Vary = (index: number) => number;
export type Figure = (vary: Vary) => readonly Solid[];

const between = (least: number, most: number, part: number) => least + (most - least) * part;

/** Forms to draw while a model has no poster, each with proportions of its own per model. */
export const figures = {
  block: (vary) => [
    solid('box', [0, 0, 0], [between(5, 9, vary(0)), between(5, 9, vary(1)), between(4, 9, vary(2))]),
  ],
  stack: (vary) => {
    const low = between(2, 3.4, vary(0));
    const inset = between(1, 2, vary(1));
    return [
      solid('box', [0, 0, 0], [9, 9, low]),
      solid('box', [inset, inset, low], [9 - 2 * inset, 9 - 2 * inset, between(2.5, 5, vary(2))]),
    ];
  },
  steps: (vary) => {
    const rise = between(1.8, 2.6, vary(0));
    const run = between(2.4, 3.2, vary(1));
    return [0, 1, 2].map((step) =>
      solid('box', [step * run, 0, 0], [run, between(6, 9, vary(2)), (3 - step) * rise]),
    );
  },
  table: (vary) => {
    const [width, depth, height] = [between(8, 11, vary(0)), between(6, 9, vary(1)), between(4, 6, vary(2))];
    const legs = [
      [0.6, depth - 1.6],
      [width - 1.6, 0.6],
      [width - 1.6, depth - 1.6],
    ] as const;
    return [
      ...legs.map(([x, y]) => solid('box', [x, y, 0], [1, 1, height])),
      solid('box', [0, 0, height], [width, depth, between(0.9, 1.6, vary(3))]),
    ];
  },
  seat: (vary) => {
    const width = between(6, 9, vary(0));
    const seatHeight = between(2.6, 3.6, vary(1));
    return [
      solid('box', [0, 0, 0], [1.8, width, seatHeight + between(3, 5, vary(2))]),
      solid('box', [1.8, 0, 0], [between(4.4, 5.6, vary(3)), width, seatHeight]),
    ];
  },
  towers: (vary) => [
    solid('box', [0, 0, 0], [4, 4, between(8, 13, vary(0))]),
    solid('box', [4.6, 0.4, 0], [3.4, 3.4, between(4, 8, vary(1))]),
    solid('box', [0.2, 4.6, 0], [3.4, 3.4, between(3, 6.5, vary(2))]),
  ],
  house: (vary) => {
    const height = between(3.4, 5.2, vary(0));
    return [
      solid('box', [0.7, 0.7, 0], [7.6, 7.6, height]),
      solid('pyramid', [0, 0, height], [9, 9, between(4, 6, vary(1))]),
    ];
  },
  can: (vary) => [solid('cylinder', [0, 0, 0], [7, 7, between(5, 11, vary(0))])],
  vase: (vary) => {
    const neck = between(2.6, 4, vary(0));
    const body = between(5, 7, vary(1));
    const edge = (7 - neck) / 2;
    return [
      solid('cylinder', [0, 0, 0], [7, 7, body]),
      solid('cylinder', [edge, edge, body], [neck, neck, between(2, 4, vary(2))]),
    ];
  },
  pawn: (vary) => {
    const body = between(7, 9.5, vary(0));
    const head = between(3.6, 4.6, vary(1));
    const edge = (6.4 - head) / 2;
    return [
      solid('cone', [0, 0, 0], [6.4, 6.4, body]),
      solid('ball', [edge, edge, body - head * 0.55], [head, head, head]),
    ];
  },
  tree: (vary) => {
    const trunk = between(1.6, 3, vary(0));
    return [
      solid('cylinder', [2.8, 2.8, 0], [1.6, 1.6, trunk + 0.6]),
      solid('cone', [0, 0, trunk], [7.2, 7.2, between(6, 8, vary(1))]),
      solid('cone', [1, 1, trunk + between(3, 4, vary(2))], [5.2, 5.2, between(5, 6.5, vary(3))]),
    ];
  },
  car: (vary) => {
    const length = between(10, 13, vary(0));
    const cabin = between(4, 6, vary(1));
    return [
      solid('box', [0, 0, 1], [6, length, 2.4]),
      solid('box', [0.6, between(2, 4, vary(2)), 3.4], [4.8, cabin, between(1.8, 2.6, vary(3))]),
    ];
  },
  ball: (vary) => [
    solid('cylinder', [0, 0, 0], [8, 8, between(0.7, 1.4, vary(0))]),
    solid('ball', [0.6, 0.6, 1.2], [6.8, 6.8, 6.8]),
  ],
  gem: (vary) => [solid('gem', [0, 0, 0], [8, 8, between(8.5, 11, vary(0))])],
  pyramid: (vary) => [solid('pyramid', [0, 0, 0], [9, 9, between(6, 10, vary(0))])],
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;
