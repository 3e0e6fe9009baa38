import { expect, test } from 'vitest';
import { findModel } from '../../../../../src-renderer/features/browse/store/browse-state.ts';
import { createBrowseStore } from '../../../../../src-renderer/features/browse/store/browse-store.ts';
import { emptySelection } from '../../../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';
import { createMemorySite, settle } from '../../../site/memory-site.ts';

async function openScrolled() {
  const site = createMemorySite(makeCatalogue(700));
  const store = createBrowseStore(site.api);
  store.getState().select(emptySelection);
  await settle();
  store.getState().showItems(600, 620);
  await settle();
  store.getState().rememberPlace(4000, 610);
  return { site, store };
}

test('shows former pages until newer ones are there', async () => {
  const { site, store } = await openScrolled();
  const [before] = site.records;
  site.records = makeCatalogue(700).toReversed();
  const release = site.hold();

  store.getState().catchUp();
  const { status } = store.getState();
  await release('offset=0');
  const meanwhile = findModel(store.getState().pages, 600)?.guid;
  await release('offset=600');

  expect(status).toBe('ready');
  expect(meanwhile).toBe(makeCatalogue(700)[600]?.guid);
  expect(findModel(store.getState().pages, 600)?.guid).toBe(site.records[600]?.guid);
  expect(findModel(store.getState().pages, 0)?.guid).not.toBe(before?.guid);
});

test('keeps everything in view when catching up fails', async () => {
  const { site, store } = await openScrolled();
  site.isBroken = () => true;

  store.getState().catchUp();
  await settle();
  site.isBroken = () => false;
  store.getState().showItems(300, 320);
  await settle();

  expect(store.getState()).toMatchObject({ status: 'ready', total: 700, error: null, pageError: null });
  expect(findModel(store.getState().pages, 310)).toEqual(site.records[310]);
});

test('starts over when the list had failed', async () => {
  const site = createMemorySite(makeCatalogue(10));
  const store = createBrowseStore(site.api);
  site.isBroken = () => true;
  store.getState().select(emptySelection);
  await settle();
  site.isBroken = () => false;

  store.getState().catchUp();
  await settle();

  expect(store.getState()).toMatchObject({ status: 'ready', total: 10, facetsError: null });
});

test('catches up once more after answers under way', async () => {
  const { site, store } = await openScrolled();
  const release = site.hold();
  site.requests.length = 0;

  for (let times = 0; times < 3; times += 1) store.getState().catchUp();
  await release('');
  await release('');
  await release('');

  expect(site.requests.filter((address) => address.includes('offset=0'))).toHaveLength(2);
});
