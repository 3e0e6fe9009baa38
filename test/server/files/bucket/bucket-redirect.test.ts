import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { signInPlugin } from '../../../helpers/plugin-session.ts';
import { startTestServer } from '../../../helpers/test-server.ts';
import { startToyStore } from '../../../helpers/toy-store.ts';
import { createAppDownloader } from '../../../src-main/downloads/app-downloader.ts';
import { listFiles } from '../../../src-main/list-files.ts';
import { createScratch } from '../../../src-main/scratch.ts';

const path = '1k/Stuhl groß + ü.max';
const key = `m/${path}`;
const content = randomBytes(9 * 1024 * 1024);
const wish = { guid: 'm', format: 'max', lod: '1k', relativePath: path } as const;

/** The app and a server whose library is in a bucket. */
async function startBucket(LODESTOCK_ACCEL: 'bucket' | 'off') {
  const store = await startToyStore({ 'm/product.json': JSON.stringify({ guid: 'm' }), [key]: content });
  const server = await startTestServer({ environment: { ...store.environment(), LODESTOCK_ACCEL } });
  const { appToken, token } = await signInPlugin(server);
  const library = await createScratch();
  const download = await createAppDownloader({ origin: server.baseUrl, token: appToken, library });
  const { downloadUrl } = (await server.call('agentDirect', wish, { token })).body;
  await store.asked();
  const ask = (headers: Record<string, string> = {}) =>
    fetch(downloadUrl, { headers: { 'user-agent': 'Lodestock/1.0.0', ...headers }, redirect: 'manual' });
  return { store, library, ask, download: () => download(wish) };
}

test('sends the app to the bucket, which sees no token', async () => {
  const { store, ask, download } = await startBucket('bucket');

  const { filePath } = await download();
  const asked = await store.asked();
  const redirect = await ask();

  expect((await readFile(filePath)).equals(content)).toBe(true);
  // The store refuses every request that has an Authorization field.
  expect(asked).toContain(`GET ${key}`);
  expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store']);
  expect(redirect.headers.get('location')).toMatch(/^http:.*X-Amz-Expires=60&/);
  for (const other of [
    { 'user-agent': 'Mozilla/5.0' },
    { 'user-agent': 'Lodestock-Unity/1.0.0' },
    { range: 'bytes=10-', 'if-range': '"other"' },
  ])
    expect((await ask(other)).status).toBe(200);
});

test('lets nothing land of an object with a wrong byte', async () => {
  const { store, library, download } = await startBucket('bucket');
  const wrong = Buffer.from(content);
  wrong[5_000_000] = (wrong[5_000_000] ?? 0) ^ 1;
  await store.put(key, wrong, { etag: createHash('md5').update(content).digest('hex') });

  await expect(download()).rejects.toMatchObject({ code: 'CORRUPT_FILE' });

  expect(await listFiles(library)).toEqual([]);
});

test('sends nobody to the bucket unless the admin says so', async () => {
  const { ask, download } = await startBucket('off');

  const whole = await ask();

  expect([whole.status, whole.headers.get('location')]).toEqual([200, null]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  expect((await readFile((await download()).filePath)).equals(content)).toBe(true);
});
