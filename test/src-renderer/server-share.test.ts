import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { findViolations } from './site/axe.ts';
import { expectHeading } from './site/pages.ts';
import { showIn3d, shownWords } from './site/preview-page.ts';
import { describeServerPages, openAs } from './site/server-pages.ts';

/** Another website, with a frame in it. */
async function startWebsite(frame: string): Promise<string> {
  const html = `<!doctype html><title>Elsewhere</title>${frame}`;
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return `http://localhost:${typeof bound === 'object' && bound ? bound.port : 0}/`;
}

const framed = (page: Page) => page.frameLocator('iframe');

describeServerPages('a shared link', ({ share }) => {
  const withoutPrices = { LODESTOCK_DEFAULT_PRICE_USD: '0', LODESTOCK_SIGNUP_CREDIT_USD: '0' };
  const openShared = share({
    files: {
      ...toLibrary({ box: solidModels.glb ?? {} }),
      ...simpleModel('lamp', { guid: 'lamp', title: 'Lamp' }),
    },
    environment: { LODESTOCK_CATALOGUE: 'private', LODESTOCK_PRICES: 'off', ...withoutPrices },
  });
  const wish = { days: 7, withFiles: false };

  test('is made on the page of a model, shown to a stranger, and ended by its owner', async () => {
    const { server, page, person } = await openShared({ at: '/model/box' });
    await showIn3d(page);
    await page.getByRole('button', { name: 'Use this view' }).press('Enter');
    await page.getByRole('button', { name: 'Copy link to this view' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ends after').selectOption('30');
    await dialog.getByRole('checkbox').check();
    const inDialog = await findViolations(page);
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.context().clearCookies();
    await page.goto(link);
    await expectHeading(page, 'Box');
    const shown = await findViolations(page);
    await showIn3d(page);
    await page.getByText(shownWords).waitFor();
    const href = await page
      .getByRole('list', { name: 'Files' })
      .getByRole('link')
      .first()
      .getAttribute('href');
    const file = await page.request.get(href ?? '');

    await openAs(page, '/account/shares', person);
    await page.getByRole('row', { name: /Box/ }).waitFor();
    const inList = await findViolations(page);
    await page.getByRole('button', { name: 'End link to Box' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End link' }).click();
    await page.getByRole('cell', { name: 'Ended' }).waitFor();
    const gone = await page.goto(link);
    await expectHeading(page, 'This link has ended');

    const { shares } = (await server.call('shares', {}, person)).body;
    expect([file.status(), gone?.status()]).toEqual([200, 410]);
    expect(shares).toMatchObject([{ kind: 'model', withFiles: true, views: 1 }]);
    expect([inDialog, shown, inList]).toEqual([[], [], []]);
  });

  test('shows its model in a frame of another website, and no other page there', async () => {
    const { server, page, person } = await openShared({ who: null });
    const view = '2.000,1.000,3.000,0.000,0.000,0.000';
    const { url, embed } = (await server.call('share', { guid: 'box', view, ...wish }, person)).body;
    const [frame, refused] = [
      await startWebsite(embed),
      await startWebsite(`<iframe src="${url}"></iframe>`),
    ];

    await page.goto(frame);
    await framed(page).getByRole('heading', { name: 'Box' }).waitFor();
    await framed(page).getByText(shownWords).waitFor();
    // A page of its own: that its frame is forbidden is what is wanted here.
    const other = await page.context().newPage();
    await other.goto(refused);

    await expect.poll(() => other.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    await other.close();
  });

  test('shows the models of a collection one by one', async () => {
    const { server, page, person } = await openShared({ who: null });
    const made = await server.call('makeCollection', { name: 'Offer', add: ['box', 'lamp'] }, person);
    const { url } = (await server.call('share', { collectionId: made.body.id, ...wish }, person)).body;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    await page.goto(url);
    await expectHeading(page, 'Offer');
    const violations = await findViolations(page);
    await page.getByRole('link', { name: 'Lamp' }).click();
    await expectHeading(page, 'Lamp');
    await page.getByRole('link', { name: 'Offer' }).click();
    await expectHeading(page, 'Offer');

    expect(violations).toEqual([]);
    expect(asked.filter((path) => !/^\/(s|ui|posters)\//.test(path))).toEqual([]);
  });
});
