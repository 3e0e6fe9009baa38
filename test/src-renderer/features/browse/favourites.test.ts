import { expect, test } from 'vitest';
import { createResultStore } from '../../../../src-renderer/features/browse/browse-store.ts';
import { createFavouritesStore } from '../../../../src-renderer/features/browse/favourites-store.ts';
import { createFavouritesSource } from '../../../../src-renderer/features/browse/model-source.ts';
import { emptySelection } from '../../../../src-renderer/features/browse/selection.ts';
import { openStoredList, toTexts } from '../../../../src-renderer/lib/stored-list.ts';
import { makeCatalogue } from '../../site/catalogue.ts';
import { createMemorySite, settle } from '../../site/memory-site.ts';

/** A place that two tabs share. */
function makePlace(kept: readonly string[] = []) {
  let guids = kept;
  const listeners: (() => void)[] = [];
  return {
    read: () => guids,
    write: (next: readonly string[]) => {
      guids = next;
    },
    onChange: (listener: () => void) => void listeners.push(listener),
    announce: () => {
      for (const listen of listeners) listen();
    },
  };
}

const catalogue = makeCatalogue(90);
const guids = catalogue.map(({ guid }) => guid);

async function openFavourites(kept: readonly string[]) {
  const site = createMemorySite(catalogue);
  const store = createResultStore(createFavouritesSource(site.api, createFavouritesStore(makePlace(kept))));
  store.getState().select(emptySelection);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  return { site, store };
}

test('puts the newest favourite first, and takes it away again', () => {
  const place = makePlace(['a']);
  const store = createFavouritesStore(place);

  store.getState().toggle('b');
  const marked = place.read();
  store.getState().toggle('b');

  expect(marked).toEqual(['b', 'a']);
  expect(place.read()).toEqual(['a']);
  expect([...store.getState().marked]).toEqual(['a']);
});

test('loses nothing that another tab has marked', () => {
  const place = makePlace();
  const store = createFavouritesStore(place);
  place.write(['elsewhere']);

  store.getState().toggle('here');

  expect(place.read()).toEqual(['here', 'elsewhere']);
});

test('follows what another tab changes', () => {
  const place = makePlace();
  const store = createFavouritesStore(place);

  place.write(['elsewhere']);
  place.announce();

  expect(store.getState().marked.has('elsewhere')).toBe(true);
});

test('shows favourites over more than one page', async () => {
  const { store } = await openFavourites(guids);

  store.getState().showItems(60, 89);
  await settle();

  expect(store.getState()).toMatchObject({ status: 'ready', total: 90 });
  expect(store.getState().pages.get(1)).toHaveLength(30);
});

test('leaves out models that the server no longer has', async () => {
  const { store } = await openFavourites([guids[3] ?? '', 'gone', guids[1] ?? '']);

  expect(
    store
      .getState()
      .pages.get(0)
      ?.map(({ guid }) => guid),
  ).toEqual([guids[3], guids[1]]);
});

test('tells when favourites cannot be read', async () => {
  const { site, store } = await openFavourites([]);
  site.isBroken = () => true;
  const place = makePlace(guids.slice(0, 2));
  const broken = createResultStore(createFavouritesSource(site.api, createFavouritesStore(place)));

  broken.getState().select(emptySelection);
  await expect.poll(() => broken.getState().status).toBe('failed');

  expect(store.getState().status).toBe('ready');
});

test.each([null, '', '{"a":1}', '[1,"a",null]', 'no json'])('reads %j as a list of texts', (json) => {
  expect(toTexts(json)).toEqual(json?.includes('"a"') && json.startsWith('[') ? ['a'] : []);
});

test('keeps a list for the page where storage is forbidden', () => {
  const forbidding = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  } as unknown as Window;
  const list = openStoredList('x', forbidding);

  list.write(['a']);

  expect(list.read()).toEqual(['a']);
});
