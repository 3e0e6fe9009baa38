import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineQuery } from '../../../../server/catalogue/engine/engine-types.ts';
import { listHeavyTexts } from '../../../../server/catalogue/engine/heavy-texts.ts';
import { createIndexBuilder } from '../../../../server/catalogue/engine/index-builder.ts';
import { createLiveIndex } from '../../../../server/catalogue/engine/live-index.ts';
import { createPreparedAnswers } from '../../../../server/catalogue/engine/prepared-answers.ts';
import { openSegment } from '../../../../server/catalogue/engine/segment.ts';
import { type Catalogue, createCatalogue, toModelData, toQuery } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
});
afterEach(() => catalogue.close());

const kinds = ['chair', 'chairs', 'chest', 'table', 'desk'];
const fill = () =>
  catalogue.put(
    Array.from({ length: 300 }, (_, index) => ({
      title: `Oak ${kinds[index % kinds.length]} ${index % 7}`,
      category: index % 3 === 0 ? 'Chair' : 'Furniture',
      tags: [`tag${index % 50}`, 'oak'],
      triangles: index * 10,
    })),
  );

/** The index of the catalogue as it is, and a count of what is asked of it. */
function open() {
  const state = createIndexBuilder(catalogue.db, null).rebuild();
  const searcher = createLiveIndex()({ state, synonyms: '' });
  const texts = listHeavyTexts(openSegment(state.base));
  const asked = {
    listTexts: async () => texts,
    search: vi.fn(async (query: EngineQuery) => searcher.search(query)),
    facets: async (query: EngineQuery) => searcher.facets(query),
  };
  return { searcher, texts, asked };
}

test('answers as the index does, on every page', async () => {
  fill();
  const { searcher, texts, asked } = open();
  const prepared = createPreparedAnswers(() => false);
  prepared.renew(asked);
  await prepared.settled();

  expect(texts.length).toBeGreaterThan(20);
  for (const words of texts)
    for (const offset of [0, 24, 72]) {
      const query = toQuery(words, { offset, facets: ['types', 'tags'] });
      expect(prepared.page(query)).toEqual(searcher.search(query));
      expect(prepared.facets(query)).toEqual(searcher.facets(query));
    }
});

test.each(['Chair', ' chair! ', 'CHAIR'])('knows %j as the word it is', async (words) => {
  fill();
  const { searcher, asked } = open();
  const prepared = createPreparedAnswers(() => false);
  prepared.renew(asked);
  await prepared.settled();

  expect(prepared.page(toQuery(words))).toEqual(searcher.search(toQuery(words)));
});

test.each<[string, EngineQuery]>([
  ['a page further down', toQuery('oak', { offset: 90 })],
  ['several words', toQuery('oak chair')],
  ['a quoted word', toQuery('"oak"')],
  ['a filter', toQuery('oak', { filters: { animated: false } })],
  ['another order', toQuery('oak', { sort: 'newest' })],
  ['no words', toQuery(null)],
  ['a word that few have', toQuery('walnut')],
])('leaves %s to the index', async (_, query) => {
  fill();
  const prepared = createPreparedAnswers(() => false);
  prepared.renew(open().asked);
  await prepared.settled();

  expect(prepared.page(query)).toBeNull();
});

test('knows the last page of a short list', async () => {
  catalogue.put(Array.from({ length: 30 }, () => ({ title: 'Oak' })));
  const { searcher, asked } = open();
  const prepared = createPreparedAnswers(() => false);
  prepared.renew(asked);
  await prepared.settled();

  for (const offset of [20, 200]) {
    const query = toQuery('oak', { offset });
    expect(prepared.page(query)).toEqual(searcher.search(query));
  }
});

test('stands back while somebody asks', async () => {
  fill();
  const { asked, texts } = open();
  const notes = [true, true];
  const before: number[] = [];
  const prepared = createPreparedAnswers(() => {
    if (notes.length > 0) before.push(asked.search.mock.calls.length);
    return notes.pop() ?? false;
  });
  prepared.renew(asked);
  await prepared.settled();

  expect(before).toEqual([0, 0]);
  expect(asked.search).toHaveBeenCalledTimes(texts.length);
});

test('keeps nothing that a change came between', async () => {
  fill();
  const { asked } = open();
  const prepared = createPreparedAnswers(() => false);
  let change = () => prepared.renew(null);
  prepared.renew({
    ...asked,
    search: async (query) => {
      change();
      change = () => {};
      return asked.search(query);
    },
  });
  await prepared.settled();

  expect(asked.search).toHaveBeenCalledTimes(1);
  expect(prepared.page(toQuery('oak'))).toBeNull();
});

test('goes without answers when the index fails', async () => {
  const prepared = createPreparedAnswers(() => false);
  prepared.renew({
    listTexts: async () => ['oak'],
    search: async () => Promise.reject(new Error('the thread ended')),
    facets: async () => Promise.reject(new Error('the thread ended')),
  });
  await prepared.settled();

  expect(prepared.page(toQuery('oak'))).toBeNull();
});

test('answers anew after a change of the catalogue', async () => {
  fill();
  const engine = catalogue.open({ inThreadModels: 0 });
  await engine.ready;
  await engine.prepared();
  const before = await engine.search(toQuery('oak'));

  catalogue.writer.put(toModelData('new', { title: 'Oak' }));
  await engine.apply();
  const [atOnce, facets] = await Promise.all([engine.search(toQuery('oak')), engine.facets(toQuery('oak'))]);
  await engine.prepared();
  const later = await engine.search(toQuery('oak'));

  expect(before.total).toBe(300);
  expect(atOnce).toMatchObject({ total: 301, hits: expect.arrayContaining([expect.anything()]) });
  expect(facets.total).toBe(301);
  expect(later).toEqual(atOnce);
  expect(later.hits[0]?.modelId).toBe(catalogue.idOf('new'));
});
