import { beforeEach, expect, test, vi } from 'vitest';
import { openSegment } from '../../../../../../server/catalogue/search/engine/segment/segment.ts';
import { createIndexBuilder } from '../../../../../../server/catalogue/search/engine/state/index-builder.ts';
import { createLiveIndex } from '../../../../../../server/catalogue/search/engine/state/live-index.ts';
import { type Catalogue, createCatalogue, toModelData, toQuery } from '../catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
  catalogue.put([{ title: 'Oak table' }, { title: 'Oak chair' }]);
});

test('opens the large part once over many changes', () => {
  const builder = createIndexBuilder(catalogue.db, null);
  const read = vi.fn(openSegment);
  const open = createLiveIndex(read);
  let state = builder.rebuild();
  // As from a thread: the same memory behind another object.
  const receive = () => open({ state: structuredClone(state), synonyms: '' });
  receive();
  catalogue.writer.put(toModelData('m0', { title: 'Pine table' }));
  state = builder.update(state) ?? state;
  read.mockClear();

  const totals = [receive(), receive()].map((searcher) => searcher.search(toQuery('oak')).total);

  expect(totals).toEqual([1, 1]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('opens another large part when it was made anew', () => {
  const builder = createIndexBuilder(catalogue.db, null);
  const open = createLiveIndex();
  open({ state: builder.rebuild(), synonyms: '' });
  catalogue.writer.put(toModelData('m0', { title: 'Pine table' }));

  const searcher = open({ state: builder.rebuild(), synonyms: '' });

  expect(searcher.search(toQuery('oak')).total).toBe(1);
  expect(searcher.search(toQuery('pine')).total).toBe(1);
});

test('pages through both parts as SQL orders the models', () => {
  catalogue.put(Array.from({ length: 60 }, (_, index) => ({ title: `Thing ${index}` })));
  catalogue.db.exec('UPDATE model SET popularity = id % 5');
  const builder = createIndexBuilder(catalogue.db, null);
  const base = builder.rebuild();
  for (let index = 0; index < 60; index += 4)
    catalogue.writer.put(toModelData(`m${index}`, { title: `Changed ${index}` }));
  const searcher = createLiveIndex()({ state: builder.update(base) ?? base, synonyms: '' });
  const order = 'SELECT id FROM model ORDER BY popularity DESC, guid_hash, id';
  const expected = catalogue.db.prepare<[], number>(order).pluck().all();

  for (let offset = 0; offset < 62; offset += 1) {
    const page = searcher.search(toQuery(null, { sort: 'popular', offset, limit: 7 }));

    expect(page.hits.map(({ modelId }) => modelId)).toEqual(expected.slice(offset, offset + 7));
  }
});
