import { rmSync } from 'node:fs';
import path from 'node:path';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Scope } from '../../../../server/contract/common.ts';
import type { RouteDefinition } from '../../../../server/contract/define.ts';
import { routes } from '../../../../server/contract/index.ts';
import { FeedSchema } from '../../../../server/contract/starters.ts';
import { manifests } from '../../../../server/starters/manifest-list.ts';
import { importRelease } from '../../../../server/updates/import-release.ts';
import { updatesFolder } from '../../../../server/updates/release-store.ts';
import { readAssetLibrary } from '../../../helpers/blender-client.ts';
import { signInBrowser } from '../../../helpers/browser-session.ts';
import { findQuietPort } from '../../../helpers/find-quiet-port.ts';
import { makeLibraryFolder, simpleModel } from '../../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../../helpers/mcp-client.ts';
import { drawPosters, posterEnvironment } from '../../../helpers/poster-renderer.ts';
import { sampleBlend } from '../../../helpers/sample-blend.ts';
import { buildRelease } from '../../../helpers/starter-release.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../helpers/test-server.ts';
import { readDeployedProxy, startNginx, type WebServer, whyNo } from '../../../helpers/web-server.ts';
import { makeRelease } from '../../updates/sample-release.ts';

const why = whyNo('nginx');
const note = why === null ? '' : ` (skipped: ${why})`;
const root = '/lodestock';
const syncKey = 'a-sync-key-of-forty-characters-for-tests';
const posterKey = posterEnvironment.LODESTOCK_POSTERS_KEY;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const AppFeed = z.object({ files: z.array(z.object({ url: z.string() })).min(1) });

const library = makeLibraryFolder({
  ...simpleModel('Chair', { guid: 'chair', priceUsd: 3 }),
  ...simpleModel('Stool', { guid: 'stool' }),
  'lamp/product.json': JSON.stringify({ guid: 'lamp', title: 'Lamp' }),
  'lamp/1k/lamp.blend': sampleBlend({ things: [{ code: 'OB', name: 'Lamp', isMarked: true }] }),
});
let server: TestServer;
let front: WebServer | null = null;
let base = '';
let admin: Awaited<ReturnType<typeof registerPerson>>;
let browser: Awaited<ReturnType<typeof signInBrowser>>;

beforeAll(async () => {
  const port = await findQuietPort();
  base = `http://127.0.0.1:${port}${root}`;
  const startersDir = path.join(library.folder, '.starters');
  buildRelease(startersDir, '9.9.9');
  server = await startTestServer({
    libraryDir: library.folder,
    startersDir,
    environment: { ...posterEnvironment, LODESTOCK_BASE_URL: base, LODESTOCK_SYNC_KEY: syncKey },
  });
  const release = makeRelease('9.9.9', { 'latest.yml': ['Lodestock-Setup-9.9.9.exe'] });
  await importRelease({
    source: release,
    root: updatesFolder(server.dataDir),
    isHeld: false,
    at: '2026-01-01T00:00:00.000Z',
  });
  rmSync(release, { recursive: true });
  admin = await registerPerson(server);
  browser = await signInBrowser(server, admin);
  await drawPosters(server);
  if (why === null)
    front = await startNginx(
      port,
      readDeployedProxy('nginx-below-a-path.conf').replaceAll('http://127.0.0.1:8787', server.baseUrl),
    );
});
afterAll(() => front?.stop());

