import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost, syncKey } from '../../helpers/fake-host.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';
import { startLevelServer } from './level-server.ts';

const solid = await makeSolidGlb({ rows: 75 });

async function startHost() {
  const library = makeLibraryFolder({
    'ball/product.json': JSON.stringify({ guid: 'ball', title: 'Ball' }),
    'ball/100k/ball.glb': solid,
  });
  const environment = { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: syncKey };
  return { library, ...(await startLevelServer(library.folder, { environment })) };
}

test('offers the levels of a host at its site, without a new version', async () => {
  const { server: host, settled } = await startHost();
  const site = await startTestSite([{ url: host.baseUrl }]);

  await settled();
  const lods = async () => (await site.call('browse', {})).body.results[0]?.lods.join(' ');
  await until(async () => (await lods()) === '1k 10k 100k');

  const { body } = await site.call('model', { guid: 'ball' });
  const [made] = body.topologies[0]?.files ?? [];
  expect(made).toMatchObject({ relativePath: '1k/ball.glb', derived: { tool: expect.any(String) } });
  expect({ version: body.version, problems: site.problems() }).toEqual({ version: 1, problems: [] });
  const bytes = await (await fetch(`${site.baseUrl}/viewer-asset/ball/glb1k`)).arrayBuffer();
  expect(bytes.byteLength).toBe(made?.sizeBytes);
});

test('follows a host whose levels go again', async () => {
  const { server: host, library, settled } = await startHost();
  await settled();
  const site = await startTestSite([{ url: host.baseUrl }]);
  const lods = async () => (await site.call('browse', {})).body.results[0]?.lods.join(' ');
  await until(async () => (await lods()) === '1k 10k 100k');

  library.write({
    'ball/product.json': JSON.stringify({ guid: 'ball', title: 'Ball', license: 'CC BY-ND 4.0' }),
  });
  await host.scan();

  await until(async () => (await lods()) === '100k');
  expect(site.problems()).toEqual([]);
});

test('refuses a product whose derived file is described wrongly', async () => {
  const host = await startFakeHost();
  const site = await startTestSite([host]);
  const product = fakeProduct('ball', 1);
  const [file] = [product.files].flat();
  host.put({ ...product, files: [{ ...Object(file), derived: { from: 'nothing' } }] });

  await until(() => site.problems().some(({ kind }) => kind === 'host-model'));

  expect(site.models()).toEqual({});
});
