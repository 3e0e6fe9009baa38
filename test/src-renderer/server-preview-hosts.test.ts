import { expect, onTestFinished, test } from 'vitest';
import { syncKey } from '../helpers/fake-host.ts';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { startTestServer } from '../helpers/test-server.ts';
import { measure, showIn3d } from './site/preview-page.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('a model of a followed file host in 3D', ({ open }) => {
  test('comes from the host, which the page may ask', async () => {
    const library = makeLibraryFolder(toLibrary({ box: solidModels.glb ?? {} }));
    const shared = { LODESTOCK_SYNC_KEY: syncKey };
    const host = await startTestServer({
      libraryDir: library.folder,
      environment: { ...shared, LODESTOCK_ROLE: 'host' },
    });
    onTestFinished(async () => {
      await host.close();
      library.remove();
    });
    const { server, page } = await open({
      environment: { ...shared, LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: host.baseUrl },
      tuning: { sync: { wait: 0, idle: 10, retry: 50 } },
    });
    await expect.poll(async () => (await server.call('browse', {})).body.total).toBe(1);
    const asked: string[] = [];
    page.on('response', (response) => asked.push(response.url()));

    await page.goto('/model/box');
    await showIn3d(page);

    expect((await measure(page)).colours).toBeGreaterThan(8);
    expect(asked.some((address) => address.startsWith(`${host.baseUrl}/data/`))).toBe(true);
  });
});
