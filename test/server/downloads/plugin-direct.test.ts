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
