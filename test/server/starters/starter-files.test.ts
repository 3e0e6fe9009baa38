import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildStarters } from '../../../.ci/starters/build-starters.ts';
import { FeedSchema } from '../../../server/contract/starters.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const startersDir = makeFolder();
buildStarters(startersDir);
const server = await startTestServer({ startersDir });

const get = (place: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.baseUrl}${place}`, { headers, method });
const readFeed = async (family: string) => {
  const response = await get(`/assets/plugins/${family}/update-feed.json`);
  return { address: response.url, feed: FeedSchema.parse(await response.json()) };
};

test.each(['3dsmax', 'unity', 'blender', 'godot'])(
  'serves the files that the feed of %s names',
  async (family) => {
    const { address, feed } = await readFeed(family);

    for (const { name, url, sha256, sizeBytes } of feed.files) {
      const resolved = new URL(url, address);
      const named = await (await fetch(resolved)).bytes();
      const plain = await (await get(`/assets/plugins/${family}/${name}`)).bytes();
      expect(resolved.origin).toBe(server.baseUrl);
      expect(createHash('sha256').update(named).digest('hex')).toBe(sha256);
      expect([named.length, plain]).toEqual([sizeBytes, named]);
    }
  },
);

test('offers the plugin that an admin put beside ours', async () => {
  const content = 'extends EditorPlugin\n';
  const dataDir = makeFolder();
  const folder = path.join(dataDir, 'starters/houdini/1.2.0');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'lodestock.gd'), content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const release = {
    ...{ slug: 'lodestock-houdini', family: 'houdini', version: '1.2.0', channel: 'stable' },
    ...{ releasedAt: '2026-11-29T00:00:00.000Z', minHostVersion: '4.3', notes: [] },
    files: [{ name: 'lodestock.gd', url: '1.2.0/lodestock.gd', sizeBytes: content.length, sha256 }],
  };
  writeFileSync(path.join(folder, 'update-feed.json'), JSON.stringify(release));
  const studio = await startTestServer({ startersDir, dataDir });
  const ask = (place: string) => fetch(`${studio.baseUrl}/assets/plugins/${place}`);

  const feed = FeedSchema.parse(await (await ask('houdini/update-feed.json')).json());
  const file = await (await ask(`houdini/${feed.files[0]?.name}`)).text();
  const refused = await ask('maya/update-feed.json');

  expect([feed.family, feed.version, file]).toEqual(['houdini', '1.2.0', content]);
  expect(refused.status).toBe(404);
  expect(await refused.text()).toContain('only for 3dsmax, unity, blender, godot, houdini');
});

test.each([
  ['/assets/plugins/3dsmax/free3d_installer.ms', 'text/plain; charset=utf-8'],
  ['/assets/plugins/3dsmax/update-feed.json', 'application/json; charset=utf-8'],
  ['/assets/plugins/3dsmax/lodestock.mzp', 'application/octet-stream'],
  ['/assets/plugins/unity/free3d_online.cs', 'text/plain; charset=utf-8'],
  ['/assets/plugins/blender/index.json', 'application/json; charset=utf-8'],
  ['/assets/manifests/plugin-manifest.yaml', 'application/yaml; charset=utf-8'],
  ['/assets/manifests/worker-manifest.yaml', 'application/yaml; charset=utf-8'],
  ['/assets/manifests/plugin-guide.md', 'text/markdown; charset=utf-8'],
  ['/assets/manifests/worker-guide.md', 'text/markdown; charset=utf-8'],
])('serves %s to every site, once', async (place, type) => {
  const first = await get(place, { origin: 'https://example.org' });
  const head = await get(place, {}, 'HEAD');
  const again = await get(place, { 'if-none-match': first.headers.get('etag') ?? '' });

  expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  expect(head.headers.get('etag')).toBe(first.headers.get('etag'));
  expect([head.status, again.status, await again.text()]).toEqual([200, 304, '']);
});

test.each([
  ['/assets/plugins/maya/update-feed.json', 404, 'There is no plugin for "maya"'],
  ['/assets/plugins/3dsmax/nothing.ms', 404, 'has no file "nothing.ms"'],
  ['/assets/plugins/3dsmax/..%2Fupdate-feed.beta.json', 404, 'has no file'],
  ['/assets/plugins/3dsmax/9.9.9/free3d_installer.ms', 404, 'Version 9.9.9 is not kept'],
  ['/assets/plugins/3dsmax/..%2F3dsmax/free3d_installer.ms', 404, 'is not kept'],
  ['/assets/plugins/3dsmax/update-feed.json?channel=nightly', 400, 'The channel is "stable" or "beta".'],
])('refuses %s with the reason', async (place, status, message) => {
  const response = await get(place);

  expect(response.status).toBe(status);
  expect((await response.json()).message).toContain(message);
});

test('says so where no starters were built', async () => {
  const bare = await startTestServer();

  const response = await fetch(`${bare.baseUrl}/assets/plugins/3dsmax/update-feed.json`);

  expect(response.status).toBe(404);
  expect((await response.json()).message).toContain('A plugin for 3dsmax is not kept on this server');
});

test('describes to plugins and hosts what they call', async () => {
  const read = async (name: string) => parse(await (await get(`/assets/manifests/${name}`)).text());

  const plugin = await read('plugin-manifest.yaml');
  const worker = await read('worker-manifest.yaml');

  expect(Object.keys(plugin.paths)).toEqual(
    expect.arrayContaining(['/api/apps/auth/start', '/api-embeddings', '/api/plugin/download/direct']),
  );
  expect(Object.keys(plugin.paths).some((place) => /admin|api-sync/.test(place))).toBe(false);
  expect(Object.keys(worker.paths)).toEqual([
    '/api-sync/status.json',
    '/api-sync/changes',
    '/api-sync/product/{guid}',
    '/api-sync/products',
  ]);
});
