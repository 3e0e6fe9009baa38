import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { toLibrary } from '../helpers/solid-models.ts';
import { expectHeading, readFocus } from './site/pages.ts';
import { boxGlb, drawingTime, opener, readGraphics, shareBox, showIn3d, view } from './site/preview-page.ts';
import { describeServerPages } from './site/server-pages.ts';

/** Presses the button and reads what is told in place of the model; the picture must be there. */
async function readTrouble(page: Page): Promise<string> {
  await opener(page).click();
  return readAlert(page);
}

async function readAlert(page: Page): Promise<string> {
  const alert = page.getByRole('alert');
  await alert.waitFor({ timeout: drawingTime });
  await expect.poll(() => view(page).count()).toBe(0);
  await page.locator('figure > :first-child :is(svg, img)').first().waitFor();
  return (await alert.innerText()).replace(/\s*Copy details$/, '').trim();
}

describeServerPages('trouble with a model in 3D', ({ openForAll }) => {
  const files = { 'box.glb': boxGlb };
  const openAgain = shareBox(openForAll, {
    ...toLibrary({ gone: files }),
    'locked/product.json': JSON.stringify({ guid: 'locked', title: 'Locked', priceUsd: 3 }),
    'locked/10k/box.obj': objText(9),
  });

  test('says that the file is gone', async () => {
    const { page, library, server } = await openAgain('/model/gone');
    await opener(page).waitFor();
    library?.remove('gone');
    await server.scan();

    expect(await readTrouble(page)).toBe(
      'The file for this view is no longer on the server. Reload the page to see what it has now.',
    );
  });

  test('says that what is no model cannot be shown, and tries again', async () => {
    const { page } = await openAgain();
    let body = 'glTF and then nothing of the kind';
    await page.route('**/viewer-asset/**', (route) => route.fulfill({ body }));

    const told = [await readTrouble(page)];
    for (body of ['', '{"asset":{"version":"2.0"},"scenes":[{}],"scene":0}']) {
      const asking = page.waitForRequest('**/viewer-asset/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await asking;
      told.push(await readAlert(page));
    }

    const other = 'ownload another file of the model.';
    expect(told).toEqual([
      `The file for this view cannot be read. Try again, or d${other}`,
      `The file for this view cannot be read. Try again, or d${other}`,
      `The file for this view is empty. D${other}`,
    ]);
  });

  test('says that nobody answers, and tries again', async () => {
    const { page } = await openAgain();
    await page.route('**/viewer-asset/**', (route) => route.abort('internetdisconnected'));

    const told = await readTrouble(page);
    await page.unroute('**/viewer-asset/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await view(page).waitFor({ timeout: drawingTime });

    expect(told).toBe('The model could not be downloaded. Check your connection, then try again.');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('says that its code did not come', async () => {
    const { page } = await openAgain();
    await page.route('**/ui/open-viewer-*.js', (route) => route.abort('internetdisconnected'));

    expect(await readTrouble(page)).toBe(
      'The 3D view could not be loaded. Check your connection, then reload the page.',
    );
  });

  test('says that there is no WebGL', async () => {
    const { page } = await openAgain();
    await page.evaluate('HTMLCanvasElement.prototype.getContext = () => null');

    expect(await readTrouble(page)).toMatch(/^3D graphics are not available here\. Turn on /);
  });

  test('says that the graphics card was lost', async () => {
    const { page } = await openAgain();
    await showIn3d(page);

    await page.evaluate('loseGraphics()');
    const alert = page.getByRole('alert');
    await alert.waitFor();

    expect(await alert.innerText()).toMatch(/^The graphics card stopped showing this model/);
    await expect.poll(() => view(page).count()).toBe(0);
    await expect.poll(() => page.locator('figure canvas').count()).toBe(0);
    await expect.poll(() => readFocus(page)).toBe('Try again');
  });

  test('stops loading when it is cancelled', async () => {
    const { page } = await openAgain();
    await page.route('**/viewer-asset/**', () => undefined);
    const asking = page.waitForRequest('**/viewer-asset/**');
    await opener(page).click();
    await asking;
    await page.getByRole('progressbar').waitFor();
    expect(page.workers().length).toBe(1);

    await page.getByRole('button', { name: 'Cancel' }).click();
    await opener(page).waitFor();

    // The request ends with the worker that made it.
    await expect.poll(() => page.workers().length).toBe(0);

    await expect.poll(() => readFocus(page)).toBe('View in 3D');
    await expect.poll(async () => (await readGraphics(page)).lost).toEqual([true]);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('says why there is no view of what has to be unlocked', async () => {
    const { page } = await openAgain('/model/locked');
    await expectHeading(page, 'Locked');

    await page.getByText('No 3D preview yet: this model has no 1k topology.').waitFor();
    expect(await opener(page).count()).toBe(0);
  });
});
