import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIndexBuilder } from '../../../../../server/catalogue/search/engine/index-builder.ts';
import { createLiveIndex } from '../../../../../server/catalogue/search/engine/live-index.ts';
import { openSegment } from '../../../../../server/catalogue/search/engine/segment.ts';
import { type Catalogue, createCatalogue, toModelData, toQuery } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
  catalogue.put([{ title: 'Oak table' }, { title: 'Oak chair' }]);
});
afterEach(() => catalogue.close());

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
