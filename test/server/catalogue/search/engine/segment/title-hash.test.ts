import { beforeEach, expect, test } from 'vitest';
import { orderByHash } from '../../../../../../server/catalogue/search/engine/build/build-order.ts';
import { openSegment, titleOf } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';
import {
  findTitles,
  hashTitle,
} from '../../../../../../server/catalogue/search/engine/segment/title-hash.ts';
import { createIndexBuilder } from '../../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { type Catalogue, createCatalogue } from '../catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
});

const find = (title: string) => {
  const segment = openSegment(createIndexBuilder(catalogue.db, null).rebuild().base);
  const found = [...findTitles(segment, hashTitle(title))];
  return { found, titles: found.map((doc) => titleOf(segment, doc)) };
};

test('finds each title among many', () => {
  catalogue.put(Array.from({ length: 300 }, (_, index) => ({ title: `Chair ${index}` })));

  const found = [0, 7, 123, 299].map((index) => find(`chair ${index}`).titles);

  expect(found).toEqual([['Chair 0'], ['Chair 7'], ['Chair 123'], ['Chair 299']]);
});

test('finds all models of one title in order', () => {
  catalogue.put(
    Array.from({ length: 90 }, (_, index) => ({ title: index % 3 === 0 ? 'Oak tables' : `Elm ${index}` })),
  );

  const { found, titles } = find('oak table');

  expect(new Set(titles)).toEqual(new Set(['Oak tables']));
  expect(found).toHaveLength(30);
  expect(found).toEqual([...found].sort((a, b) => a - b));
});

test('finds no model of a title that none has', () => {
  catalogue.put([{ title: 'Oak table' }]);

  expect(find('elm table').found).toEqual([]);
});

test('finds no title in an empty catalogue', () => {
  expect(find('oak table').found).toEqual([]);
});

test.each([5000, 300])('orders %i titles by their hashes, equal ones as they are numbered', (count) => {
  const hashes = Uint32Array.from({ length: count }, (_, doc) => hashTitle(`chair ${doc % 200}`));

  const { titlesByHash } = orderByHash(hashes);

  expect([...titlesByHash]).toEqual(
    [...hashes.keys()].sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b),
  );
});
