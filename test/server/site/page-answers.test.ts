import { expect, test } from 'vitest';
import { builtPages } from '../../helpers/built.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder(simpleModel('Chair', { title: 'Oak chair' }));
const server = await startTestServer({ libraryDir: library.folder, rendererDir: builtPages });

const ask = (headers: Record<string, string>) => fetch(server.baseUrl, { headers });

test.each(['br', 'gzip', 'zstd'])('a page is sent compressed: %s', async (encoding) => {
  const plain = await ask({ 'accept-encoding': 'identity' });
  const small = await ask({ 'accept-encoding': encoding });

  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(small.headers.get('content-encoding')).toBe(encoding);
  expect(small.headers.get('vary')).toBe('Accept-Encoding');
  expect(Number(small.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 2,
  );
  expect(await small.text()).toBe(await plain.text());
});

test('a page that the browser has is not sent again', async () => {
  const first = await ask({});
  const tag = first.headers.get('etag') ?? '';

  const again = await ask({ 'if-none-match': tag });
  const other = await ask({ 'if-none-match': 'W/"other"' });

  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  expect(other.status).toBe(200);
});

test('a page that there is not stays one, whatever the browser has', async () => {
  const missing = await fetch(`${server.baseUrl}/no/such/page`, {
    headers: { accept: 'text/html', 'if-none-match': '*' },
  });

  expect(missing.status).toBe(404);
});
