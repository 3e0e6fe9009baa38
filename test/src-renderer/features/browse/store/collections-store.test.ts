import { expect, test } from 'vitest';
import type { Collection } from '../../../../../server/contract/accounts/model-lists.ts';
import { AppError } from '../../../../../server/contract/errors.ts';
import {
  type CollectionsApi,
  createCollectionsStore,
} from '../../../../../src-renderer/features/browse/store/collections-store.ts';
import { settle } from '../../../site/memory-site.ts';

type Change = { collectionId?: string; name?: string; add?: string[]; remove?: string[] };

/** A server with collections, that notes how much each request brings. */
function makeServer(kept: readonly Collection[] = []) {
  const server = {
    collections: [...kept],
    sent: [] as number[],
    refusal: null as AppError | null,
    api: {
      call: async (name: string, change: Change = {}) => {
        await settle();
        if (server.refusal !== null) throw server.refusal;
        if (name === 'collections') return { ok: true, collections: server.collections };
        if (name === 'deleteCollection') {
          server.collections = server.collections.filter(({ id }) => id !== change.collectionId);
          return null;
        }
        const { add = [], remove = [] } = change;
        server.sent.push(add.length + remove.length);
        const found = server.collections.find(({ id }) => id === change.collectionId);
        const before = found ?? { ...empty, id: `new-${server.collections.length}` };
        const guids = [...add, ...before.guids].filter((guid) => !remove.includes(guid));
        const after = { ...before, name: change.name ?? before.name, guids };
        server.collections = [...server.collections.filter((one) => one !== found), after];
        return { ok: true, ...after };
      },
      on: () => () => undefined,
    } as unknown as CollectionsApi,
  };
  return server;
}

const at = '2026-05-04T10:00:00Z';
const empty: Collection = { id: 'one', name: 'Tavern', guids: [], madeAt: at, changedAt: at };

async function open(kept: readonly Collection[] = []) {
  const server = makeServer(kept);
  const store = createCollectionsStore(server.api);
  await store.getState().load();
  return { server, store };
}

test('lists collections by name', async () => {
  const { store } = await open([empty, { ...empty, id: 'two', name: 'attic' }]);

  expect(store.getState().collections.map(({ name }) => name)).toEqual(['attic', 'Tavern']);
});

test('makes one with more models than one request takes', async () => {
  const { server, store } = await open();
  const guids = Array.from({ length: 1100 }, (_, index) => `model-${index}`);

  const { id } = await store.getState().make('All', guids);

  expect(server.sent).toEqual([500, 500, 100]);
  expect(store.getState().collections.find((one) => one.id === id)?.guids).toEqual(guids);
});

test('adds, removes, renames and deletes', async () => {
  const { store } = await open([{ ...empty, guids: ['table'] }]);
  const { add, remove, rename } = store.getState();

  await add('one', ['chair']);
  await remove('one', ['table']);
  await rename('one', 'Inn');
  const changed = store.getState().collections;
  await store.getState().delete('one');

  expect(changed).toMatchObject([{ name: 'Inn', guids: ['chair'] }]);
  expect(store.getState().collections).toEqual([]);
});

test('changes nothing where the server refuses', async () => {
  const { server, store } = await open([empty]);
  server.refusal = new AppError('FORBIDDEN', 'A list has at most 2000 models.');

  await expect(store.getState().add('one', ['chair'])).rejects.toBe(server.refusal);

  expect(store.getState().collections).toEqual([empty]);
});

test('forgets everything when a person signs out', async () => {
  const { store } = await open([empty]);
  store.getState().choose({ title: 'Chair', guids: ['chair'] });

  store.getState().leaveAccount();

  expect(store.getState()).toMatchObject({ status: 'signed-out', collections: [], wanted: null });
});

test('drops an answer that comes after signing out', async () => {
  const store = createCollectionsStore(makeServer([empty]).api);

  const loading = store.getState().load();
  store.getState().leaveAccount();
  await loading;

  expect(store.getState().status).toBe('signed-out');
});
