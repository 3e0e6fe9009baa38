import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...simpleModel('Chair'),
  ...simpleModel('Table'),
  ...simpleModel('Lamp'),
});
const server = await startTestServer({ libraryDir: library.folder });
const guid = (await server.call('search', { q: 'chair' })).body.results[0]?.guid ?? '';

const get = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.baseUrl}${address}`, { headers });
const addresses = () => [
  '/api-embeddings/browse?limit=2',
  '/api-embeddings/?q=chair',
  '/api-embeddings?q=lamp',
  '/api-embeddings/filters',
  `/api/models/${guid}`,
  `/api/models/${guid}/similar`,
];
const tagOf = async (address: string) => (await get(address)).headers.get('etag') ?? '';

test('tells every cache to ask again', async () => {
  for (const address of addresses()) {
    const { headers } = await get(address);

    expect([address, headers.get('cache-control')]).toEqual([address, 'public, max-age=0, must-revalidate']);
    expect(headers.get('etag')).toMatch(/^(W\/)?"[\w-]+"$/);
  }
});

test('answers 304 while nothing has changed', async () => {
  for (const address of addresses()) {
    const tag = await tagOf(address);
    const again = await get(address, { 'if-none-match': `"other", ${tag}` });

    expect([address, again.status, await again.text()]).toEqual([address, 304, '']);
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('gives different queries different tags', async () => {
  const tags = await Promise.all(addresses().map(tagOf));

  expect(new Set(tags).size).toBe(tags.length);
  const crossed = await get('/api-embeddings/?q=table', { 'if-none-match': tags[1] ?? '' });
  expect(crossed.status).toBe(200);
});

test('answers anew once a model has changed', async () => {
  const tags = await Promise.all(addresses().map(tagOf));
  library.write({ 'Chair/product.json': JSON.stringify({ title: 'Chair', description: 'With arms.' }) });
  await server.scan();

  const list = await get('/api-embeddings/?q=chair', { 'if-none-match': tags[1] ?? '' });

  expect(list.status).toBe(200);
  expect((await list.json()).results[0].description).toBe('With arms.');
});

test('shows a new title in every listing at once', async () => {
  await get('/api-embeddings/browse');
  library.write({ 'Lamp/product.json': JSON.stringify({ title: 'Reading lamp' }) });
  await server.scan();

  const { body } = await server.call('browse', { sort: 'title' });

  expect(body.results.map(({ title }) => title)).toEqual(['Chair', 'Reading lamp', 'Table']);
});

test('shows a new address in every listing at once', async () => {
  const before = await tagOf('/api-embeddings/browse');
  server.app.addresses.setPort(65_001);

  const answer = await get('/api-embeddings/browse', { 'if-none-match': before });
  const { results } = await answer.json();
  server.app.addresses.setPort(Number(new URL(server.baseUrl).port));

  expect(answer.status).toBe(200);
  expect(results[0].canonicalUrl).toMatch(/^http:\/\/127\.0\.0\.1:65001\/model\//);
});

test('forgets a removed model', async () => {
  library.write(simpleModel('Vase'));
  await server.scan();
  const vase = (await server.call('search', { q: 'vase' })).body.results[0]?.guid ?? '';
  const tag = await tagOf(`/api/models/${vase}`);
  library.remove('Vase');
  await server.scan();

  const [gone, listed, searched] = await Promise.all([
    get(`/api/models/${vase}`, { 'if-none-match': tag }),
    server.call('browse', {}),
    server.call('search', { q: 'vase' }),
  ]);

  expect([gone.status, listed.body.total, searched.body.total]).toEqual([404, 3, 0]);
});

test('lets every site read failures and conditions', async () => {
  const failure = await get('/api-embeddings/browse?limit=many');
  const missing = await get('/api/models/nothing/similar');
  const preflight = await fetch(`${server.baseUrl}/api-embeddings/?q=chair`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    },
  });

  expect([failure.status, missing.status, preflight.status]).toEqual([400, 404, 204]);
  for (const { headers } of [failure, missing, preflight])
    expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
  expect(failure.headers.get('cache-control')).toBe('no-store');
});

test('keeps accounts closed to other sites', async () => {
  const { headers } = await fetch(`${server.baseUrl}/api/auth/login`, { method: 'OPTIONS' });

  expect(headers.get('access-control-allow-origin')).toBeNull();
});
