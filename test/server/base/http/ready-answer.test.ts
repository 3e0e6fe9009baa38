import { expect, test } from 'vitest';
import { readyAnswer, readyList, readyObject, writtenAs } from '../../../../server/base/http/ready-answer.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';

const write = <T extends object>(value: T) => writtenAs<T>(JSON.stringify(value));

type Similar = OutputOf<'similar'>;
type Model = Omit<Similar['results'][number], 'score'>;

const model: Model = {
  ...{ guid: 'a', title: 'Chair with "arms"', slug: 'chair', description: '', type: 0, typeLabel: 'model' },
  ...{ category: 'Möbel', subcategory: '', tags: [], keywords: [], license: 'MIT', licenseType: 'premium' },
  ...{ priceUsd: 1, version: 1, sourceVersion: 1, sourceUpdatedAt: null, animated: false, rigged: false },
  ...{
    triCount: 12,
    sizeMetres: null,
    formats: ['obj'],
    lods: ['1k'],
    sizeBytes: 5,
    modelPageUrl: '',
    canonicalUrl: '',
  },
  ...{ previewSmallUrl: null, previewMediumUrl: null, previewLargeUrl: null, thumbnailUrl: null },
  sketchUrl: null,
  ...{ previewTurnUrl: null, glb1kUrl: null, metaUrl: '', colour: null, licenseFrom: null },
};
const head = { ok: true, total: 2, hasMore: false, limit: 12, offset: 0, tookMs: 0.5 } as const;
const read = ({ body }: { readonly body: Buffer }): unknown => JSON.parse(String(body));

test('joins what was written before with what is told now', () => {
  const first = write(model);

  const list = readyList('similar', {
    head,
    results: [
      [first, { score: 2 }],
      [first, { score: 1 }],
    ],
    isLasting: false,
  });

  expect(read(list)).toEqual({
    ...head,
    results: [
      { ...model, score: 2 },
      { ...model, score: 1 },
    ],
  });
  expect(list.isLasting).toBe(false);
});

test('writes lists of nothing and items without more', () => {
  const first = write(model);

  const empty = readyList('browse', { head, results: [], isLasting: true });
  const plain = readyList('browse', { head, results: [[first, {}]], isLasting: true });

  expect(read(empty)).toEqual({ ...head, results: [] });
  expect(read(plain)).toEqual({ ...head, results: [model] });
});

test('takes only what the route answers', () => {
  const first = write(model);
  const answers = [
    readyAnswer('search', { ...head, results: [] }),
    // @ts-expect-error a result of a search has its scores
    readyList('search', { head, results: [[first, { score: 1 }]], isLasting: true }),
    // @ts-expect-error and a title
    readyList('browse', { head, results: [[write({ guid: 'a' }), {}]], isLasting: true }),
    // @ts-expect-error a listing tells its total
    readyObject('browse', write({ ok: true as const }), { results: [] }),
  ];
  // @ts-expect-error an answer of one route is none of another
  const other: ReturnType<typeof readyAnswer<'browse'>> = readyAnswer('search', { ...head, results: [] });

  expect(answers).toHaveLength(4);
  expect(read(other)).toEqual({ ...head, results: [] });
});