/** First parts of the paths that lead to something on a server. */
const places = new Set([
  ...Object.values<RouteDefinition>(routes).map((route) => route.path.split('/')[1]),
  ...['assets', 'data', 'download', 'leaves', 'mcp', 'model', 'oauth', 'posters', 'sign-in', 'ui', 'updates'],
  ...['blender-library', 'viewer-asset', 'zip'],
]);
/** Paths that the contract fixes: clients write them behind the address of their server. */
const fixed = /"url":"\/api\/(?:plugin\/)?download\/direct"/g;
const address = /(?<=["'\s(])(?:https?:\/\/(?:127\.0\.0\.1|localhost)[:/]|\/)[^"'\s)<>]+/g;
const isBelow = (found: string) =>
  found.startsWith('/')
    ? `${found}/`.startsWith(`${root}/`) || !places.has(found.split('/')[1])
    : `${found}/`.startsWith(`${base}/`);
/** Addresses in an answer that lead to a server, but not below its path. */
const strayIn = (text: string) =>
  [...text.replaceAll(fixed, '').matchAll(address)]
    .map(([found]) => found)
    .filter((found) => !isBelow(found));

const app = { appSlug: 'test', appName: 'Test', appVersion: '1', pluginFamily: 'unity', deviceName: 'here' };
const scopes: Scope[] = ['download:direct', 'scene:import'];

/** A sign-in that waits, and one that was approved. */
async function signInApps() {
  const start = async () => (await server.call('startSignIn', { ...app, requestedScopes: scopes })).body;
  const [waiting, approved] = [await start(), await start()];
  await server.call('approveSignIn', { sessionId: approved.sessionId, scopes }, browser);
  const { appToken = '' } = (await server.call('pollSignIn', approved)).body;
  return { waiting, appToken };
}

test('answers no address outside of its path', async () => {
  const { waiting, appToken } = await signInApps();
  const { sessionId } = waiting;
  const project = (await server.call('makeProject', { name: 'Ship' }, browser)).body;
  const given: Readonly<Record<string, string>> = {
    ...{ guid: 'chair', accountId: admin.user.id, sessionId, projectId: project.id },
  };
  const ways = [browser.headers, ...[admin.token, appToken, syncKey, posterKey].map(bearer)];
  const read = async (place: string) => {
    const answers = await Promise.all(ways.map((headers) => fetch(`${server.baseUrl}${place}`, { headers })));
    return answers.find(({ ok }) => ok)?.text() ?? null;
  };
  const readers = Object.entries<RouteDefinition>(routes).filter(([, { method }]) => method === 'GET');
  const answers = new Map<string, string | null>();
  for (const [name, route] of readers) {
    const place = route.path.replaceAll(/\{(\w+)\}/g, (_all, field: string) => given[field] ?? 'none');
    answers.set(name, await read(name === 'pollSignIn' ? `${place}?pollToken=${waiting.pollToken}` : place));
  }
  const discoveries = ['authorization-server', 'protected-resource'].map((of) => `/.well-known/oauth-${of}`);
  const feeds = ['/assets/plugins/3dsmax/update-feed.json', '/blender-library/_asset-library-meta.json'];
  for (const place of [...feeds, ...discoveries]) answers.set(place, await read(place));
  const tuple = { guid: 'chair', format: 'obj', lod: '1k' };
  const variant = { ...tuple, variant: null, relativePath: '1k/thing.obj' };
  await server.call('adminRedrawPosters', { guids: ['chair', 'stool'] }, browser);
  const posted = [
    ['startSignIn', (await server.call('startSignIn', { ...app, requestedScopes: scopes })).body],
    ['agentDirect', (await server.call('agentDirect', tuple, { token: admin.token })).body],
    ['pluginDirect', (await server.call('pluginDirect', variant, { token: appToken })).body],
    ['claimPoster', (await server.call('claimPoster', {}, { headers: bearer(posterKey) })).body],
  ] as const;
  for (const [name, body] of posted) answers.set(name, JSON.stringify(body));

  const unanswered = [...answers].flatMap(([name, text]) => (text === null ? [name] : []));
  const stray = [...answers].flatMap(([name, text]) =>
    strayIn(text ?? '').map((found) => `${name}: ${found}`),
  );

  // Nothing was published here, and no other catalogue is asked.
  expect(unanswered.toSorted()).toEqual(['foreignModel', 'keptVersions', 'publishState']);
  expect(stray).toEqual([]);
});

test('says in each OpenAPI page where its paths begin', async () => {
  const pages = ['/api/manifest.yaml', ...Object.keys(manifests).map((name) => `/assets/manifests/${name}`)];

  const texts = await Promise.all(
    pages.map(async (page) => (await fetch(`${server.baseUrl}${page}`)).text()),
  );

  for (const text of texts) expect(text).toContain(`\nservers:\n  - url: ${base}\n`);
});

describe.skipIf(why !== null)(`behind nginx, which sends on nothing else${note}`, () => {
  test.each(['http', 'sse'] as const)('lets an agent work over MCP by %s', async (transport) => {
    const agent = await connectMcp(base, transport, admin.token);

    const { content } = await callTool(agent, 'search_models', { query_string: 'chair' });

    expect(content).toMatchObject({ models: [{ model_id_string: 'model_chair' }] });
  });

  test('lets an OAuth client find its addresses', async () => {
    const discover = (to: string) =>
      oauth.discovery(new URL(to), 'studio-tool', undefined, oauth.None(), {
        algorithm: 'oauth2',
        execute: [oauth.allowInsecureRequests],
      });

    const settings = await discover(base);
    const started = await oauth.initiateDeviceAuthorization(settings, { scope: 'account:read' });

    expect(settings.serverMetadata().issuer).toBe(base);
    expect(started.verification_uri).toBe(`${base}/approve`);
  });

  test.each(['/mcp', '/mcp/', ''])('says whose tokens "%s" takes', async (place) => {
    const { origin } = new URL(base);

    const answer = await fetch(`${origin}/.well-known/oauth-protected-resource${root}${place}`);

    expect(await answer.json()).toMatchObject({
      resource: `${base}${place}`,
      authorization_servers: [base],
    });
  });

  test('gives an admin the posters that are listed', async () => {
    const { models } = (await server.call('adminModels', {}, browser)).body;

    const posters = models.flatMap(({ posterUrl }) => posterUrl ?? []);
    const statuses = await Promise.all(
      posters.map(async (poster) => (await fetch(new URL(poster, base))).status),
    );

    expect(statuses).toEqual([200, 200]);
  });

  test('gives plugins and the app the files of their feeds', async () => {
    const plugins = `${base}/assets/plugins/3dsmax/update-feed.json`;
    const updates = `${base}/updates/latest.yml`;

    const feed = FeedSchema.parse(await (await fetch(plugins)).json());
    const release = AppFeed.parse(parse(await (await fetch(updates)).text()));
    const files = [
      ...feed.files.map(({ url }) => new URL(url, plugins)),
      ...release.files.map(({ url }) => new URL(url, updates)),
    ];
    const statuses = await Promise.all(files.map(async (file) => (await fetch(file)).status));

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('gives Blender the files of its asset library', async () => {
    const { assets, files, download } = await readAssetLibrary(`${base}/blender-library/`);
    const [file] = files;

    const got = file && (await download(file));

    expect(assets.map(({ name }) => name)).toEqual(['Lamp']);
    expect(got?.bytes).toHaveLength(file?.size_in_bytes ?? -1);
  });
});
