import { expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../../helpers/library-folder.ts';
import { startTestServer } from '../../../helpers/test-server.ts';

const token = 'a shared secret'.replaceAll(' ', '-');
const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 3, attribution: 'Somebody' }),
  ...simpleModel('chair', { guid: 'chair' }),
  'table/previewSmall.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mNk+M9QzwAEjAwABR8BgL6F0wAAAAAASUVORK5CYII=',
    'base64',
  ),
});
const server = await startTestServer({
  libraryDir: library.folder,
  environment: { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: token },
});

test.each(['status.json', 'changes', 'changes?since=oops', 'product/table', 'product/none'])(
  'lets nobody read %s without the key',
  async (name) => {
    const address = `${server.baseUrl}/api-sync/${name}`;

    const answers = await Promise.all([
      fetch(address),
      fetch(address, { headers: { authorization: `Bearer ${token}x` } }),
      fetch(address, { headers: { authorization: `Basic ${token}` } }),
      fetch(`${address}${name.includes('?') ? '&' : '?'}key=${token}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answers[0]?.json()).toMatchObject({ ok: false, code: 'UNAUTHENTICATED' });
  },
);

test('tells who it is and how far its feed goes', async () => {
  const { body } = await server.call('syncStatus', {}, { token });

  expect(body).toMatchObject({ ok: true, products: 2, ready: true, head: 2 });
  expect(body.hostId).not.toBe(body.epoch);
  expect(Date.parse(body.startedAt)).toBeLessThanOrEqual(Date.now());
});

test('pages through its changes by offset', async () => {
  const { body: first } = await server.call('syncChanges', { since: 0, limit: 1, waitMs: 0 }, { token });
  const second = await server.call('syncChanges', { since: first.next, limit: 1, waitMs: 0 }, { token });
  const third = await server.call('syncChanges', { since: second.body.next, limit: 1, waitMs: 0 }, { token });

  expect(first).toMatchObject({ since: 0, next: first.changes[0]?.offset, hasMore: true });
  expect(second.body).toMatchObject({ hasMore: false, head: second.body.next });
  expect(third.body).toMatchObject({ changes: [], next: second.body.next, hasMore: false });
});

test.each(['since=-1', 'since=1.5', 'limit=0', 'limit=1001', 'waitMs=30001'])(
  'refuses changes?%s as invalid',
  async (query) => {
    const response = await fetch(`${server.baseUrl}/api-sync/changes?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  },
);

test('describes a product with its whole inventory', async () => {
  const { body } = await server.call('syncProduct', { guid: 'table' }, { token });

  expect(body.product).toMatchObject({
    guid: 'table',
    version: 1,
    title: 'table',
    attribution: 'Somebody',
    priceUsd: 3,
    previewSmallUrl: expect.stringContaining(`${server.baseUrl}/posters/table/small?v=`),
  });
  expect(body.product.files).toHaveLength(6);
  expect(body.product.files[0]).toMatchObject({
    relativePath: '1k/textures/wood.png',
    role: 'texture',
    crc32: expect.any(Number),
  });
});

test('describes several products in the order they are asked for', async () => {
  const { body } = await server.call('syncProducts', { guids: ['chair', 'none', 'table'] }, { token });
  const { body: alone } = await server.call('syncProduct', { guid: 'table' }, { token });

  expect(body.products.map((product) => product?.guid)).toEqual(['chair', undefined, 'table']);
  expect(body.products[2]).toEqual(alone.product);
});

test('describes several products to nobody without the key, and no more than fit', async () => {
  const ask = (headers: Record<string, string>, guids: readonly string[]) =>
    fetch(`${server.baseUrl}/api-sync/products`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ guids }),
    });
  const authorization = `Bearer ${token}`;

  const answers = await Promise.all([
    ask({}, ['table']),
    ask({ authorization: `${authorization}x` }, ['table']),
    ask({ authorization }, []),
    ask({ authorization }, Array(limits.sync.products + 1).fill('table')),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 400, 400]);
});

test('has no product that is not in its library', async () => {
  const { status, error } = await server.call('syncProduct', { guid: 'none' }, { token });

  expect([status, error.code]).toEqual([404, 'MODEL_NOT_FOUND']);
});

test('answers a waiting site when something changes', async () => {
  const { head } = (await server.call('syncStatus', {}, { token })).body;
  const waiting = server.call('syncChanges', { since: head, limit: 10, waitMs: 30_000 }, { token });

  library.write({ 'chair/10k/thing.obj': objText(60, 'chair') });
  await server.scan();
  const { body } = await waiting;

  expect(body.changes).toMatchObject([{ guid: 'chair', version: 2, op: 'upsert', offset: head + 1 }]);
});

test('lets a waiting site go when the time is over', async () => {
  const { head } = (await server.call('syncStatus', {}, { token })).body;

  const { body } = await server.call('syncChanges', { since: head, limit: 10, waitMs: 50 }, { token });

  expect(body).toMatchObject({ changes: [], next: head, hasMore: false });
});

test('serves only what a file host serves', async () => {
  const paths = [
    '/',
    '/sign-in',
    '/api-embeddings/browse',
    '/api/models/table',
    '/api/account',
    '/api/manifest.yaml',
  ];

  const answers = await Promise.all(paths.map((path) => fetch(`${server.baseUrl}${path}`)));
  const health = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(`${server.baseUrl}${path}`)));
  const poster = await fetch(`${server.baseUrl}/posters/table/small`);

  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  expect(health.map(({ status }) => status)).toEqual([200, 200]);
  expect(poster.status).toBe(200);
});

test('lets waiting sites go when it stops', async () => {
  const other = await startTestServer({
    environment: { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: token },
  });
  const { promise: hasCome, resolve } = Promise.withResolvers<void>();
  other.app.http.server.once('request', () => resolve());
  const waiting = other.call('syncChanges', { since: 0, limit: 10, waitMs: 30_000 }, { token });
  await hasCome;
  await other.call('syncStatus', {}, { token });

  const closing = other.app.http.close();
  const { status } = await waiting;
  await closing;
  await other.close();

  expect(status).toBe(200);
});

test('opens nothing on a server without a key', async () => {
  const open = await startTestServer({ libraryDir: library.folder });

  const { status } = await open.call('syncStatus', {}, { token: 'undefined' });
  await open.close();

  expect(status).toBe(401);
});
