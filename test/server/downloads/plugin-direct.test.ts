import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { readZipNames } from '../../helpers/zip-names.ts';

const server = await startTestServer({
  files: {
    ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
    'lone/product.json': JSON.stringify({ guid: 'lone', priceUsd: 0 }),
    'lone/10k/thing.obj': objText(3),
  },
});

const exact = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

test('gives a plugin the scene with all it needs', async () => {
  const { appToken: token } = await signInPlugin(server);

  const formats = await server.call('pluginFormats', { guid: 'table' }, { token });
  const variant = formats.body.objVariants.find(({ lod }) => lod === '10k');
  const { body } = await server.call('pluginDirect', variant?.downloadRequest.body ?? exact, { token });
  const texture = await fetch(new URL('textures/wood.png', body.import?.assetsRootUrl));

  expect(formats.body.fileHost).toEqual({ available: true });
  expect(variant?.supportFilesCount).toBe(2);
  expect(body.supportFiles.map(({ relativePath }) => relativePath)).toEqual([
    '10k/textures/wood.png',
    '10k/thing.mtl',
  ]);
  expect(body.import).toMatchObject({
    mode: 'import',
    target: 'current-scene',
    searchPaths: ['10k', '10k/textures'],
  });
  expect([texture.status, texture.headers.get('etag')]).toEqual([200, `"${body.supportFiles[0]?.sha256}"`]);
});

test('gives no import hints without the scope', async () => {
  const { appToken: token } = await signInPlugin(server, ['download:direct']);

  const { body } = await server.call('pluginDirect', { ...exact, variant: null }, { token });

  expect(body.import).toBeUndefined();
});

test('gives a plugin no texture as a scene', async () => {
  const { appToken: token } = await signInPlugin(server);

  const { status } = await server.call(
    'pluginDirect',
    { guid: 'table', relativePath: '10k/textures/wood.png' },
    { token },
  );

  expect(status).toBe(404);
});

test("keeps agents' and plugins' tokens apart", async () => {
  const { token, appToken } = await signInPlugin(server);

  const agent = await server.call('agentDirect', exact, { token: appToken });
  const plugin = await server.call('pluginDirect', exact, { token });

  expect([agent.status, plugin.status]).toEqual([403, 403]);
});

test('sends a signed-in browser on to the file', async () => {
  const { browser } = await signInPlugin(server);
  await server.call('agentDirect', exact, browser);
  const address = `${server.baseUrl}/download/table/format/obj?lod=10k&relativePath=${encodeURIComponent('10k/thing.obj')}`;

  const signedOut = await fetch(address, { redirect: 'manual' });
  const foreign = await fetch(address, {
    redirect: 'manual',
    headers: { ...browser.headers, 'sec-fetch-site': 'cross-site' },
  });
  const signedIn = await fetch(address, { redirect: 'manual', headers: browser.headers });

  expect(signedOut.headers.get('location')).toMatch(/^\/sign-in\?next=%2Fdownload%2Ftable/);
  expect(foreign.headers.get('location')).toMatch(/^\/model\/table\?/);
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/data/'),
  ]);
});

test('gives a plugin all that the scene needs as one archive', async () => {
  const { appToken: token } = await signInPlugin(server);
  const { body } = await server.call('pluginDirect', exact, { token });

  const response = await fetch(body.archiveUrl ?? '');
  const names = readZipNames(Buffer.from(await response.arrayBuffer()));

  const files = [body.relativePath, ...body.supportFiles.map(({ relativePath }) => relativePath)];
  expect(names.toSorted()).toEqual([...files, 'LICENSE.txt'].toSorted());
});

test('offers no archive of a scene alone', async () => {
  const { appToken: token } = await signInPlugin(server);

  const { body } = await server.call('pluginDirect', { guid: 'lone' }, { token });

  expect(body.archiveUrl).toBeUndefined();
});
