import { expect, test } from 'vitest';
import { createOwnMedia } from '../../../src-main/media/own-media.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { answerJson, listen } from '../listen.ts';

const http = createHttp('test');
const rewriteAt = (base: string) => createOwnMedia({ http, baseUrl: () => base, token: () => null }).rewrite;
const own = 'app://bundle';
const { signal } = new AbortController();

test('gives posters an address of the window itself', () => {
  const rewrite = rewriteAt('http://127.0.0.1:8787');
  const previewMediumUrl = 'http://127.0.0.1:8787/posters/g1/medium?v=abc';

  const answer = rewrite({ ok: true, results: [{ guid: 'g1', previewMediumUrl, thumbnailUrl: null }] });

  expect(answer).toEqual({
    ok: true,
    results: [{ guid: 'g1', previewMediumUrl: '/posters/g1/medium?v=abc', thumbnailUrl: null }],
  });
});

test('gives pictures of a server below a path the same', () => {
  const rewrite = rewriteAt('https://studio.example/lodestock');
  const rewritten = ['/lodestock/posters/g1/medium', '/other/posters/g1/medium'].map((path) =>
    rewrite({ previewMediumUrl: `https://studio.example${path}` }),
  );

  expect(rewritten).toEqual([
    { previewMediumUrl: '/posters/g1/medium' },
    { previewMediumUrl: 'https://studio.example/other/posters/g1/medium' },
  ]);
});

test.each([
  'https://files.example.org/posters/g1/medium?v=abc',
  'http://127.0.0.1:87871/posters/g1/medium',
  'http://127.0.0.1:8787/posters/../api/account',
  'http://127.0.0.1:8787/posters/g1/medium/more',
])('leaves the address %s as it is', (previewSmallUrl) => {
  const rewrite = rewriteAt('http://127.0.0.1:8787');

  expect(rewrite({ previewSmallUrl })).toEqual({ previewSmallUrl });
});

test('fetches a poster from the connected server', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'cache-control': 'immutable' }).end('picture');
  });
  const media = createOwnMedia({ http, baseUrl: () => server.origin, token: () => null });

  const response = await media.fetch(new URL(`${own}/posters/g1/large?v=1`), signal);

  expect(await response?.text()).toBe('picture');
  expect(response?.headers.get('cache-control')).toBe('immutable');
  expect(server.requests.map(({ url }) => url)).toEqual(['/posters/g1/large?v=1']);
});

test('gives out nothing that is no picture', async () => {
  const server = await listen((_request, response) => answerJson(response, 200, { ok: true }));
  const media = createOwnMedia({ http, baseUrl: () => server.origin, token: () => null });

  const response = await media.fetch(new URL(`${own}/posters/g1/large`), signal);

  expect(response?.status).toBe(404);
});

test('answers with a failure while there is no server', async () => {
  const media = createOwnMedia({
    http,
    baseUrl: () => {
      throw new Error('the server is starting');
    },
    token: () => null,
  });

  const response = await media.fetch(new URL(`${own}/posters/g1/large`), signal);

  expect(response?.ok).toBe(false);
});

test.each([
  '/index.html',
  '/posters/g1/huge',
  '/posters/a/b/small',
  '/api/account',
  '/viewer-asset/g1/glb10k',
  '/viewer-asset/g1/../glb1k',
])('asks the server for nothing at %s', (path) => {
  const media = createOwnMedia({ http, baseUrl: () => 'http://127.0.0.1:1', token: () => null });

  expect(media.fetch(new URL(own + path), signal)).toBeNull();
});

const modelUrl = new URL(`${own}/viewer-asset/g1/glb1k`);

test('gives the 1k GLB an address of the window', () => {
  const rewrite = rewriteAt('http://127.0.0.1:8787');

  const { glb1kUrl } = Object(rewrite({ glb1kUrl: 'http://127.0.0.1:8787/viewer-asset/g1/glb1k' }));
  const foreign = rewrite({ glb1kUrl: 'https://files.example.org/viewer-asset/g1/glb1k' });

  expect(glb1kUrl).toBe('/viewer-asset/g1/glb1k');
  expect(foreign).toEqual({ glb1kUrl: 'https://files.example.org/viewer-asset/g1/glb1k' });
});

