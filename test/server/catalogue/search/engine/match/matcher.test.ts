import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMatcher } from '../../../../../../server/catalogue/search/engine/match/matcher.ts';
import { listWord } from '../../../../../../server/catalogue/search/engine/segment/marks.ts';
import type { Group, Source } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';

type Posting = readonly [doc: number, impact: number];

const toSource = (postings: readonly Posting[], weight: number, isOrdered: boolean): Source => ({
  docs: Uint32Array.from(postings, ([doc]) => doc),
  impacts: Uint16Array.from(postings, ([, impact]) => impact),
  from: 0,
  to: postings.length,
  weight,
  isOrdered,
});

/** Every so many models from a first one on, each with an impact that its number tells. */
const spread = (models: number, every: number, first: number): Posting[] =>
  Array.from({ length: Math.max(0, Math.ceil((models - first) / every)) }, (_, index) => {
    const doc = first + index * every;
    return [doc, 1 + ((doc * 7919) % 65_535)];
  });

const source = (models: number): fc.Arbitrary<Source> =>
  fc
    .record({
      every: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 3000 })),
      first: fc.nat(3000),
      weight: fc.integer({ min: 1, max: 8 }),
      isTwice: fc.boolean(),
    })
    .map(({ every, first, weight, isTwice }) => {
      const postings = spread(models, every, first);
      return toSource(isTwice ? [...postings, ...spread(models, every * 2, 1)] : postings, weight, !isTwice);
    });

const listWords = (bits: Uint32Array) => {
  const docs = new Uint32Array(bits.length * 32);
  const end = bits.reduce((length, word, at) => listWord(docs, length, at, word), 0);
  return [...docs.subarray(0, end)];
};

function bestOf(group: Group): Map<number, number> {
  const best = new Map<number, number>();
  for (const { docs, impacts, weight } of group)
    for (const [at, doc] of docs.entries())
      best.set(doc, Math.max(best.get(doc) ?? 0, Math.fround(weight * (impacts[at] ?? 0))));
  return best;
}

function listAll(groups: readonly Group[]): [number, number][] {
  const bests = groups.map(bestOf);
  const docs = [...(bests[0]?.keys() ?? [])].filter((doc) => bests.every((best) => best.has(doc)));
  return docs
    .sort((a, b) => a - b)
    .map((doc) => [doc, bests.reduce((sum, best) => sum + (best.get(doc) ?? 0), 0)]);
}

test.each([
  [40, 100],
  [40_000, 10],
])('intersects groups like sets among %d models', (models, numRuns) => {
  const groups = fc.array(fc.array(source(models), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  });
  const matcher = createMatcher(models);

  const property = fc.property(groups, (asked) => {
    const { docs, scores, length } = matcher.all(asked);
    const found = Array.from(docs.subarray(0, length), (doc, at) => [doc, scores[at]]);

    expect(found).toEqual(listAll(asked));
  });

  fc.assert(property, { numRuns });
});

test('finds nothing where one word has no models', () => {
  const full = toSource(spread(50, 1, 0), 1, true);

  const { length } = createMatcher(50).all([[full], []]);

  expect(length).toBe(0);
});

test('sums what a model has of any words', () => {
  const [even, all] = [
    toSource([[2, 10]], 1, true),
    toSource(
      [
        [1, 10],
        [2, 10],
      ],
      1,
      true,
    ),
  ];

  const { docs, scores, length } = createMatcher(4).any([[even], [all]]);

  expect([...docs.subarray(0, length)]).toEqual([1, 2]);
  expect([...scores.subarray(0, length)]).toEqual([10, 20]);
});

test('marks the models that it lists, and scores chosen ones alike', () => {
  const models = 3000;
  const matcher = createMatcher(models);
  const group = fc.array(source(models), { minLength: 1, maxLength: 4 });

  const property = fc.property(group, fc.integer({ min: 1, max: 5 }), (asked, every) => {
    const listed = listAll([asked]);
    const marked = matcher.mark(asked);
    fc.pre(marked !== null);
    const chosen = listed.filter(([doc]) => doc % every === 0);
    const docs = Uint32Array.from(chosen, ([doc]) => doc);

    const scores = [...marked.scoresOf({ docs, length: docs.length })];
    const bits = listWords(marked.bits);

    expect(bits).toEqual(listed.map(([doc]) => doc));
    expect(scores).toEqual(chosen.map(([, score]) => score));
  });

  fc.assert(property, { numRuns: 50 });
});
