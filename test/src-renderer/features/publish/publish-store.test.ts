import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OutboxState, OutgoingFile } from '../../../../src-renderer/features/publish/outbox.ts';
import {
  createPublishStore,
  isOpen,
  type PublishApi,
  valuesOf,
  wishOf,
} from '../../../../src-renderer/features/publish/publish-store.ts';

const file = (relativePath: string, state: OutgoingFile['state'] = 'done'): OutgoingFile => ({
  ...{ relativePath, state, sizeBytes: 3, sentBytes: 3, uploadId: `upload of ${relativePath}`, error: null },
});
const outboxOf = (...files: OutgoingFile[]) =>
  createStore<OutboxState>()((set, get) => ({
    files,
    wishes: [],
    publish: async (wish) =>
      set({
        wishes: [
          ...get().wishes,
          {
            ...{ ...wish, publishId: `wish ${get().wishes.length}`, state: 'sending', own: [] },
            ...{ shownGuid: null, error: null },
          },
        ],
      }),
    close: async (publishId) => set({ wishes: get().wishes.filter((wish) => wish.publishId !== publishId) }),
    load: async () => {},
    add: () => {},
    remove: async (gone) =>
      set({ files: get().files.filter(({ relativePath }) => !gone.includes(relativePath)) }),
    forget: () => set({ files: [] }),
    blobOf: () => null,
  }));
const modelOf = (title: string, ...scenes: string[]) => ({
  ...{ title, scenes, files: scenes, lods: [], formats: ['glb'], triangles: null, tags: [] },
  ...{ description: '', category: '', subcategory: '', license: '', attribution: '' },
});
const found = (title: string) => ({ models: [modelOf(title, 'chair.glb')], leftOut: [] });
const whole = { category: 'Furniture', license: 'CC0', priceUsd: '0' };

/** A server that answers when it is told to. */
function openStore(outbox: ReturnType<typeof outboxOf>) {
  const asked: { name: string; input: unknown; answer: (value: unknown) => void }[] = [];
  const call = (name: string, input: unknown) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    asked.push({ name, input, answer: resolve });
    return promise;
  };
  const api = { call, on: () => () => {} } as unknown as PublishApi;
  const store = createPublishStore({ api, outbox });
  const answer = async (index: number, value: unknown) => {
    asked[index]?.answer(value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, asked, answer };
}

test('guesses from names, and asks again once all are there', () => {
  const outbox = outboxOf();
  const { asked } = openStore(outbox);

  outbox.setState({ files: [file('chair.glb'), file('oak.png', 'waiting')] });
  outbox.setState({ files: [file('chair.glb'), file('oak.png', 'sending')] });
  outbox.setState({ files: [file('chair.glb'), file('oak.png')] });

  expect(asked.map(({ name, input }) => [name, input])).toEqual([
    ['publishGuess', { paths: ['chair.glb', 'oak.png'], isOneModel: false }],
    ['publishCheck', { uploads: ['upload of chair.glb', 'upload of oak.png'], isOneModel: false }],
  ]);
});

test('heeds only the answer to its last question', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);

  outbox.setState({ files: [file('chair.glb')] });
  store.getState().setOneModel(true);
  await answer(1, found('Chair'));
  await answer(0, found('Chair of before'));

  expect(store.getState()).toMatchObject({ found: [{ title: 'Chair' }], busy: null });
});

test('keeps what was typed when files are added', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb')] });
  await answer(0, found('Chair'));

  store.getState().type(modelOf('Chair', 'chair.glb'), { license: 'CC0-1.0' });
  outbox.setState({ files: [file('chair.fbx'), file('chair.glb')] });
  const both = modelOf('Chair', 'chair.fbx', 'chair.glb');
  await answer(1, { models: [both], leftOut: [] });

  expect(valuesOf(store.getState(), both)).toMatchObject({ title: 'Chair', license: 'CC0-1.0' });
});

test('publishes the next version of a model', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb', 'sending')] });
  const chair = modelOf('Chair', 'chair.glb');
  await answer(0, { models: [chair], leftOut: [] });

  store.getState().setGuid(chair, 'g-1');
  store.getState().type(chair, whole);
  await store.getState().publish([chair]);

  expect(outbox.getState().wishes).toMatchObject([
    { files: ['chair.glb'], scene: null, guid: 'g-1', product: { title: 'Chair', priceUsd: 0 } },
  ]);
});

test('publishes those of several that are filled in', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb'), file('table.glb'), file('sofa.glb')] });
  const models = ['Chair', 'Table', 'Sofa'].map((title) => modelOf(title, `${title.toLowerCase()}.glb`));
  const [chair = modelOf(''), table = chair, sofa = chair] = models;
  await answer(0, { models, leftOut: [] });

  store.getState().type(chair, whole);
  store.getState().type(sofa, { license: 'CC-BY-4.0' });
  store.getState().spread(chair);
  store.getState().type(table, { priceUsd: '' });
  await store.getState().publish(models);

  expect(outbox.getState().wishes.map(({ scene, product }) => [scene, product.license])).toEqual([
    ['chair.glb', 'CC0'],
    ['sofa.glb', 'CC-BY-4.0'],
  ]);
});

test('fills the form again with what failed', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb')] });
  const chair = modelOf('Chair', 'chair.glb');
  await answer(0, { models: [chair], leftOut: [] });
  store.getState().type(chair, { ...whole, title: 'Oak chair' });
  await store.getState().publish([chair]);

  outbox.setState({ wishes: outbox.getState().wishes.map((wish) => ({ ...wish, state: 'failed' })) });

  const failed = wishOf(outbox.getState().wishes, chair);
  expect([isOpen(failed), valuesOf(store.getState(), chair, failed)]).toMatchObject([
    true,
    { ...whole, title: 'Oak chair' },
  ]);
  await store.getState().publish([chair]);
  expect(outbox.getState().wishes.map(({ state }) => state)).toEqual(['sending']);
});

test('gives back what was typed when a wish is taken back', async () => {
  const outbox = outboxOf();
  const { store, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb', 'sending')] });
  const chair = modelOf('Chair', 'chair.glb');
  await answer(0, { models: [chair], leftOut: [] });
  store.getState().type(chair, { ...whole, title: 'Oak chair' });
  await store.getState().publish([chair]);

  await store.getState().close(outbox.getState().wishes[0]?.publishId ?? '');

  expect(outbox.getState().wishes).toEqual([]);
  expect(valuesOf(store.getState(), chair).title).toBe('Oak chair');
});
