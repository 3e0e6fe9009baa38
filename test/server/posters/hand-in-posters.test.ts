import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { until } from '../../helpers/test-site.ts';
// Pictures are read by a process of their own.
import 'node:child_process';

const vase = simpleModel('vase', { guid: 'vase' });
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** A square of a colour, as a page might draw a box. */
const draw = async (background: string) =>
  (
    await sharp({ create: { width: 512, height: 512, channels: 4, background: clear } })
      .composite([{ input: { create: { width: 256, height: 256, channels: 4, background } } }])
      .webp()
      .toBuffer()
  ).toString('base64');
const green = await draw('#2c8a3c');

async function startWaiting(files: Readonly<Record<string, string | Uint8Array>> = vase) {
  const library = makeLibraryFolder(files);
  const environment = { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: '/nowhere/chromium' };
  const server = await startTestServer({ libraryDir: library.folder, environment });
  return { server, library };
}
const signIn = async (server: TestServer) =>
  (await signInBrowser(server, await registerPerson(server))).headers;
const read = async (server: TestServer, guid = 'vase') => (await server.call('model', { guid })).body;
const wish = { guid: 'vase', version: 1, picture: green };

test('shows everybody what the page of an admin drew first, until a renderer comes', async () => {
  const { server } = await startWaiting();
  const headers = await signIn(server);

  const { status, body } = await server.call('handInPoster', wish, { headers });

  const { previewSmallUrl, previewLargeUrl, version } = await read(server);
  const [small, large] = await Promise.all([previewSmallUrl, previewLargeUrl].map((url) => fetch(url ?? '')));
  expect([status, body, version]).toEqual([200, { ok: true, isUsed: true, isWanted: true }, 1]);
  const sizes = await Promise.all(
    [small, large].map(async (answer) => (await sharp(await answer?.arrayBuffer()).metadata()).width),
  );
  expect([small?.headers.get('content-type'), ...sizes]).toEqual(['image/webp', 256, 1024]);
  await until(async () => (await read(server)).colour === 'green');
  const again = await server.call('handInPoster', { ...wish, picture: await draw('#c02020') }, { headers });
  const { job } = (await server.call('claimPoster', {}, { headers })).body;
  expect(again.body).toMatchObject({ isUsed: false, isWanted: true });
  expect(requireJob(job).guid).toBe('vase');
  expect((await read(server)).previewSmallUrl).toBe(previewSmallUrl);
});

test('says no colour of a model that has none', async () => {
  const { server } = await startWaiting({
    'chair/chair.obj': objText(12, 'without materials'),
    ...simpleModel('vase', { guid: 'vase' }),
  });
  const headers = await signIn(server);
  const { results } = (await server.call('browse', { sort: 'title' })).body;

  for (const { guid, version } of results)
    await server.call('handInPoster', { ...wish, guid, version }, { headers });

  await until(async () => (await read(server)).colour === 'green');
  const { colour, previewSmallUrl } = await read(
    server,
    results.find(({ title }) => title === 'Chair')?.guid,
  );
  expect([colour, previewSmallUrl]).toEqual([null, expect.any(String)]);
});

test('leaves a picture of the library in its place', async () => {
  const own = Buffer.from(await draw('#3050c0'), 'base64');
  const { server } = await startWaiting({ ...vase, 'vase/previewSmall.webp': own });
  const headers = await signIn(server);

  const { body } = await server.call('handInPoster', wish, { headers });

  const shown = await fetch((await read(server)).previewSmallUrl ?? '');
  expect(body.isUsed).toBe(false);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(own);
});

test('takes no picture of another version, and none of before', async () => {
  const { server, library } = await startWaiting();
  const headers = await signIn(server);
  const other = await server.call('handInPoster', { ...wish, version: 2 }, { headers });
  await server.call('handInPoster', wish, { headers });

  library.write({ 'vase/1k/thing.obj': objText(7, 'changed') });
  await server.scan();

  expect(other.body.isUsed).toBe(false);
  expect(await read(server)).toMatchObject({ version: 2, previewSmallUrl: null });
});

test('wants none where posters are rendered', async () => {
  const { server } = await startPosterServer({ files: vase });
  const headers = await signIn(server);

  const { body } = await server.call('handInPoster', wish, { headers });

  expect(body).toEqual({ ok: true, isUsed: false, isWanted: false });
});

const noPictures = [
  [
    'is no picture',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
    'CORRUPT_FILE',
  ],
  ['is cut', green.slice(0, 400), 'CORRUPT_FILE'],
  ['is no base64', '<script>', 'INVALID_INPUT'],
  ['is too long', 'A'.repeat(4 * 1024 * 1024), 'TOO_LARGE'],
] as const;

test('takes nothing that is no picture', async () => {
  const { server } = await startWaiting();
  const admin = await signIn(server);
  for (const [what, picture, code] of noPictures) {
    const { error } = await server.call('handInPoster', { ...wish, picture }, { headers: admin });
    expect([what, error.code]).toEqual([what, code]);
  }
  expect((await read(server)).previewSmallUrl).toBeNull();
});
