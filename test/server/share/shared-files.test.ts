import path from 'node:path';
import { expect, test } from 'vitest';
import { syncKey } from '../../helpers/fake-host.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { drawPosters, posterEnvironment } from '../../helpers/poster-renderer.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const rendererDir = path.resolve(import.meta.dirname, '../../../src-renderer');

async function start(environment: Readonly<Record<string, string>>) {
  const server = await startTestServer({
    ...{ files: simpleModel('vase', { guid: 'vase', title: 'Vase', priceUsd: 0 }), rendererDir },
    environment: { ...posterEnvironment, ...environment },
  });
  return server;
}

test('makes and opens no link where the admin has closed sharing', async () => {
  const server = await start({ LODESTOCK_SHARING: 'off' });
  const person = await registerPerson(server);

  const refused = await server.call('share', { guid: 'vase', days: 7, withFiles: false }, person);

  expect(refused.error).toMatchObject({ code: 'FORBIDDEN' });
  expect((await fetch(`${server.baseUrl}/s/any`)).status).toBe(410);
});

test('shows the models of a private file host through its site', async () => {
  const shared = { LODESTOCK_CATALOGUE: 'private', LODESTOCK_SYNC_KEY: syncKey };
  const host = await start({ ...shared, LODESTOCK_ROLE: 'host' });
  await drawPosters(host);
  const site = await startTestServer({
    rendererDir,
    environment: { ...shared, LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: host.baseUrl },
    tuning: { sync: { wait: 0, idle: 10, retry: 50 } },
  });
  const person = await registerPerson(site);
  const find = async () => (await site.call('model', { guid: 'vase' }, person)).status;
  await expect.poll(find).toBe(200);
  const { url } = (await site.call('share', { guid: 'vase', days: 7, withFiles: true }, person)).body;

  const page = await (await fetch(url)).text();
  const [, poster = ''] = /og:image" content="([^"]+)"/.exec(page) ?? [];
  const picture = await fetch(poster.replaceAll('&amp;', '&'));
  const file = await fetch(`${url}/viewer-asset/vase/files/10k/thing.obj`);

  expect([picture.status, file.status]).toEqual([200, 200]);
  expect([picture.url, file.url].every((address) => address.startsWith(host.baseUrl))).toBe(true);
});
