import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDownloader } from '../../../src-main/downloads/download.ts';
import { createDiskSpace } from '../../../src-main/downloads/queue/disk-space.ts';
import { newJob } from '../../../src-main/downloads/queue/job.ts';
import { createSlots } from '../../../src-main/downloads/transfer/slots.ts';
import type { DownloadJob } from '../../../src-main/platform/ipc/contract.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { contents, type FakeSource, startAssetFetch, startPolyHaven } from '../../helpers/fake-source.ts';
import { entry, terms, withSourcesFile } from '../../helpers/sources.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { createRoots } from '../library/create-roots.ts';
import { createScratch } from '../scratch.ts';
import { hashOf } from './catalogue.ts';
import { createSharing } from './create-sharing.ts';

let haven: FakeSource;
let fetchable: FakeSource;
let server: TestServer;
let token = '';

beforeAll(async () => {
  [haven, fetchable] = await Promise.all([startPolyHaven(), startAssetFetch()]);
  const sources = [
    entry('Poly Haven', 'polyhaven', haven.address, { perMinute: 600 }),
    entry('Models', 'assetfetch', `${fetchable.address}/start`, { key: 'secret', perMinute: 600 }),
  ];
  server = await withSourcesFile(sources, (environment) =>
    startTestServer({ environment, tuning: { sourceDeadline: 60_000 } }),
  );
  ({ token } = await registerPerson(server));
});
afterEach(() => haven.spoil(() => null));
afterAll(() => Promise.all([server.close(), haven.stop(), fetchable.stop()]));

/** The app's own download code, with a chair of a source chosen. */
async function choose(name: string, license: string) {
  const library = await createScratch();
  const http = createHttp('0.0.0-test');
  const client = createServerClient({ http, baseUrl: () => server.baseUrl, token: () => token });
  const { results } = await client.call('search', { q: 'chair', sources: 'others' });
  const guid = results.find(({ source }) => source?.name === name)?.guid ?? '';
  const { scenes, title } = await client.call('foreignModel', { guid });
  const [scene] = scenes;
  const run = createDownloader({
    ...{ sharing: createSharing(), http, clientOf: () => client, roots: await createRoots() },
    slots: createSlots({ inAll: () => 3, perHost: () => 3 }),
    space: createDiskSpace(),
    patience: { retryDelays: [1, 1], stallTimeout: 60_000 },
    serverUrl: () => server.baseUrl,
    onLibraryChange: () => {},
  });
  const request = {
    ...{ guid, title, format: scene?.format ?? '', lod: 'source' as const, variant: null, maxPriceUsd: 0 },
    relativePath: scene?.relativePath ?? '',
    seen: { license, terms },
  };
  const reports: Partial<DownloadJob>[] = [];
  const start = () =>
    run(newJob(request, { server: 'bundled', account: null, library }), {
      signal: new AbortController().signal,
      report: (patch) => void reports.push(patch),
    });
  return { start, library, guid, folder: path.join(library, `${title}_${guid}`) };
}

const readModel = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8'));

test.each([
  ['Poly Haven', 'CC0-1.0', 'source/gltf_1k/oak_chair_1k.gltf', 'Rico Cilliers · Powered by Poly Haven'],
  ['Models', 'CC-BY-4.0', 'source/obj_1k/chair.obj', 'Ada · Powered by Models'],
])(
  'puts files of %s into the library, with a receipt of their source',
  async (name, license, scene, credit) => {
    const { start, folder, guid } = await choose(name, license);

    const { filePath } = await start();

    expect(await readFile(filePath, 'utf8')).toBe(contents.scene);
    const receipt = await readModel(folder);
    expect(receipt).toMatchObject({
      ...{ guid, title: 'Oak Chair', license, serverUrl: server.baseUrl },
      source: { name, credit, terms },
      attribution: expect.stringContaining(credit),
    });
    expect(receipt.files).toContainEqual(
      expect.objectContaining({ relativePath: scene, sha256: hashOf(Buffer.from(contents.scene)) }),
    );
    expect(receipt.files).toHaveLength(2);
  },
);

test('fetches nothing again that a source still promises', async () => {
  const { start } = await choose('Poly Haven', 'CC0-1.0');
  await start();
  const before = haven.asked.filter(({ path: asked }) => asked.includes('.')).length;

  await start();

  expect(haven.asked.filter(({ path: asked }) => asked.includes('.')).length).toBe(before);
});

test.each([
  ['other bytes of the same size', { body: contents.scene.toUpperCase() }, 'CORRUPT_FILE'],
  ['more than the file', { body: `${contents.scene} and more` }, 'CORRUPT_FILE'],
  ['less than the file', { body: contents.scene.slice(0, 5) }, 'CORRUPT_FILE'],
  ['a page', { status: 403, body: '<html>' }, 'FILE_NOT_FOUND'],
  ['nothing', { status: 404 }, 'FILE_NOT_FOUND'],
  ['a fault', { status: 500 }, 'FILE_HOST_UNAVAILABLE'],
  [
    'a way to elsewhere',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    'FILE_HOST_UNAVAILABLE',
  ],
])('keeps nothing of a source that sends %s', async (_what, given, code) => {
  const { start, folder } = await choose('Poly Haven', 'CC0-1.0');
  haven.spoil((asked) => (asked === '/files/oak_chair_1k.gltf' ? given : null));

  await expect(start()).rejects.toMatchObject({ code });

  expect(await readdir(folder, { recursive: true }).catch(() => [])).not.toContain('model.json');
});

test('receives nothing under another licence than the person saw', async () => {
  const { start, folder } = await choose('Poly Haven', 'CC-BY-4.0');

  await expect(start()).rejects.toMatchObject({ code: 'VERSION_CHANGED' });

  expect(await readdir(folder, { recursive: true }).catch(() => [])).not.toContain('model.json');
});

test('goes on after the source hung up', async () => {
  const { start } = await choose('Poly Haven', 'CC0-1.0');
  let times = 0;
  haven.spoil((asked, _usual, { request }) => {
    if (!asked.includes('oak_chair_1k') || times++ > 0) return null;
    request.socket.destroy();
    return 'taken';
  });

  const { filePath } = await start();

  expect(await readFile(filePath, 'utf8')).toBe(contents.scene);
});
