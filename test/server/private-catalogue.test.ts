import { expect, test } from 'vitest';
import type { RouteDefinition } from '../../server/contract/define.ts';
import { routes } from '../../server/contract/index.ts';
import { readAssetLibrary } from '../helpers/blender-client.ts';
import { signInBrowser } from '../helpers/browser-session.ts';
import { syncKey } from '../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { callTool, connectMcp } from '../helpers/mcp-client.ts';
import { signInPlugin } from '../helpers/plugin-session.ts';
import { drawPosters, posterEnvironment } from '../helpers/poster-renderer.ts';
import { sampleBlend } from '../helpers/sample-blend.ts';
import { samplePng } from '../helpers/sample-files.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';

const library = makeLibraryFolder({
  ...toLibrary({ box: solidModels.glb ?? {} }),
  ...simpleModel('vase', { guid: 'vase', title: 'Unreleased vase' }),
});
const environment = { ...posterEnvironment, LODESTOCK_CATALOGUE: 'private' };
const server = await startTestServer({ libraryDir: library.folder, environment });
const person = await registerPerson(server);
await drawPosters(server);

const ask = (address: string, init: RequestInit = {}) =>
  fetch(`${server.baseUrl}${address}`, { redirect: 'manual', ...init });

type Asked = { readonly method: string; readonly path: string };

const table: readonly Asked[] = Object.values<RouteDefinition>(routes).flatMap(
  ({ method, path, aliases = [] }) => [path, ...aliases].map((one) => ({ method, path: one })),
);
/** Addresses next to the table. */
const plain = [
  ...['/healthz', '/readyz', '/api/manifest.yaml', '/posters-render', '/ui/none.js'],
  ...['/', '/sign-in', '/account', '/admin', '/admin/accounts', '/approve', '/approve/x', '/model/{guid}'],
  ...['/posters/{guid}/small', '/posters/{guid}/sketch', '/viewer-asset/{guid}/glb1k'],
  ...['/data/x/{guid}/1k/box.glb', '/leaves/x/{guid}/1k/box.glb', '/zip/x/{guid}/1k/all.zip'],
  ...['/download/{guid}/format/glb', '/download/{guid}/textures', '/download/{guid}/all'],
  ...[
    '/blender-library/',
    '/blender-library/_asset-library-meta.json',
    '/blender-library/files/{guid}/a.blend',
  ],
  ...['/s/x', '/s/x/oembed', '/s/x/viewer-asset/{guid}/files/1k/box.glb', '/embed/x'],
  '/api/projects/x/credits',
  ...['/mcp', '/mcp/', '/mcp/sse', '/assets/plugins/blender/update-feed.json', '/nothing/here'],
  ...['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'],
].map((path): Asked => ({ method: 'GET', path }));
const posts = [
  ...['/mcp', '/mcp/', '/mcp/messages'],
  ...['/oauth/device_authorization', '/oauth/token', '/oauth/revoke'],
].map((path): Asked => ({ method: 'POST', path }));
const everything = [...table, ...plain, ...posts];

