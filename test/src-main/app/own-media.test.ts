import { expect, test } from 'vitest';
import { createOwnPosters } from '../../../src-main/app/own-posters.ts';
import { createHttp } from '../../../src-main/http.ts';
import { answerJson, listen } from '../listen.ts';

const http = createHttp('test');
const rewriteAt = (base: string) => createOwnPosters({ http, baseUrl: () => base }).rewrite;
const own = 'app://bundle';

test('gives posters an address of the window itself', () => {
  const rewrite = rewriteAt('http://127.0.0.1:8787');
  const previewMediumUrl = 'http://127.0.0.1:8787/posters/g1/medium?v=abc';

  const answer = rewrite({ ok: true, results: [{ guid: 'g1', previewMediumUrl, thumbnailUrl: null }] });

  expect(answer).toEqual({
    ok: true,
    results: [{ guid: 'g1', previewMediumUrl: '/posters/g1/medium?v=abc', thumbnailUrl: null }],
  });
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
  const posters = createOwnPosters({ http, baseUrl: () => server.origin });

  const response = await posters.fetch(new URL(`${own}/posters/g1/large?v=1`));

  expect(await response?.text()).toBe('picture');
  expect(response?.headers.get('cache-control')).toBe('immutable');
  expect(server.requests.map(({ url }) => url)).toEqual(['/posters/g1/large?v=1']);
});

test('gives out nothing that is no picture', async () => {
  const server = await listen((_request, response) => answerJson(response, 200, { ok: true }));
  const posters = createOwnPosters({ http, baseUrl: () => server.origin });

  const response = await posters.fetch(new URL(`${own}/posters/g1/large`));

  expect(response?.status).toBe(404);
});

test('answers 404 while there is no server', async () => {
  const posters = createOwnPosters({
    http,
    baseUrl: () => {
      throw new Error('the server is starting');
    },
  });

  const response = await posters.fetch(new URL(`${own}/posters/g1/large`));

  expect(response?.status).toBe(404);
});

test.each(['/index.html', '/posters/g1/huge', '/posters/a/b/small', '/api/account'])(
  'asks the server for nothing at %s',
  (path) => {
    const posters = createOwnPosters({ http, baseUrl: () => 'http://127.0.0.1:1' });

    expect(posters.fetch(new URL(own + path))).toBeNull();
  },
);
