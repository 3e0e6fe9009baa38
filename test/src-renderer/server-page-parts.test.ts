import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { expectHeading } from './site/pages.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('the parts of the pages', ({ share }) => {
  const openShared = share({ files: simpleModel('Chair', { title: 'Oak chair' }) });
  /** For a browser that has kept nothing yet. */
  const browser = {};

  test('are named by the page, with what it asks for first', async () => {
    const { page } = await openShared({ who: null, browser });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    await page.goto('/');
    await expectHeading(page, '1 model');
    const ofListing = asked.filter((path) => path === '/api-embeddings/browse');
    const html = await (await page.request.get('/')).text();
    await page.getByRole('gridcell').first().click();
    await expectHeading(page, 'Oak chair');
    asked.length = 0;
    await page.reload();
    await expectHeading(page, 'Oak chair');
    const ofModel = asked.filter((path) => /^\/api\/models\/[^/]+$/.test(path));

    expect(ofListing).toHaveLength(1);
    expect(ofModel).toHaveLength(1);
    expect(html).toMatch(/<link rel="modulepreload" crossorigin href="\.\/ui\/web-catalogue-[^"]+\.js">/);
    expect(html).toMatch(/<link rel="stylesheet" crossorigin href="\.\/ui\/web-catalogue-[^"]+\.css">/);
    expect(asked.filter((path) => path.startsWith('/ui/web-model-')).length).toBeGreaterThan(1);
  });

  test('are those of the page alone, until the pointer nears a link', async () => {
    const { page } = await openShared({ who: null, browser });
    const asked = new Set<string>();
    page.on('request', (request) => {
      const [, part] = /^\/ui\/web-([a-z-]+)-/.exec(new URL(request.url()).pathname) ?? [];
      if (part !== undefined) asked.add(part);
    });

    await page.goto('/', { waitUntil: 'networkidle' });
    await expectHeading(page, '1 model');
    const ofCatalogue = [...asked];
    await page.getByRole('gridcell').first().hover();

    expect(ofCatalogue).toEqual(['catalogue']);
    await expect.poll(() => [...asked]).toEqual(['catalogue', 'model']);
  });

  test('follow a frame that needs no other file', async () => {
    const { page } = await openShared({ who: null, browser });
    const frame = page.locator('.first-frame');
    const gate = Promise.withResolvers<void>();
    await page.route('**/ui/**', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThanOrEqual(52);

    gate.resolve();
    await expectHeading(page, '1 model');

    expect(await frame.count()).toBe(0);
  });

  test('ask for a reload where an upgraded server has others', async () => {
    const { page } = await openShared({ browser });
    await page.route('**/ui/web-account-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await expectHeading(page, '1 model');

    await page.getByRole('button', { name: /Ada Artist/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expectHeading(page, 'This page could not be loaded');
    await page.unroute('**/ui/web-account-*.js');
    await page.getByRole('button', { name: 'Reload' }).click();

    await page.getByRole('link', { name: 'Transactions' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
  });
});
