import { describe, expect, it } from 'vitest';
import {
  comparePairs,
  mean,
  measureGain,
  measureJudgedGain,
  measureRank,
  measureUnjudged,
  validateChoice,
} from './measures.ts';

const grades = new Map([
  ['best', 3],
  ['good', 1],
  ['useless', 0],
]);

describe('measures of an order', () => {
  it('is whole for the ideal order, less for any other, and unknown without a useful answer', () => {
    expect(measureGain(['best', 'good'], grades)).toBe(1);
    // (1/3 / log2(2) + 1 / log2(3)) / (1 / log2(2) + 1/3 / log2(3))
    expect(measureGain(['good', 'best'], grades)).toBeCloseTo(0.7967, 4);
    expect(measureGain(['other', 'useless'], grades)).toBe(0);
    expect(measureGain(['useless'], new Map([['useless', 0]]))).toBeNull();
  });

  it('looks at ten answers', () => {
    const others = Array.from({ length: 10 }, (_, index) => `other ${index}`);
    expect(measureGain([...others, 'best'], grades)).toBe(0);
    expect(measureRank([...others, 'best'], grades)).toBe(0);
    expect(measureRank(['other', 'useless', 'good'], grades)).toBeCloseTo(1 / 3);
  });

  it('counts what nobody has judged, and leaves it out', () => {
    expect(measureUnjudged(['other', 'useless', 'best', 'another'], grades)).toBe(0.5);
    expect(measureUnjudged([], grades)).toBe(0);
    expect(measureJudgedGain(['other', 'best', 'another', 'good'], grades)).toBe(1);
  });
});

describe('comparing two ways to answer', () => {
  it('is sure of what holds for every query, and unsure of what few decide', () => {
    const ours = [0.5, 0.6, 0.7, 0.8];
    const always = comparePairs(
      ours,
      ours.map((value) => value - 0.1),
    );
    for (const value of Object.values(always)) expect(value).toBeCloseTo(0.1);
    const once = comparePairs([...ours, 1], [...ours, 0]);
    expect(once.mean).toBeCloseTo(0.2);
    expect(once.low).toBe(0);
    expect(once.high).toBeGreaterThan(0.5);
    expect(comparePairs([...ours, 1], [...ours, 0])).toEqual(once);
  });

  it('does not believe a choice on the queries that made it', () => {
    // Forty ways to guess: the best of them looks good on these queries, and is as good as the others on new ones.
    const guesses = Array.from({ length: 40 }, (_, way) =>
      Array.from({ length: 50 }, (_, query) => (way * way * 31 + query * query * 17 + way * query * 7) % 2),
    );
    const { honest, tuned } = validateChoice(
      guesses.map((row, way) => row.map((one, at) => (at * way + one) % 2)),
    );
    expect(tuned).toBeGreaterThan(honest);
    const better = validateChoice([
      [0.1, 0.2, 0.3, 0.4, 0.5],
      [0.2, 0.3, 0.4, 0.5, 0.6],
    ]);
    expect(better.honest).toBeCloseTo(0.4);
    expect(better.tuned).toBeCloseTo(0.4);
    expect(mean([])).toBe(0);
  });
});
