import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeLibraryFolder } from '../../../helpers/library-folder.ts';
import { signInPlugin } from '../../../helpers/plugin-session.ts';
import { startProxiedServer } from '../../../helpers/proxied-server.ts';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { createAppDownloader } from '../app-downloader.ts';

const scene = randomBytes(20 * 1024 * 1024 + 99);
const models = makeLibraryFolder({
  'm/product.json': JSON.stringify({ guid: 'm', title: 'Big', priceUsd: 1 }),
  'm/10k/large.max': scene,
});
const { proxy, server, close } = await startProxiedServer({ libraryDir: models.folder });
afterAll(async () => {
  await close();
  models.remove();
});

/** What a fresh start of the app runs downloads with. */
async function startApp(library: string, token: string, onFirstBytes = () => {}) {
  const download = await createAppDownloader({ origin: proxy.baseUrl, token, library, perHost: 2 });
  const started: number[] = [];
  const report = ({ receivedBytes }: { receivedBytes?: number }) => {
    if (receivedBytes === undefined || receivedBytes === 0) return;
    started.push(receivedBytes);
    if (started.length === 1) onFirstBytes();
  };
  const wish = { guid: 'm', format: 'max', lod: '10k', relativePath: '10k/large.max' } as const;
  return { started, run: () => download(wish, report) };
}

test('goes on from the real server after repeated drops', async () => {
  const library = await createScratch();
  const { appToken } = await signInPlugin(server);
  proxy.set('cut');
  await expect((await startApp(library, appToken)).run()).rejects.toMatchObject({
    code: 'FILE_HOST_UNAVAILABLE',
  });
  const kept = (await listFiles(library)).filter((name) => /\.(?:part|leaves)$/.test(name));
  proxy.set('none');
  const second = await startApp(library, appToken);

  const { filePath } = await second.run();

  expect(kept.map((name) => path.extname(name)).sort()).toEqual(['.leaves', '.part']);
  expect((await readFile(filePath)).equals(scene)).toBe(true);
  expect(second.started[0]).toBeGreaterThanOrEqual(8 * 1024 * 1024);
});

/** Longer than any address is good for. */
const tooLate = 16 * 60_000;
const balanceOf = async (token: string) => (await server.call('balance', {}, { token })).body.balanceUsd;

test('goes on with new addresses, charged once', async () => {
  const library = await createScratch();
  const { appToken, token } = await signInPlugin(server);
  proxy.set('cut');
  const app = await startApp(library, appToken, () => {
    server.advance(tooLate);
    proxy.set('none');
  });

  const { filePath } = await app.run();

  expect((await readFile(filePath)).equals(scene)).toBe(true);
  expect(app.started).toEqual(app.started.toSorted((a, b) => a - b));
  expect(await balanceOf(token)).toBe(99);
});

test('mends a chunk after its addresses have expired', async () => {
  const library = await createScratch();
  const { appToken } = await signInPlugin(server);
  proxy.set('corrupt');
  const before = proxy.ranges.length;
  const app = await startApp(library, appToken, () => {
    server.advance(tooLate);
    proxy.set('none');
  });

  const { filePath } = await app.run();

  expect((await readFile(filePath)).equals(scene)).toBe(true);
  // The middle of the file is in its second chunk.
  expect(proxy.ranges.slice(before)).toEqual(['whole', 'bytes=8388608-16777215']);
});
