import { createRandom } from '../bench/catalogue/random.ts';

/** Grades of the answers to a query, from 1 (useful) to 3 (exactly what was asked for); 0 is useless. */
export type Grades = ReadonlyMap<string, number>;

const shown = 10;
const discount = (place: number) => Math.log2(place + 2);
const gain = (grades: readonly number[]) =>
  grades.reduce((sum, grade, place) => sum + grade / 3 / discount(place), 0);

/** nDCG@10; null where no answer is of any use. */
export function measureGain(ids: readonly string[], grades: Grades): number | null {
  const best = [...grades.values()].sort((a, b) => b - a).slice(0, shown);
  const ideal = gain(best);
  return ideal === 0 ? null : gain(ids.slice(0, shown).map((id) => grades.get(id) ?? 0)) / ideal;
}

/** nDCG@10 of the answers that somebody has judged, as if there were no others. */
export const measureJudgedGain = (ids: readonly string[], grades: Grades) =>
  measureGain(
    ids.filter((id) => grades.has(id)),
    grades,
  );

/** The share of unjudged answers among the first ten; 0 without answers. */
export function measureUnjudged(ids: readonly string[], grades: Grades): number {
  const first = ids.slice(0, shown);
  return first.filter((id) => !grades.has(id)).length / Math.max(1, first.length);
}

/** One over the place of the first useful answer among ten, or 0. */
export function measureRank(ids: readonly string[], grades: Grades): number {
  const place = ids.slice(0, shown).findIndex((id) => (grades.get(id) ?? 0) > 0);
  return place < 0 ? 0 : 1 / (place + 1);
}

export const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export type Difference = { readonly mean: number; readonly low: number; readonly high: number };
const resamples = 10_000;

/**
 * By how much the first of two ways to answer the same queries scores more than the second, with the interval that
 * holds 95 % of the means of so many queries redrawn from these (paired bootstrap, by percentiles).
 */
export function comparePairs(ours: readonly number[], theirs: readonly number[]): Difference {
  const differences = ours.map((value, index) => value - (theirs[index] ?? 0));
  const random = createRandom(20_261_124);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn++)
      sum += differences[Math.floor(random() * differences.length)] ?? 0;
    return sum / Math.max(1, differences.length);
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * (resamples - 1))] ?? 0;
  return { mean: mean(differences), low: at(0.025), high: at(0.975) };
}

const folds = 5;
const repeats = 20;

export type Validated = {
  /** What the candidates that were chosen without a query score on it: what others may expect. */
  readonly honest: number;
  /** What the best of all candidates scores on the queries that chose it. */
  readonly tuned: number;
};

const indexOfBest = (candidates: readonly (readonly number[])[], at: readonly number[]) => {
  const means = candidates.map((scores) => mean(at.map((query) => scores[query] ?? 0)));
  return means.indexOf(Math.max(...means));
};

/**
 * Nested cross-validation of a choice among candidates, each given by its scores on the same queries: four fifths of the
 * queries choose, the last fifth is scored, in 20 seeded orders. Nothing is fitted to the inner folds, so the mean
 * over all of them is the mean over the queries that choose.
 */
export function validateChoice(candidates: readonly (readonly number[])[]): Validated {
  const queries = (candidates[0] ?? []).map((_, index) => index);
  const random = createRandom(5);
  const scored: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const order = queries
      .map((query) => ({ query, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ query }) => query);
    for (let fold = 0; fold < folds; fold++) {
      const outer = order.filter((_, place) => place % folds === fold);
      const inner = order.filter((_, place) => place % folds !== fold);
      const chosen = candidates[indexOfBest(candidates, inner)] ?? [];
      scored.push(...outer.map((query) => chosen[query] ?? 0));
    }
  }
  return { honest: mean(scored), tuned: mean(candidates[indexOfBest(candidates, queries)] ?? []) };
}
