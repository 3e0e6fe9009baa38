import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findModel } from '../../../../../src-renderer/features/browse/store/browse-state.ts';
import { createBrowseStore } from '../../../../../src-renderer/features/browse/store/browse-store.ts';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';
import { createMemorySite, settle } from '../../../site/memory-site.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function openCatalogue(count = 1000) {
  const site = createMemorySite(makeCatalogue(count));
  const store = createBrowseStore(site.api);
  return { site, store };
}

async function openLoaded(count?: number) {
  const opened = openCatalogue(count);
  opened.store.getState().select(emptySelection);
  await settle();
  opened.site.requests.length = 0;
  return opened;
}

test('loads the first page and the filters', async () => {
  const { site, store } = openCatalogue();

  store.getState().select(emptySelection);
  await settle();

  const { status, total, facets, pages } = store.getState();
  expect({ status, total, counted: facets?.total }).toEqual({ status: 'ready', total: 1000, counted: 1000 });
  expect(pages.get(0)).toHaveLength(60);
  expect(site.requests).toEqual(['/api-embeddings/browse?limit=60&offset=0', '/api-embeddings/filters']);
});

const searched = (requests: readonly string[]) =>
  requests.flatMap((address) =>
    /offset=0/.test(address) ? [new URLSearchParams(address.split('?')[1]).get('q')] : [],
  );

test('searches for the last words while typing goes on', async () => {
  const { site, store } = await openLoaded();

  for (const text of ['o', 'oa', 'oak']) store.getState().setQueryText(text);
  vi.advanceTimersByTime(39);
  await settle();
  const early = searched(site.requests);
  vi.advanceTimersByTime(1);
  await settle();

  expect(early).toEqual(['o']);
  expect(searched(site.requests)).toEqual(['o', 'oak']);
});

test('starts at a place that was kept', async () => {
  const { store } = openCatalogue();

  store.getState().select(emptySelection, { scrollTop: 3000, activeIndex: 40 });
  await settle();

  expect(store.getState()).toMatchObject({ scrollTop: 3000, activeIndex: 40 });
});

test('searches at once when it is submitted', async () => {
  const { site, store } = await openLoaded();

  store.getState().setQueryText('oak');
  store.getState().submitQuery();
  vi.advanceTimersByTime(1000);
  await settle();

  expect(site.requests.filter((address) => address.includes('offset'))).toHaveLength(1);
});

test('asks nothing when the words stay the same', async () => {
  const { site, store } = await openLoaded();

  store.getState().setQueryText('  ');
  vi.advanceTimersByTime(1000);
  await settle();

  expect(site.requests).toEqual([]);
});

test('ignores the answer to an outdated search', async () => {
  const { site, store } = await openLoaded();
  const release = site.hold();

  store.getState().select({ ...emptySelection, q: 'oak' });
  store.getState().select({ ...emptySelection, q: 'keg' });
  await release('q=keg');
  await release('q=oak');

  const { selection, total, facets } = store.getState();
  expect(selection.q).toBe('keg');
  expect(total).toBe(facets?.total);
  expect(findModel(store.getState().pages, 0)?.title).toContain('Keg');
});

test('keeps the former result while the next one loads', async () => {
  const { site, store } = await openLoaded();
  const release = site.hold();

  store.getState().select({ ...emptySelection, q: 'oak' });

  expect(store.getState()).toMatchObject({ status: 'refreshing', total: 1000 });
  await release('');
  expect(store.getState().total).toBeLessThan(1000);
});

test('loads only the pages that are in view', async () => {
  const { site, store } = await openLoaded();

  store.getState().showItems(610, 659);
  await settle();
  store.getState().showItems(610, 659);
  await settle();

  expect(site.requests).toEqual(['/api-embeddings/browse?limit=60&offset=600']);
  expect(findModel(store.getState().pages, 615)).toEqual(site.records[615]);
});

test('skips pages that were scrolled past meanwhile', async () => {
  const { site, store } = await openLoaded();
  const release = site.hold();

  for (const first of [120, 240, 360, 480, 600]) store.getState().showItems(first, first + 20);
  await release('');
  await release('');

  expect(site.requests.map((address) => address.split('offset=')[1])).toEqual(['120', '240', '600']);
});

test('stops asking for a search that was given up', async () => {
  const { site, store } = await openLoaded();
  site.indexed = 0;
  store.getState().select({ ...emptySelection, q: 'oak' });
  await settle();
  store.getState().select(emptySelection);
  await settle();
  site.requests.length = 0;

  vi.advanceTimersByTime(1000);
  await settle();

  expect(site.requests).toEqual(['/api-embeddings/filters']);
  expect(store.getState()).toMatchObject({ status: 'ready', indexing: null, total: 1000 });
});

test('asks for a failed later page only again on request', async () => {
  const { site, store } = await openLoaded();
  site.isBroken = (address) => address.includes('offset=600');

  store.getState().showItems(600, 620);
  await settle();
  store.getState().showItems(601, 621);
  await settle();
  const { pageError, status } = store.getState();
  const asked = site.requests.length;
  site.isBroken = () => false;
  store.getState().retryPages();
  await settle();

  expect([pageError?.code, status, asked]).toEqual(['UNAVAILABLE', 'ready', 1]);
  expect(findModel(store.getState().pages, 600)).toEqual(site.records[600]);
  expect(store.getState().pageError).toBeNull();
});

test('reads a range of models, those that were never in view too', async () => {
  const { site, store } = await openLoaded();

  const models = await store.getState().readRange(58, 130);

  expect(models.map(({ guid }) => guid)).toEqual(site.records.slice(58, 131).map(({ guid }) => guid));
  expect(site.requests).toEqual([
    '/api-embeddings/browse?limit=60&offset=60',
    '/api-embeddings/browse?limit=60&offset=120',
  ]);
});

test('leaves out of a range what cannot be read', async () => {
  const { site, store } = await openLoaded();
  site.isBroken = (address) => address.includes('offset=60');

  expect(await store.getState().readRange(58, 61)).toHaveLength(2);
});

test('keeps words and order when the filters go', async () => {
  const { store } = await openLoaded();
  store.getState().select({ ...emptySelection, q: 'oak', sort: 'title', formats: ['fbx'] });

  store.getState().clearFilters();

  expect(store.getState().selection).toEqual({ ...emptySelection, q: 'oak', sort: 'title' });
});