test('follows a GLB to its file host', async () => {
  const fileHost = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '5' }).end('bytes');
  });
  const site = await listen((_request, response) => {
    response.writeHead(302, { location: `${fileHost.origin}/data/c/g1/1k/chair.glb` }).end();
  });
  const media = createOwnMedia({ http, baseUrl: () => site.origin, token: () => null });

  const response = await media.fetch(modelUrl, signal);

  expect(response?.headers.get('content-length')).toBe('5');
  expect(response?.headers.get('content-type')).toBe('model/gltf-binary');
  expect(await response?.text()).toBe('bytes');
});

test('hands on what the server says of a GLB', async () => {
  const told = { ok: false, code: 'FILE_NOT_FOUND', message: 'It is gone.', requestId: 'r' };
  const server = await listen((_request, response) => answerJson(response, 404, told));
  const media = createOwnMedia({ http, baseUrl: () => server.origin, token: () => null });

  const response = await media.fetch(modelUrl, signal);

  expect(response?.status).toBe(404);
  expect(await response?.json()).toEqual(told);
});

test('breaks a GLB off with its server', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  const media = createOwnMedia({ http, baseUrl: () => server.origin, token: () => null });

  const response = await media.fetch(modelUrl, signal);

  await expect(response?.arrayBuffer()).rejects.toThrow();
});

test('stops fetching a GLB that nobody wants', async () => {
  const { promise: isClosed, resolve } = Promise.withResolvers<boolean>();
  const server = await listen((_request, response) => {
    response.on('close', () => resolve(true));
    response.writeHead(200, { 'content-length': '10' }).write('half');
  });
  const media = createOwnMedia({ http, baseUrl: () => server.origin, token: () => null });
  const response = await media.fetch(modelUrl, signal);

  await response?.body?.cancel();

  expect(await isClosed).toBe(true);
});

test('says why nobody gives a GLB', async () => {
  const media = createOwnMedia({ http, baseUrl: () => 'http://127.0.0.1:1', token: () => null });

  const response = await media.fetch(modelUrl, signal);

  expect(response?.status).toBe(503);
  expect(await response?.json()).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(
      'The server http://127.0.0.1:1 is not responding: nothing is listening at that address.',
    ),
  });
});

test('names the file host that is not responding', async () => {
  const site = await listen((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:2/data/c/g1/1k/chair.glb' }).end();
  });
  const media = createOwnMedia({ http, baseUrl: () => site.origin, token: () => null });

  const response = await media.fetch(modelUrl, signal);

  expect(await response?.json()).toMatchObject({
    message: expect.stringContaining('The server http://127.0.0.1:2 is not responding'),
  });
});

test('shows the server its token, and nobody else', async () => {
  const elsewhere = await listen((request, response) =>
    response.writeHead(200, { 'content-type': 'image/webp' }).end(request.headers.authorization ?? 'nothing'),
  );
  const server = await listen((request, response) => {
    if (request.url?.startsWith('/posters/moved/'))
      response.writeHead(302, { location: `${elsewhere.origin}/moved` }).end();
    else response.writeHead(200, { 'content-type': 'image/webp' }).end(request.headers.authorization);
  });
  const media = createOwnMedia({
    http,
    baseUrl: () => server.origin,
    token: (baseUrl) => (baseUrl === server.origin ? 'lsp_token' : null),
  });
  const read = async (path: string) => (await media.fetch(new URL(`${own}${path}`), signal))?.text();

  expect(await read('/posters/g1/large')).toBe('Bearer lsp_token');
  expect(await read('/posters/moved/large')).toBe('nothing');
  expect(await read('/viewer-asset/g1/glb1k')).toBe('Bearer lsp_token');
});
