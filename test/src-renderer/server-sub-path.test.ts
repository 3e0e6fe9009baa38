import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '../helpers/built.ts';
import { findQuietPort } from '../helpers/find-quiet-port.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { waitForPosters } from '../helpers/poster-browser.ts';
import { posterEnvironment } from '../helpers/poster-renderer.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startNginx, whyNo } from '../helpers/web-server.ts';
import { describeBuiltPages } from './site/describe-built-pages.ts';
import { firstAdmin } from './site/server-pages.ts';

const why = whyNo('nginx');
const note = why === null ? '' : ` (skipped: ${why})`;

describeBuiltPages('a server below a path of nginx', ({ forAll }) => {
  let server: TestServer;
  let page: Page;
  let base = '';
  const elsewhere: string[] = [];

  beforeAll(async () => {
    if (why !== null) return;
    const library = makeLibraryFolder(simpleModel('Chair'));
    const port = await findQuietPort();
    base = `http://127.0.0.1:${port}/studio/lodestock`;
    server = await startTestServer({
      libraryDir: library.folder,
      rendererDir: builtPages,
      environment: { ...posterEnvironment, LODESTOCK_POSTERS_TURN: 'off', LODESTOCK_BASE_URL: base },
    });
    const front = await startNginx(port, `location /studio/lodestock/ { proxy_pass ${server.baseUrl}/; }`);
    forAll.closeLater(async () => {
      await front.stop();
      await server.close();
      library.remove();
    });
    await server.call('register', firstAdmin);
    page = await forAll.open(`http://127.0.0.1:${port}`);
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol === 'http:' && !request.url().startsWith(`${base}/`)) elsewhere.push(request.url());
    });
  });

  test.skipIf(why !== null)(`lets a person find, sign in and download there${note}`, async () => {
    await page.goto(`${base}/`);
    await page.getByRole('link', { name: /Chair/ }).first().click();
    await page.waitForURL(`${base}/model/**`);
    await page.reload();
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await page.getByLabel('E-mail').fill(firstAdmin.email);
    await page.getByLabel('Password').fill(firstAdmin.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${base}/model/**`);
    await page.getByRole('combobox', { name: 'How much to download' }).selectOption('File only');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download 1k OBJ, / }).click(),
    ]);

    expect(readFileSync(await download.path(), 'utf8')).toBe(
      String(simpleModel('Chair')['Chair/1k/thing.obj']),
    );
    expect(elsewhere).toEqual([]);
  });

  // Continues as the admin who signed in above.
  test.skipIf(why !== null)(`lets an admin's browser draw posters there${note}`, async () => {
    await page.goto(`${base}/posters-render`);
    await waitForPosters(server);
    await page.goto(`${base}/admin/models`);
    const poster = page.locator('img[src*="/posters/"]').first();
    await poster.waitFor();

    const width = () => poster.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    expect(elsewhere).toEqual([]);
  });
});
