import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildManifests } from '../../../../.ci/starters/build-manifests.ts';
import { buildStarters } from '../../../../.ci/starters/build-starters.ts';
import { FeedSchema } from '../../../../server/contract/starters.ts';
import { hashOf } from '../../../../src-main/dcc/plugins/bundled-plugin.ts';
import { createPublicAssets } from '../../../../src-main/dcc/plugins/public-assets.ts';
import { startTestServer } from '../../../helpers/test-server.ts';
import { startHandover } from './handover-under-test.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-assets-'));
const pluginsDir = path.join(folder, 'starters');
const manifestsDir = path.join(folder, 'manifests');
buildStarters(pluginsDir);
buildManifests(manifestsDir);
const server = await startTestServer({ startersDir: pluginsDir });
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const openServer = async (serverUrl: string | null = server.baseUrl) => {
  const findAsset = createPublicAssets({ pluginsDir, manifestsDir, serverUrl: () => serverUrl });
  return (await startHandover(undefined, findAsset)).note;
};

type Given = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> };

/** Asks as the line says: neither fetch nor URL would send a path with dots, or another Host. */
function ask(port: number, place: string, given: Given = {}) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path: place, ...given }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      });
      asking.on('error', reject);
      asking.end();
    },
  );
}

test.each([
  ...['3dsmax', 'unity', 'blender', 'godot'].map((family) => `/assets/plugins/${family}/update-feed.json`),
  '/assets/plugins/unity/update-feed.json?channel=beta',
  '/assets/plugins/3dsmax/free3d_installer.ms',
  '/assets/plugins/unity/free3d_online.cs',
  '/assets/plugins/blender/index.json',
  '/assets/manifests/plugin-manifest.yaml',
  '/assets/manifests/worker-manifest.yaml',
  '/assets/manifests/plugin-guide.md',
  '/assets/manifests/worker-guide.md',
])('answers %s as a server does, without a secret', async (place) => {
  const { assets } = await openServer();

  const [here, there] = await Promise.all([fetch(assets + place), fetch(server.baseUrl + place)]);

  expect(here.status).toBe(200);
  expect(here.headers.get('content-type')).toBe(there.headers.get('content-type'));
  expect(await here.bytes()).toEqual(await there.bytes());
});

test.each(['3dsmax', 'unity', 'blender', 'godot'])('serves what the feed of %s names', async (family) => {
  const { assets } = await openServer();
  const address = `${assets}/assets/plugins/${family}/update-feed.json`;

  const { files } = FeedSchema.parse(await (await fetch(address)).json());

  for (const { url, sha256 } of files) {
    const content = Buffer.from(await (await fetch(new URL(url, address))).arrayBuffer());
    expect(hashOf(content)).toBe(sha256);
  }
});

test('works while the server that it follows is away', async () => {
  const { assets } = await openServer('http://127.0.0.1:9');

  const manifest = await (await fetch(`${assets}/assets/manifests/plugin-manifest.yaml`)).text();

  expect(manifest).toContain('- url: http://127.0.0.1:9\n');
  expect(manifest).not.toContain('.invalid');
});

test('says that no server is known yet', async () => {
  const { port } = await openServer(null);

  const { status, text } = await ask(port, '/assets/manifests/plugin-manifest.yaml');

  expect([status, JSON.parse(text).code]).toEqual([503, 'UNAVAILABLE']);
});

test.each([
  '/assets/plugins/../../dcc.json',
  '/assets/plugins/unity/..%2f..%2fdcc.json',
  '/assets/plugins/unity/%2e%2e/%2e%2e/dcc.json',
  '/assets/plugins/unity/..\\..\\dcc.json',
  '/assets/plugins/unity/../3dsmax',
  '/assets/plugins/unity/',
  '/assets/plugins/unity',
  '/assets/plugins/unity/0.1.0',
  '/assets/plugins/unity/0.1.0/update-feed.json',
  '/assets/plugins/unity/9.9.9/free3d_online.cs',
  '/assets/plugins/unity/update-feed.beta.json',
  '/assets/plugins/maya/update-feed.json',
  '/assets/manifests/',
  '/assets/manifests/../starters/unity/update-feed.json',
  '/assets/../dcc/jobs?host=unity&session=1&label=a',
  '/assets/',
])('has no %s', async (place) => {
  const { port } = await openServer();

  const { status, text } = await ask(port, place);

  expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND']);
});

const feed = '/assets/plugins/unity/update-feed.json';

test.each([
  ['a page of another site', { origin: 'https://example.org' }],
  ['a page of a file', { origin: 'null' }],
  ['a name bound to this address', { host: 'rebound.example.org' }],
])('gives no file to %s', async (_name, headers) => {
  const { port } = await openServer();

  const answer = await ask(port, feed, { headers });

  expect(answer.status).toBe(403);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test.each(['POST', 'PUT', 'DELETE'])('changes nothing by %s', async (method) => {
  const { port } = await openServer();

  const { status } = await ask(port, feed, { method });

  expect(status).toBe(404);
});

test('answers HEAD and known tags without a body', async () => {
  const { port } = await openServer();

  const head = await ask(port, feed, { method: 'HEAD' });
  const again = await ask(port, feed, { headers: { 'if-none-match': String(head.headers.etag) } });

  expect([head.status, head.text, again.status, again.text]).toEqual([200, '', 304, '']);
  expect(head.headers['content-length']).toBe(
    String(readFileSync(path.join(pluginsDir, 'unity/update-feed.json')).length),
  );
});

test('lets no page of a browser use a file', async () => {
  const { port } = await openServer();

  const { headers } = await ask(port, '/assets/plugins/unity/free3d_online.cs');

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('refuses a channel that there is not', async () => {
  const { port } = await openServer();

  const { status, text } = await ask(port, `${feed}?channel=nightly`);

  expect([status, JSON.parse(text).message]).toEqual([400, 'The channel is "stable" or "beta".']);
});
