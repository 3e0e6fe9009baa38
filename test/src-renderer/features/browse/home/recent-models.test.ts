import { expect, test } from 'vitest';
import { followOpened } from '../../../../../src-renderer/app/kept-stores.ts';
import { createRecentModels } from '../../../../../src-renderer/features/browse/home/recent-models.ts';
import { createModelStore } from '../../../../../src-renderer/features/model/store/model-store.ts';
import { makeCatalogue, makeDetails } from '../../../site/catalogue.ts';
import { createMemorySite, settle } from '../../../site/memory-site.ts';

const models = makeCatalogue(30);
const [first, second] = models;
if (first === undefined || second === undefined) throw new Error('There are no models.');

function open(kept: readonly string[] = []) {
  const device = { texts: kept, changed: () => {} };
  const recent = createRecentModels({
    read: () => device.texts,
    write: (texts) => {
      device.texts = texts;
    },
    onChange: (listener) => {
      device.changed = listener;
    },
  });
  const site = createMemorySite(models);
  const model = createModelStore({ api: site.api, loadPricing: async () => null });
  followOpened(model, { recentModels: recent });
  const titles = () => recent.getState().models.map(({ title }) => title);
  return { device, recent, site, model, titles };
}

test('keeps the models that were opened, the last one first and each once', async () => {
  const { model, titles, device } = open();

  for (const { guid } of [first, second, first]) {
    model.getState().open({ segment: guid, guid });
    await settle();
  }

  expect(titles()).toEqual([first.title, second.title]);
  expect(open(device.texts).titles()).toEqual(titles());
});

test('counts no quick look as opened', () => {
  const { model, titles } = open();

  model.getState().show(makeDetails(first));

  expect(titles()).toEqual([]);
});

test('keeps so many that they stay a short list', () => {
  const { recent, device } = open();

  for (const model of models) recent.getState().add(model);

  expect([device.texts.length, recent.getState().models[0]?.guid]).toEqual([24, models.at(-1)?.guid]);
});

test('forgets a model that the server has no more', async () => {
  const { recent, model, site, titles } = open();
  recent.getState().add(first);
  recent.getState().add(second);
  site.records = models.slice(1);

  model.getState().open({ segment: `${first.guid}-${first.slug}`, guid: null });
  await settle();

  expect(titles()).toEqual([second.title]);
});

test('shows the models of the present server alone', () => {
  const { recent, titles } = open();
  recent.getState().follow('https://studio.example');
  recent.getState().add(first);

  recent.getState().follow('bundled');
  recent.getState().add(second);
  const here = titles();
  recent.getState().follow('https://studio.example');

  expect([here, titles()]).toEqual([[second.title], [first.title]]);
});

test('begins with the server that was used last', () => {
  const { recent, device } = open();
  recent.getState().follow('https://studio.example');
  recent.getState().add(first);

  expect(open(device.texts).titles()).toEqual([first.title]);
});

test('follows another tab, and reads nothing that is broken', () => {
  const { recent, device, titles } = open();
  recent.getState().add(first);

  device.texts = ['{', '{"guid":7}', ...device.texts];
  device.changed();

  expect(titles()).toEqual([first.title]);
});
