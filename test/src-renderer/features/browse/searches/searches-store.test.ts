import { expect, test } from 'vitest';
import type { SavedSearch } from '../../../../../server/contract/accounts/saved-searches.ts';
import { AppError } from '../../../../../server/contract/errors.ts';
import {
  countNew,
  describeQuery,
  fromSavedQuery,
  toSavedQuery,
} from '../../../../../src-renderer/features/browse/searches/saved-query.ts';
import { createSearchesStore } from '../../../../../src-renderer/features/browse/searches/searches-store.ts';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';
import { createMemorySite } from '../../../site/memory-site.ts';

const models = makeCatalogue(12);
const everyGlb = 'format=glb';

type Wanted = Omit<SavedSearch, 'id' | 'madeAt'> & { readonly searchId: string };

/** A catalogue of the last models, which a server lists the newest first, and an account that keeps searches. */
function open(kept: readonly string[] = []) {
  const site = createMemorySite(models.slice(4));
  const ofAccount = new Map<string, SavedSearch>();
  const studio = { site, ofAccount, stored: kept, refusal: null as AppError | null };
  const keep = (name: string, { query, seen, total, searchId }: Wanted) => {
    if (studio.refusal !== null) throw studio.refusal;
    if (name === 'savedSearches') return { ok: true, searches: [...ofAccount.values()] };
    if (name === 'deleteSavedSearch') return ofAccount.delete(searchId);
    const saved = { id: query, query, seen, total, madeAt: '2026-05-04T10:00:00Z' };
    ofAccount.set(query, saved);
    return { ok: true, ...saved };
  };
  const names = new Set(['savedSearches', 'saveSearch', 'deleteSavedSearch']);
  const call = async (name: never, input: never) =>
    names.has(name) ? keep(name, input ?? {}) : site.api.call(name, input);
  const place = {
    read: () => studio.stored,
    write: (texts: readonly string[]) => {
      studio.stored = texts;
    },
    onChange: () => undefined,
  };
  const store = createSearchesStore(place, { ...site.api, call: call as never });
  return { ...studio, studio, store };
}

test('tells how many models came since a search was saved', async () => {
  const { site, store } = open();
  await store.getState().toggle(everyGlb);
  site.records = models;

  await store.getState().check();

  const fresh = models.slice(0, 4).filter(({ formats }) => formats.includes('glb'));
  expect(fresh.length).toBeGreaterThan(0);
  expect(store.getState().news.get(everyGlb)).toBe(fresh.length);
});

test('tells nothing new once it was looked at', async () => {
  const { site, store } = open();
  await store.getState().toggle(everyGlb);
  site.records = models;
  await store.getState().check();

  await store.getState().look(everyGlb);
  await store.getState().check();

  expect(store.getState().news.size).toBe(0);
});

test('asks for one model of a search without news', async () => {
  const { site, store } = open();
  await store.getState().toggle(everyGlb);
  site.requests.length = 0;

  await store.getState().check();

  expect(site.requests.map((address) => new URL(address, 'http://site').searchParams.get('limit'))).toEqual([
    '1',
  ]);
});

test('looks at nothing that is not saved', async () => {
  const { site, store } = open();

  await store.getState().look(everyGlb);

  expect([site.requests, store.getState().searches]).toEqual([[], []]);
});

test('forgets a search that is saved', async () => {
  const { studio, store } = open();
  await store.getState().toggle(everyGlb);

  await store.getState().toggle(everyGlb);

  expect([store.getState().searches, studio.stored]).toEqual([[], []]);
});

test('takes the searches of a device to the account', async () => {
  const { studio, ofAccount, store } = open();
  await store.getState().toggle(everyGlb);

  await store.getState().moveToAccount();

  expect([...ofAccount.keys()]).toEqual([everyGlb]);
  expect(store.getState()).toMatchObject({ home: 'account', searches: [{ query: everyGlb }] });
  expect(studio.stored).toEqual([]);
});

test('keeps them on the device where the server knows no searches', async () => {
  const { studio, store } = open();
  await store.getState().toggle(everyGlb);
  studio.refusal = new AppError('NOT_FOUND', 'There is nothing here.');

  await store.getState().moveToAccount();

  expect(store.getState()).toMatchObject({ home: 'device', error: null, searches: [{ query: everyGlb }] });
  expect(studio.stored).toHaveLength(1);
});

test('says why a search was not saved', async () => {
  const { site, store } = open();
  site.isBroken = () => true;

  await store.getState().toggle(everyGlb);

  expect(store.getState()).toMatchObject({ searches: [], error: { code: 'UNAVAILABLE' } });
});

test('passes over what is no search', () => {
  const { store } = open(['{', '{"query":1}', '{"query":"q=oak","seen":[],"total":0}']);

  expect(store.getState().searches.map(({ query }) => query)).toEqual(['q=oak']);
});

test('saves words and filters without their order', () => {
  const query = toSavedQuery({ ...emptySelection, q: ' oak ', sort: 'title', formats: ['glb'] });

  expect(query).toBe('q=oak&format=glb');
  expect(fromSavedQuery(query, true)).toEqual({
    ...emptySelection,
    q: 'oak',
    sort: 'newest',
    formats: ['glb'],
  });
  expect(describeQuery(query, null)).toBe('oak · GLB');
});

test.each([
  ['all that were not seen', { seen: ['a'], total: 1 }, { seen: ['c', 'b', 'a'], total: 3 }, 2],
  ['those that came while others went', { seen: ['a', 'b'], total: 2 }, { seen: ['c', 'a'], total: 2 }, 1],
  ['none where some went', { seen: ['a', 'b'], total: 2 }, { seen: ['a'], total: 1 }, 0],
  ['no more than the whole grew', { seen: ['a'], total: 500 }, { seen: ['x', 'y', 'a'], total: 501 }, 1],
])('counts %s', (_, before, now, count) => {
  expect(countNew(before, now)).toBe(count);
});
