import { createHash, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { findQuietPort } from '../../../helpers/find-quiet-port.ts';
import { objText } from '../../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';
import { startToyStore } from '../../../helpers/toy-store.ts';
import { readDeployedProxy, startNginxWith, whyNo } from '../../../helpers/web-server.ts';

const odd = "1k/Stuhl groß + ü (1) & 'neu' 100%.psd";
const content = randomBytes(3 * 1024 * 1024 + 5);
const why = whyNo('nginx');
const note = why === null ? '' : ` (skipped: ${why})`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The documented lines in front of our server, with our places put in. */
async function startBehindNginx() {
  const store = await startToyStore({
    'model one/product.json': JSON.stringify({ guid: 'm' }),
    'model one/1k/thing.obj': objText(3),
    [`model one/${odd}`]: content,
  });
  const port = await findQuietPort();
  const server = await startTestServer({
    environment: {
      ...store.environment(),
      LODESTOCK_ACCEL: 'nginx',
      LODESTOCK_BASE_URL: `http://127.0.0.1:${port}`,
      LODESTOCK_LOG_LEVEL: 'debug',
    },
  });
  const lines = readDeployedProxy('nginx-bucket.conf')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8787', new URL(server.baseUrl).host)
    .replaceAll('s3.studio.lan:9000', new URL(store.endpoint).host);
  const front = await startNginxWith(port, lines);
  onTestFinished(() => front.stop());
  const { token } = await registerPerson(server);
  const wish = { guid: 'm', relativePath: odd };
  const { downloadUrl, sha256 } = (await server.call('agentDirect', wish, { token })).body;
  await store.asked();
  return { store, server, url: downloadUrl, etag: `"${sha256}"` };
}

test.skipIf(why !== null)(`lets nginx fetch from the store by the documented lines${note}`, async () => {
  const { store, server, url, etag } = await startBehindNginx();
  const authorization = 'Bearer of no concern to the store';

  const response = await fetch(url, { headers: { authorization, cookie: 'a=b' }, redirect: 'manual' });
  const asked = await store.asked();
  const part = await fetch(url, { headers: { range: 'bytes=1000000-1000999', 'if-range': etag } });
  const stale = await fetch(url, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } });
  const parts = await fetch(url, { headers: { range: 'bytes=0-9,20-29' } });
  const known = await fetch(url, { headers: { 'if-none-match': etag } });
  const beyond = await fetch(url, { headers: { range: 'bytes=99999999-' } });
  const head = await fetch(url, { method: 'HEAD' });

  expect((await bytesOf(response)).equals(content)).toBe(true);
  expect((await bytesOf(part)).equals(content.subarray(1_000_000, 1_001_000))).toBe(true);
  expect((await bytesOf(stale)).equals(content)).toBe(true);
  expect(parts.headers.get('content-type')).toContain('multipart/byteranges');
  expect([response, part, stale, parts, known, beyond, head].map(({ status }) => status)).toEqual([
    ...[200, 206, 200, 206, 304, 416, 200],
  ]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag,
    'content-length': String(content.length),
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(/^attachment; .*\.psd/),
    'cache-control': expect.stringContaining('immutable'),
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  for (const found of [response, part, head])
    expect([found.headers.get('etag'), found.headers.get('x-lodestock-object')]).toEqual([etag, null]);
  expect(asked).toEqual([`GET model one/${odd}`]);
  expect(createHash('sha256').update(content).digest('hex')).toBe(etag.slice(1, -1));
  expect(server.logged.join('')).not.toContain('test-secret');
});

test.skipIf(why !== null)(`says what is wrong when the store refuses nginx${note}`, async () => {
  const { store, url } = await startBehindNginx();

  // The listing still has the object of before, whose address nginx is given.
  await store.put(`model one/${odd}`, randomBytes(content.length));
  const swapped = await fetch(url);
  await store.fail({ kind: 'away' });
  const away = await fetch(url);

  expect([swapped.status, away.status]).toEqual([502, 502]);
  for (const refused of [swapped, away])
    expect(await refused.json()).toMatchObject({ ok: false, code: 'FILE_HOST_UNAVAILABLE' });
});
