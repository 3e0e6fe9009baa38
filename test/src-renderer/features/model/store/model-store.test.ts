import { afterEach, expect, test, vi } from 'vitest';
import {
  toArchiveAddress,
  toFileAddress,
} from '../../../../../src-renderer/features/model/start-download.ts';
import {
  createModelStore,
  findModelBySegment,
  type Pricing,
} from '../../../../../src-renderer/features/model/store/model-store.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';
import { createMemorySite, settle } from '../../../site/memory-site.ts';

const records = makeCatalogue(30);
const [chair, table] = records;
const pricing = { priceUsd: 1, unlocked: false, balanceUsd: 3 };

function openModels(loadPricing: (guid: string) => Promise<Pricing | null> = async () => pricing) {
  const site = createMemorySite(records);
  return { site, store: createModelStore({ api: site.api, loadPricing }) };
}

afterEach(() => {
  vi.useRealTimers();
});

test('finds models like it once the index is built', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { site, store } = openModels();
  site.indexed = 40;
  store.getState().open({ segment: 'first', guid: chair?.guid ?? '' });
  await settle();
  const { status, similar } = store.getState();

  site.indexed = 100;
  vi.advanceTimersByTime(1000);
  await settle();

  expect([status, similar]).toEqual(['ready', []]);
  expect(store.getState().similar.length).toBeGreaterThan(0);
});

test('ignores the answer for a model left meanwhile', async () => {
  const { site, store } = openModels();
  const release = site.hold();
  store.getState().open({ segment: 'first', guid: chair?.guid ?? '' });
  store.getState().open({ segment: 'second', guid: table?.guid ?? '' });

  await release(table?.guid ?? '');
  await release(chair?.guid ?? '');

  expect(store.getState().details?.guid).toBe(table?.guid);
});

test('shows a model that nothing is known to be like', async () => {
  const { site, store } = openModels();
  site.isBroken = (address) => address.includes('/similar');

  store.getState().open({ segment: 'chair', guid: chair?.guid ?? '' });
  await settle();

  expect(store.getState()).toMatchObject({ status: 'ready', similar: [], error: null });
});

test('forgets what the model before was like', async () => {
  const { site, store } = openModels();
  store.getState().open({ segment: 'chair', guid: chair?.guid ?? '' });
  await settle();
  site.isBroken = (address) => address.includes('/similar');

  store.getState().open({ segment: 'table', guid: table?.guid ?? '' });
  await settle();

  expect(store.getState()).toMatchObject({ details: { title: table?.title }, similar: [] });
});

test('recovers from an outage by a reload', async () => {
  const { site, store } = openModels();
  site.isBroken = () => true;
  store.getState().open({ segment: 'chair', guid: chair?.guid ?? '' });
  await settle();
  const { status } = store.getState();
  site.isBroken = () => false;

  store.getState().reload();
  await settle();

  expect([status, store.getState().status]).toEqual(['failed', 'ready']);
});

test('shows a model whose price cannot be asked for', async () => {
  const { store } = openModels(() => Promise.reject(new Error('no answer')));

  store.getState().open({ segment: 'chair', guid: chair?.guid ?? '' });
  await settle();

  expect(store.getState()).toMatchObject({ status: 'ready', pricing: null });
});

test('keeps topology and format for the next model', async () => {
  const { store } = openModels();
  store.getState().chooseLod('10k');
  store.getState().chooseFormat('fbx');

  store.getState().open({ segment: 'table', guid: table?.guid ?? '' });
  await settle();

  expect(store.getState()).toMatchObject({ preferredLod: '10k', preferredFormat: 'fbx' });
});

test('passes an outage on instead of guessing names', async () => {
  const { site } = openModels();
  site.isBroken = () => true;

  const search = findModelBySegment(site.api, 'oak-chair-00001');

  await expect(search).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(site.requests).toHaveLength(1);
});

test('addresses exactly one file, with every sign encoded', () => {
  const file = { guid: 'a/b', format: 'fbx', lod: '10k', relativePath: '10k/oak & chair?.fbx' } as const;

  expect([toFileAddress(file), toArchiveAddress('textures', file)]).toEqual([
    '/download/a%2Fb/format/fbx?lod=10k&relativePath=10k%2Foak+%26+chair%3F.fbx',
    '/download/a%2Fb/textures?ext=fbx&lod=10k&relativePath=10k%2Foak+%26+chair%3F.fbx',
  ]);
});
