import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { syncKey } from '../helpers/fake-host.ts';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { startTestServer } from '../helpers/test-server.ts';
import { measure, showIn3d } from './site/preview-page.ts';
import { describeServerPages } from './site/server-pages.ts';

/** IPv6 where this machine has it: a page's policy cannot name such an address. */
const loopback =
  networkInterfaces()
    .lo?.map(({ address }) => address)
    .find((address) => address === '::1') ?? '127.0.0.1';

describeServerPages('a model of a followed file host in 3D', ({ open }) => {
  test('comes from the host, which the page may ask', async () => {
    const library = makeLibraryFolder(toLibrary({ box: solidModels.glb ?? {} }));
    const shared = { LODESTOCK_SYNC_KEY: syncKey };
    const host = await startTestServer({
      libraryDir: library.folder,
      environment: { ...shared, LODESTOCK_ROLE: 'host', LODESTOCK_HOST: loopback },
    });
    onTestFinished(async () => {
      await host.close();
      library.remove();
    });
    const hostUrl = host.baseUrl.replace('127.0.0.1', loopback.includes(':') ? `[${loopback}]` : loopback);
    const { server, page } = await open({
      environment: { ...shared, LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: hostUrl },
      tuning: { sync: { wait: 0, idle: 10, retry: 50 } },
    });
    await expect.poll(async () => (await server.call('browse', {})).body.total).toBe(1);
    const asked: string[] = [];
    page.on('response', (response) => asked.push(response.url()));

    await page.goto('/model/box');
    await showIn3d(page);

    expect((await measure(page)).colours).toBeGreaterThan(8);
    expect(asked.some((address) => address.startsWith(`${hostUrl}/data/`))).toBe(true);
  });
});
