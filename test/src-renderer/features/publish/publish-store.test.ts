import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { OutboxState, OutgoingFile } from '../../../../src-renderer/features/publish/outbox.ts';
import {
  createPublishStore,
  type PublishApi,
} from '../../../../src-renderer/features/publish/publish-store.ts';

const file = (relativePath: string, state: OutgoingFile['state'] = 'done'): OutgoingFile => ({
  ...{ relativePath, state, sizeBytes: 3, sentBytes: 3, uploadId: `upload of ${relativePath}`, error: null },
});
const outboxOf = (...files: OutgoingFile[]) =>
  createStore<OutboxState>()((set, get) => ({
    files,
    load: async () => {},
    add: () => {},
    remove: async (gone) =>
      set({ files: get().files.filter(({ relativePath }) => !gone.includes(relativePath)) }),
    forget: () => set({ files: [] }),
    blobOf: () => null,
  }));
const found = (title: string) => ({ models: [{ title }], leftOut: [] });

/** A server that answers when it is told to. */
function openStore(outbox: ReturnType<typeof outboxOf>) {
  const asked: { name: string; input: unknown; answer: (value: unknown) => void }[] = [];
  const call = (name: string, input: unknown) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    asked.push({ name, input, answer: resolve });
    return promise;
  };
  const api = { call, on: () => () => {} } as unknown as PublishApi;
  const store = createPublishStore({ api, outbox, wait: async () => {} });
  const answer = async (index: number, value: unknown) => {
    asked[index]?.answer(value);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { store, asked, answer };
}

test('asks about the files once all of them are there', () => {
  const outbox = outboxOf();
  const { asked } = openStore(outbox);

  outbox.setState({ files: [file('chair.glb'), file('oak.png', 'sending')] });
  const before = asked.length;
  outbox.setState({ files: [file('chair.glb'), file('oak.png')] });

  expect(before).toBe(0);
  expect(asked).toMatchObject([
    {
      name: 'publishCheck',
      input: { uploads: ['upload of chair.glb', 'upload of oak.png'], isOneModel: false },
    },
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

  store.getState().type({ license: 'CC0-1.0' });
  outbox.setState({ files: [file('chair.glb'), file('chair.fbx')] });
  await answer(1, found('Chair'));

  expect(store.getState()).toMatchObject({ found: [{ title: 'Chair' }], typed: { license: 'CC0-1.0' } });
});

test('publishes the next version of a model and empties the outbox', async () => {
  const outbox = outboxOf();
  const { store, asked, answer } = openStore(outbox);
  outbox.setState({ files: [file('chair.glb')] });
  await answer(0, found('Chair'));
  const product = { title: 'Chair', category: 'Furniture', license: 'CC0', priceUsd: 0 };

  store.getState().setGuid('g-1');
  void store.getState().publish(product);
  await answer(1, { publishId: 'p-1', guid: 'g-1' });
  await answer(2, { state: 'working' });
  await answer(3, { state: 'waiting', title: 'Chair' });

  expect(asked[1]).toMatchObject({ name: 'publish', input: { product, guid: 'g-1' } });
  expect(store.getState()).toMatchObject({ done: { state: 'waiting' }, guid: null, found: null, busy: null });
  expect(outbox.getState().files).toEqual([]);
});
