import { expect, test } from 'vitest';
import { pathOf, placePage, withoutRoot } from '../../../../server/base/http/sub-path.ts';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { startTestServer } from '../../../helpers/test-server.ts';

test('reads the path of a public address', () => {
  expect(['https://studio.lan', 'https://studio.lan/', 'https://studio.lan/a/b/', null].map(pathOf)).toEqual([
    '',
    '',
    '/a/b',
    '',
  ]);
});

test.each([
  ['/a', '/'],
  ['/a/', '/'],
  ['/a?q=x', '/?q=x'],
  ['/a/api/session?x=/a/', '/api/session?x=/a/'],
  ['/about', '/about'],
  ['/api/session', '/api/session'],
])('takes the root of %s away', (url, path) => {
  const taken = withoutRoot(url, '/a');

  expect(taken).toBe(path);
});

test('lets the relative addresses of a page start below', () => {
  const page = placePage('<head><base href="/" /></head>', '/a$&');

  expect(page).toBe('<head><base href="/a$&/" /></head>');
});

test('answers with and without the path, and redirects below it', async () => {
  const server = await startTestServer({
    files: simpleModel('Chair'),
    environment: { LODESTOCK_BASE_URL: 'http://127.0.0.1:8787/lodestock/' },
  });
  const ask = (path: string) => fetch(`${server.baseUrl}${path}`, { redirect: 'manual' });

  const [below, stripped, docs] = await Promise.all(
    ['/lodestock/api-embeddings/?limit=1', '/api-embeddings/?limit=1', '/lodestock/api/manifest.yaml'].map(
      ask,
    ),
  );
  const { body } = await server.call('search', { limit: 1 });
  const guid = body.results[0]?.guid ?? '';
  const download = await ask(`/lodestock/download/${guid}/format/obj?lod=10k`);

  expect([below?.status, stripped?.status]).toEqual([200, 200]);
  expect(await docs?.text()).toContain('url: http://127.0.0.1:8787/lodestock');
  expect(body.results[0]?.modelPageUrl).toMatch(/^http:\/\/127\.0\.0\.1:8787\/lodestock\/model\//);
  expect(download.headers.get('location')).toMatch(/^\/lodestock\/sign-in\?next=%2Fdownload%2F/);
});
