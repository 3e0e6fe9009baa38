import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerState, Session } from '../../../../src-main/platform/ipc/contract.ts';
import { createDesktopApi } from '../../../../src-renderer/api/desktop-api.ts';
import { connectStores } from '../../../../src-renderer/app/desktop/connect-stores.ts';
import { createDesktopStores } from '../../../../src-renderer/app/desktop/create-desktop-stores.ts';
import { emptySelection } from '../../../../src-renderer/features/browse/store/selection.ts';
import { makeJob } from '../../sample-job.ts';
import { createMemoryBridge } from '../../site/memory-bridge.ts';
import { settle } from '../../site/memory-site.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ready: ServerState = {
  kind: 'bundled',
  url: 'http://127.0.0.1:8787',
  status: 'ready',
  message: null,
  progress: null,
};
const starting: ServerState = { ...ready, status: 'starting', url: null };
const indexing = (done: number): ServerState => ({
  ...ready,
  status: 'indexing',
  progress: { done, total: 500 },
});

const signedIn: Session = {
  ...{ status: 'signed-in', serverUrl: ready.url, userName: 'Ada Artist', scopes: [] },
  ...{ userCode: null, approveUrl: null, expiresAt: null, message: null },
  keychain: { isAvailable: true, message: null },
};

async function openWindow(server: ServerState, isAnswering: boolean) {
  const bridge = createMemoryBridge(server);
  bridge.isAnswering = isAnswering;
  const stores = createDesktopStores(createDesktopApi(bridge), () => ({
    read: () => [],
    write: () => {},
    onChange: () => {},
  }));
  const announcements = connectStores(stores);
  stores.browse.getState().select(emptySelection);
  await stores.server.getState().load();
  await settle();
  return { bridge, stores, announcements };
}

test('asks again when the server was ready too early', async () => {
  const { bridge, stores } = await openWindow(starting, false);
  stores.server.setState({ server: null });
  bridge.isAnswering = true;

  bridge.emit('server.changed', ready);
  await settle();

  expect(stores.browse.getState()).toMatchObject({ status: 'ready', total: 100 });
});

test('does not ask twice for a server that was ready', async () => {
  const { bridge } = await openWindow(ready, true);

  bridge.emit('server.changed', ready);
  await settle();

  expect(bridge.calls.filter((name) => name === 'browse')).toHaveLength(1);
});

test('takes in models while they are indexed, every two seconds', async () => {
  const { bridge, stores } = await openWindow(indexing(10), true);
  await settle();
  bridge.calls.length = 0;

  for (const done of [20, 30, 40]) bridge.emit('server.changed', indexing(done));
  await settle();
  const early = bridge.calls.filter((name) => name === 'browse').length;
  bridge.grow(400);
  vi.advanceTimersByTime(2000);
  await settle();

  expect(early).toBe(0);
  expect(bridge.calls.toSorted()).toEqual(['browse', 'filters']);
  expect(stores.browse.getState()).toMatchObject({ total: 400, status: 'ready' });
  expect(stores.browse.getState().facets?.total).toBe(400);
});

test('asks for nothing while the count stands still', async () => {
  const { bridge } = await openWindow(indexing(10), true);
  bridge.calls.length = 0;

  bridge.emit('server.changed', indexing(10));
  vi.advanceTimersByTime(10_000);
  await settle();

  expect(bridge.calls).toEqual([]);
});

test('keeps place and selection when indexing ends', async () => {
  const { bridge, stores } = await openWindow(indexing(10), true);
  stores.browse.getState().rememberPlace(900, 40);
  const { resultId } = stores.browse.getState();
  bridge.grow(500);

  bridge.emit('server.changed', ready);
  await settle();
  bridge.calls.length = 0;
  vi.advanceTimersByTime(10_000);

  expect(stores.browse.getState()).toMatchObject({ total: 500, scrollTop: 900, activeIndex: 40, resultId });
  expect(bridge.calls).toEqual([]);
});

test('announces a finished download', async () => {
  const { bridge, announcements } = await openWindow(ready, true);

  bridge.emit('downloads.changed', { jobs: [makeJob({ status: 'done' })], removed: [] });

  expect(announcements.getState().text).toBe('Downloaded: Oak Chair, 10k FBX');
});

test('asks for the balance once a second while many downloads are charged', async () => {
  const { bridge, stores } = await openWindow(ready, true);
  stores.session.setState({ session: signedIn });
  bridge.calls.length = 0;
  const asked = () => bridge.calls.filter((name) => name === 'balance' || name === 'entitlements');
  const charge = (id: string) =>
    bridge.emit('downloads.changed', { jobs: [makeJob({ id, chargedUsd: 1 })], removed: [] });

  for (const id of ['a', 'b', 'c']) charge(id);
  await settle();
  const early = asked().length;
  vi.advanceTimersByTime(1000);
  await settle();
  const later = asked().length;
  vi.advanceTimersByTime(10_000);
  await settle();

  expect([early, later, asked().length]).toEqual([2, 4, 4]);
});