async function readAnonymously({ method, path }: Asked, guid: string) {
  const hasBody = method === 'POST';
  const address = path.replace('{guid}', guid).replaceAll(/\{\w+\}/g, 'x');
  const answer = await ask(address, {
    method,
    ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers };
}

/** What a stranger is answered, by what is asked. */
async function listOpen(): Promise<readonly string[]> {
  const open: string[] = [];
  for (const asked of everything) {
    const { status } = await readAnonymously(asked, 'vase');
    if (status !== 401) open.push(`${status} ${asked.method} ${asked.path}`);
  }
  return open.sort();
}

test('answers strangers only what is on this list', async () => {
  expect(await listOpen()).toMatchInlineSnapshot(`
    [
      "200 GET /.well-known/oauth-authorization-server",
      "200 GET /.well-known/oauth-protected-resource/mcp",
      "200 GET /api/manifest.yaml",
      "200 GET /api/session",
      "200 GET /healthz",
      "200 GET /readyz",
      "302 GET /",
      "302 GET /download/{guid}/all",
      "302 GET /download/{guid}/format/glb",
      "302 GET /download/{guid}/textures",
      "302 GET /model/{guid}",
      "400 GET /api/apps/auth/poll/{sessionId}",
      "400 POST /api/apps/auth/start",
      "400 POST /api/auth/login",
      "400 POST /api/auth/register",
      "400 POST /api/session",
      "400 POST /api/session/register",
      "404 GET /assets/plugins/blender/update-feed.json",
      "404 GET /data/x/{guid}/1k/box.glb",
      "404 GET /leaves/x/{guid}/1k/box.glb",
      "404 GET /nothing/here",
      "404 GET /ui/none.js",
      "404 GET /zip/x/{guid}/1k/all.zip",
      "415 POST /oauth/device_authorization",
      "415 POST /oauth/revoke",
      "415 POST /oauth/token",
      "503 GET /account",
      "503 GET /admin",
      "503 GET /admin/accounts",
      "503 GET /approve",
      "503 GET /approve/x",
      "503 GET /embed/x",
      "503 GET /posters-render",
      "503 GET /s/x",
      "503 GET /s/x/oembed",
      "503 GET /s/x/viewer-asset/{guid}/files/1k/box.glb",
      "503 GET /sign-in",
    ]
  `);
});

test('tells strangers nothing of which models exist', async () => {
  for (const asked of everything) {
    const [real, unreal] = await Promise.all(
      ['vase', 'no-such-vase'].map((guid) => readAnonymously(asked, guid)),
    );
    expect(real?.status, asked.path).toBe(unreal?.status);
    expect(`${real?.text}${unreal?.text}`, asked.path).not.toMatch(/Unreleased/);
  }
});

test('refuses with a challenge and no open door to other sites', async () => {
  const { status, headers, text } = await readAnonymously({ method: 'POST', path: '/mcp/' }, 'vase');
  const listing = await ask('/api-embeddings/', { headers: { origin: 'https://evil.example' } });
  const preflight = await ask('/api-embeddings/', { method: 'OPTIONS' });

  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer scope=.*resource_metadata=/);
  expect(JSON.parse(text)).toMatchObject({ ok: false, code: 'UNAUTHENTICATED' });
  expect(listing.headers.get('access-control-allow-origin')).toBeNull();
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('tells strangers no fact of the library in readyz', async () => {
  const environment = { LODESTOCK_CATALOGUE: 'private' };
  const unread = await startTestServer({ environment });
  const answer = await fetch(`${unread.baseUrl}/readyz`);
  const body = await answer.json();

  expect(answer.status).toBe(503);
  expect(body).not.toHaveProperty('details');
  expect(body.message).toBe('The library is being read. Try again soon.');
});

test('shows a person with a session everything', async () => {
  const { headers } = await signInBrowser(server, person);
  const { body } = await server.call('browse', {}, { headers });
  const [first] = body.results;

  const statuses = await Promise.all(
    [
      `/posters/${first?.guid}/small`,
      '/viewer-asset/box/glb1k',
      '/api/models/vase',
      '/blender-library/_asset-library-meta.json',
    ].map(async (address) => [address, (await ask(address, { headers })).status]),
  );

  expect(body.total).toBe(2);
  expect(new URL(String(first?.previewSmallUrl)).origin).toBe(new URL(server.app.addresses.base()).origin);
  expect(statuses).toEqual([
    [`/posters/${first?.guid}/small`, 200],
    ['/viewer-asset/box/glb1k', 302],
    ['/api/models/vase', 200],
    ['/blender-library/_asset-library-meta.json', 200],
  ]);
});

test('lets plugin tokens and API keys find models', async () => {
  const { body: made } = await server.call('createApiKey', { name: 'agent' }, { token: person.token });
  const { appToken } = await signInPlugin(server);

  for (const token of [person.token, made.apiKey, appToken])
    expect((await server.call('search', { q: 'vase' }, { token })).body.total).toBe(1);
  expect((await server.call('search', { q: 'vase' }, { token: 'lsu_nonsense' })).status).toBe(401);
});

test('lets an agent with a key find models', async () => {
  const { body: made } = await server.call('createApiKey', { name: 'agent' }, { token: person.token });
  const agent = await connectMcp(server.baseUrl, 'http', made.apiKey);

  const found = await callTool(agent, 'search_models', { query_string: 'vase' });
  const stranger = connectMcp(server.baseUrl);

  expect(JSON.stringify(found.content)).toContain('Unreleased vase');
  await expect(stranger).rejects.toThrow();
});

test('gives the asset library of Blender to who shows a token', async () => {
  const marked = sampleBlend({ things: [{ code: 'OB', name: 'Chair', isMarked: true }] });
  const environment = { LODESTOCK_CATALOGUE: 'private' };
  const studio = await startTestServer({
    files: {
      'chair/product.json': '{"guid":"chair"}',
      'chair/1k/chair.blend': marked,
      'chair/previewSmall.png': samplePng({ side: 8 }),
    },
    environment,
  });
  const { token } = await registerPerson(studio);
  const root = `${studio.baseUrl}/blender-library/`;

  const library = await readAssetLibrary(root, { authorization: `Bearer ${token}` });
  const { thumbnail = { url: '', hash: '' } } = library.assets[0] ?? {};
  const downloaded = await Promise.all(library.files.map(library.download));
  const picture = await library.get(thumbnail);
  const listed = ['_asset-library-meta.json', '_v1/asset-index.json', library.files[0]?.url ?? ''];
  const { headers } = await fetch(`${root}${listed[0]}`, { headers: { authorization: `Bearer ${token}` } });
  const strangers = [...listed, thumbnail.url].map(async (url) => (await fetch(new URL(url, root))).status);

  expect(downloaded.map(({ bytes }) => bytes.length)).toEqual([marked.length]);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(await Promise.all(strangers)).toEqual([401, 401, 401, 401]);
});

test('keeps answers out of shared caches and from strangers who come after', async () => {
  const { headers } = await signInBrowser(server, person);
  const known = await ask('/api-embeddings/?q=vase', { headers });
  const tag = known.headers.get('etag') ?? '';
  const again = await ask('/api-embeddings/?q=vase', { headers: { ...headers, 'if-none-match': tag } });
  const poster = await ask('/posters/vase/small', { headers });

  const stranger = await ask('/api-embeddings/?q=vase');
  const guessing = await ask('/api-embeddings/?q=vase', { headers: { 'if-none-match': tag } });

  for (const answer of [known, again, poster]) {
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    expect(answer.headers.get('vary')).toContain('Cookie');
    expect(answer.headers.get('vary')).toContain('Authorization');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect([known.status, again.status, stranger.status, guessing.status]).toEqual([200, 304, 401, 401]);
});

test('leads pages of models to the sign-in and back', async () => {
  const page = await ask('/model/vase-1?lod=10k', { headers: { accept: 'text/html' } });

  expect(page.status).toBe(302);
  expect(page.headers.get('location')).toBe('/sign-in?next=%2Fmodel%2Fvase-1%3Flod%3D10k');
});

test('permits posters of a private file host through its site only', async () => {
  const shared = { LODESTOCK_SYNC_KEY: syncKey, LODESTOCK_CATALOGUE: 'private' };
  const host = await startTestServer({
    libraryDir: library.folder,
    environment: { ...shared, ...posterEnvironment, LODESTOCK_ROLE: 'host' },
  });
  await drawPosters(host);
  const site = await startTestServer({
    environment: { ...shared, LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: host.baseUrl },
    tuning: { sync: { wait: 0, idle: 10, retry: 50 } },
  });
  const { token } = await registerPerson(site);
  const headers = { authorization: `Bearer ${token}` };
  const find = async () => (await site.call('browse', {}, { token })).body.results[0]?.previewSmallUrl;
  await expect.poll(find).toBeTypeOf('string');
  const address = (await find())?.replace(site.app.addresses.base(), site.baseUrl) ?? '';

  const direct = await fetch(`${host.baseUrl}${new URL(address).pathname}`);
  const stranger = await fetch(address, { redirect: 'manual' });
  const led = await fetch(address, { headers, redirect: 'manual' });
  const shown = await fetch(led.headers.get('location') ?? '');

  expect([direct.status, stranger.status, led.status, shown.status]).toEqual([401, 401, 302, 200]);
  expect(shown.headers.get('content-type')).toBe('image/webp');
});
