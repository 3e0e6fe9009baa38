import { expect, test } from 'vitest';
import { AppError } from '../../../../../server/contract/errors.ts';
import { openStoredList, toTexts } from '../../../../../src-renderer/data/stored-list.ts';
import { createResultStore } from '../../../../../src-renderer/features/browse/store/browse-store.ts';
import {
  createFavouritesStore,
  type FavouritesApi,
} from '../../../../../src-renderer/features/browse/store/favourites-store.ts';
import { createKeptSource } from '../../../../../src-renderer/features/browse/store/model-source.ts';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';
import { createMemorySite, settle } from '../../../site/memory-site.ts';

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

/** A server that keeps favourites, and knows no model whose name begins with `gone`. */
function makeAccount(kept: readonly string[] = []) {
  const account = {
    guids: kept,
    requests: 0,
    refusal: null as AppError | null,
    api: {
      call: async (name: string, change: { add?: readonly string[]; remove?: readonly string[] } = {}) => {
        await settle();
        account.requests += 1;
        if (account.refusal !== null) throw account.refusal;
        const { add = [], remove = [] } = name === 'favourites' ? {} : change;
        const added = add.filter((guid) => !guid.startsWith('gone') && !account.guids.includes(guid));
        account.guids = [...added, ...account.guids].filter((guid) => !remove.includes(guid));
        return { ok: true, guids: account.guids };
      },
      on: () => () => undefined,
    } as unknown as FavouritesApi,
  };
  return account;
}

async function signIn(ofDevice: readonly string[], ofAccount: readonly string[] = []) {
  const place = makePlace(ofDevice);
  const account = makeAccount(ofAccount);
  const store = createFavouritesStore(place, account.api);
  await store.getState().moveToAccount();
  return { place, account, store };
}

const catalogue = makeCatalogue(90);
const guids = catalogue.map(({ guid }) => guid);

async function openFavourites(kept: readonly string[]) {
  const site = createMemorySite(catalogue);
  const store = createResultStore(createKeptSource(site.api, () => kept));
  store.getState().select(emptySelection);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  return { site, store };
}

test('puts the newest favourite first, and takes it away again', () => {
  const place = makePlace(['a']);
  const store = createFavouritesStore(place, makeAccount().api);

  store.getState().toggle('b');
  const marked = place.read();
  store.getState().toggle('b');

  expect(marked).toEqual(['b', 'a']);
  expect(place.read()).toEqual(['a']);
  expect([...store.getState().marked]).toEqual(['a']);
});

test('loses nothing that another tab has marked', () => {
  const place = makePlace();
  const store = createFavouritesStore(place, makeAccount().api);
  place.write(['elsewhere']);

  store.getState().toggle('here');

  expect(place.read()).toEqual(['here', 'elsewhere']);
});

test('follows what another tab changes', () => {
  const place = makePlace();
  const store = createFavouritesStore(place, makeAccount().api);

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
  const broken = createResultStore(createKeptSource(site.api, () => guids.slice(0, 2)));

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

test("takes the device's favourites to the account", async () => {
  const { place, account, store } = await signIn(['new', 'old'], ['older']);

  expect(account.guids).toEqual(['new', 'old', 'older']);
  expect(store.getState()).toMatchObject({ guids: ['new', 'old', 'older'], home: 'account' });
  expect(place.read()).toEqual([]);
});

test('sends more than one request takes in their order', async () => {
  const many = Array.from({ length: 1200 }, (_, index) => `model-${index}`);

  const { account, store } = await signIn(many);

  expect(account.requests).toBe(3);
  expect(store.getState().guids).toEqual(many);
});

test('keeps on the device what the server lacks', async () => {
  const { place, store } = await signIn(['here', 'gone-elsewhere']);

  expect([store.getState().guids, place.read()]).toEqual([['here'], ['gone-elsewhere']]);
});

test('loses nothing where the server refuses', async () => {
  const place = makePlace(['mine']);
  const account = makeAccount();
  account.refusal = new AppError('UNAVAILABLE', 'The server is not responding.');
  const store = createFavouritesStore(place, account.api);

  await store.getState().moveToAccount();

  expect(place.read()).toEqual(['mine']);
  expect(store.getState()).toMatchObject({ guids: ['mine'], home: 'device', error: account.refusal });
});

test('stays on the device without the right to the account', async () => {
  const account = makeAccount();
  account.refusal = new AppError('INSUFFICIENT_SCOPE', 'This app may not do that.');
  const store = createFavouritesStore(makePlace(['mine']), account.api);

  await store.getState().moveToAccount();

  expect(store.getState()).toMatchObject({ guids: ['mine'], home: 'device', error: null });
});

test('shows a change at once, and keeps the last of many', async () => {
  const { account, store } = await signIn([]);
  const { toggle } = store.getState();

  toggle('a');
  toggle('b');
  toggle('a');
  const shown = store.getState().guids;
  await expect.poll(() => account.requests).toBe(4);
  await settle();

  expect([shown, store.getState().guids, account.guids]).toEqual([['b'], ['b'], ['b']]);
});

test('takes a change back that the server refuses', async () => {
  const { account, store } = await signIn(['a']);
  account.refusal = new AppError('FORBIDDEN', 'A list has at most 2000 models.');

  store.getState().toggle('b');
  await expect.poll(() => store.getState().error).toBe(account.refusal);

  expect(store.getState().guids).toEqual(['a']);
});

test('shows none of the account after signing out', async () => {
  const { place, store } = await signIn(['a']);

  store.getState().leaveAccount();
  store.getState().toggle('b');

  expect([store.getState().guids, place.read()]).toEqual([['b'], ['b']]);
});

test('marks many models on the device, each of them once', () => {
  const place = makePlace(['b', 'x']);
  const store = createFavouritesStore(place, makeAccount().api);

  store.getState().add(['a', 'b']);

  expect([store.getState().guids, place.read()]).toEqual([
    ['a', 'b', 'x'],
    ['a', 'b', 'x'],
  ]);
});

test('marks more models for the account than one request takes', async () => {
  const { account, store } = await signIn([]);
  const guids = Array.from({ length: 1100 }, (_, index) => `model-${index}`);
  account.requests = 0;

  store.getState().add(guids);

  await expect.poll(() => store.getState().guids).toEqual(guids);
  expect(account.requests).toBe(3);
});

test('says why models were not marked', async () => {
  const { account, store } = await signIn([]);
  account.refusal = new AppError('FORBIDDEN', 'A list has at most 2000 models.');

  store.getState().add(['a']);

  await expect.poll(() => store.getState().error?.code).toBe('FORBIDDEN');
  expect(store.getState().guids).toEqual([]);
});
