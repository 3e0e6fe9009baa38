import * as weights from '../../server/catalogue/search/weights.ts';

/** Changes of the engine's constants, by the names that `server/catalogue/search/weights.ts` gives them. */
type Weights = Readonly<Record<string, unknown>>;
export type Candidate = { readonly name: string; readonly weights: Weights };

type Constant = { readonly name: string; readonly shipped: number; readonly textbook: number };

const member = (group: string, values: Readonly<Record<string, number>>, textbook: number): Constant[] =>
  Object.entries(values).map(([key, shipped]) => ({ name: `${group}.${key}`, shipped, textbook }));

/** Every number that orders results, with what it is where nothing was tuned: plain BM25F over words alone. */
export const constants: readonly Constant[] = [
  { name: 'saturation', shipped: weights.saturation, textbook: 1.2 },
  ...member('fieldWeights', weights.fieldWeights, 1),
  ...member('fieldLengthShare', weights.fieldLengthShare, 0.75),
  ...member('formWeights', weights.formWeights, 1),
  ...member('titleBoosts', weights.titleBoosts, 0),
  { name: 'categoryBoost', shipped: weights.categoryBoost, textbook: 0 },
  { name: 'nearMatches.fewest', shipped: weights.nearMatches.fewest, textbook: 0 },
  { name: 'nearMatches.leastShare', shipped: weights.nearMatches.leastShare, textbook: 0 },
];

function set(name: string, value: number): Weights {
  const [group = '', key] = name.split('.');
  return { [group]: key === undefined ? value : { [key]: value } };
}

function merge(all: readonly Weights[]): Weights {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one)))
    merged[name] = typeof value === 'object' ? Object.assign({}, merged[name], value) : value;
  return merged;
}

export const shipped: Candidate = { name: 'shipped', weights: {} };
export const textbook: Candidate = {
  name: 'textbook',
  weights: merge(constants.map(({ name, textbook }) => set(name, textbook))),
};

/** Each constant that is not as the textbook has it, put back alone. */
export const putBack: readonly Candidate[] = constants
  .filter((constant) => constant.shipped !== constant.textbook)
  .map(({ name, textbook }) => ({ name, weights: set(name, textbook) }));

/** What somebody who tunes would try: all of the above, and each constant halved and doubled. */
export const tuned: readonly Candidate[] = [
  shipped,
  textbook,
  ...putBack,
  ...[0.5, 2].flatMap((factor) =>
    constants
      .filter((constant) => constant.shipped > 0)
      .map(({ name, shipped }) => ({ name: `${name} × ${factor}`, weights: set(name, shipped * factor) })),
  ),
];
