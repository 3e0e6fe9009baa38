import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost, syncKey } from '../../helpers/fake-host.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startPosterServer } from '../../helpers/poster-renderer.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const tags = ['0123456789abcdef01234567', 'fedcba9876543210fedcba98'] as const;

test("changes its address of a poster with the host's", async () => {
  const host = await startFakeHost();
  const put = (tag: string) => {
    const toUrl = (size: string) => `${host.url}/posters/lamp/${size}?v=${tag}`;
    const urls = {
      previewSmallUrl: toUrl('small'),
      previewMediumUrl: toUrl('medium'),
      previewLargeUrl: toUrl('large'),
    };
    host.put({ ...fakeProduct('lamp', 1), ...urls });
  };
  put(tags[0]);
  const site = await startTestSite([host]);
  const small = async () => (await site.call('browse', {})).body.results[0]?.previewSmallUrl;
  await until(async () => (await small()) === `${host.url}/posters/lamp/small?v=${tags[0]}`);

  put(tags[1]);

  await until(async () => (await small()) === `${host.url}/posters/lamp/small?v=${tags[1]}`);
  expect(site.models()).toEqual({ lamp: 1 });
});

test('offers a rendered poster in the product of a host', async () => {
  const environment = { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: 'shared-secret' };
  const { server, renderAll } = await startPosterServer({
    files: simpleModel('vase', { guid: 'vase' }),
    environment,
  });
  const ask = async (path: string) => {
    const headers = { authorization: 'Bearer shared-secret' };
    return (await fetch(`${server.baseUrl}/api-sync/${path}`, { headers })).json();
  };
  const before = await ask('product/vase');
  const { head } = await ask('status.json');

  await renderAll();

  const after = await ask('product/vase');
  const { changes } = await ask(`changes?since=${head}`);
  expect([before.product.previewSmallUrl, after.product.version]).toEqual([null, before.product.version]);
  expect(after.product.previewSmallUrl).toMatch(/\/posters\/vase\/small\?v=[0-9a-f]{24}$/);
  expect(changes).toMatchObject([{ guid: 'vase', op: 'upsert' }]);
});

test("leads plugins to the host's JPEG", async () => {
  const environment = { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: syncKey };
  const { server, renderAll } = await startPosterServer({
    files: simpleModel('vase', { guid: 'vase' }),
    environment,
  });
  await renderAll();
  const site = await startTestSite([{ url: server.baseUrl }]);
  const shown = async () => (await site.call('browse', {})).body.results[0]?.previewMediumUrl ?? null;
  await until(async () => (await shown()) !== null);
  const plugin = { headers: { accept: 'image/png, image/jpeg' } };

  const answers = [
    await fetch((await shown()) ?? '', plugin),
    await fetch(`${site.baseUrl}/posters/vase/medium`, plugin),
    await fetch(`${site.baseUrl}/posters/vase/medium`),
  ];

  expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
    ...['image/jpeg', 'image/jpeg', 'image/webp'],
  ]);
});
