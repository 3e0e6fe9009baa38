import { beforeAll, expect, test } from 'vitest';
import type { EngineQuery } from '../../../../../server/catalogue/search/engine/engine-types.ts';
import { createIndexBuilder } from '../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { createLiveIndex } from '../../../../../server/catalogue/search/engine/state/live-index.ts';
import { type Catalogue, createCatalogue, toQuery } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeAll(() => {
  catalogue = createCatalogue();
  catalogue.put(
    Array.from({ length: 10_001 }, (_, index) => ({
      title: index % 1000 === 0 ? 'Chair throne' : index % 1000 === 1 ? 'Chair seat' : 'Chair',
    })),
  );
});

/** A searcher of many chairs, few of which are thrones or seats. */
const open = (synonyms = '') =>
  createLiveIndex()({ state: createIndexBuilder(catalogue.db, null).rebuild(), synonyms });

test('takes a word of few models lightly', () => {
  const searcher = open();

  expect(searcher.isLight(toQuery('throne'))).toBe(true);
  expect(searcher.isLight(toQuery('Thrones'))).toBe(true);
});

test.each<[string, EngineQuery]>([
  ['a word of many models', toQuery('chair')],
  ['the beginning of one', toQuery('chai')],
  ['a short beginning', toQuery('thr')],
  ['an unknown word, which may be a slip', toQuery('thorne')],
  ['several words', toQuery('throne seat')],
  ['a filter', toQuery('throne', { filters: { animated: false } })],
  ['no words', toQuery(null)],
])('does not take %s lightly', (_, query) => {
  expect(open().isLight(query)).toBe(false);
});

test('weighs what synonyms add to a word', () => {
  const searcher = open('throne, chair');

  expect(searcher.isLight(toQuery('throne'))).toBe(false);
  expect(searcher.isLight(toQuery('seat'))).toBe(true);
});
