import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { readingTimes } from '../../src-renderer/viewer/reading/reading-limits.ts';
import { claimPng, hostileGlbs } from '../helpers/hostile-glb.ts';
import { drawingTime, opener, readGraphics, shareBox, showIn3d, shownWords } from './site/preview-page.ts';
import { describeServerPages } from './site/server-pages.ts';

async function readAlert(page: Page): Promise<string> {
  const alert = page.getByRole('alert');
  await alert.waitFor({ timeout: drawingTime });
  return (await alert.innerText()).replace(/\s*Copy details$/, '').trim();
}

const answers =
  /^The file for this view (cannot be read\. Try again, or download another file|is empty\. Download another file|is too large to be shown here\. Download the model|takes too long to read\. Close other programs)/;

describeServerPages('a hostile model in 3D', ({ openForAll }) => {
  const openAgain = shareBox(openForAll);

  test('says what is wrong with each of them', async () => {
    const { page } = await openAgain();
    const said: Record<string, string> = {};
    let body: Buffer = Buffer.alloc(0);
    let button = opener(page);
    await page.route('**/viewer-asset/**', (route) => route.fulfill({ body }));

    for (const [name, make] of Object.entries(hostileGlbs)) {
      body = make();
      const asking = page.waitForRequest('**/viewer-asset/**');
      await button.click();
      await asking;
      said[name] = await readAlert(page);
      await expect.poll(() => page.workers().length).toBe(0);
      button = page.getByRole('button', { name: 'Try again' });
    }

    const unclear = Object.entries(said).filter(([, text]) => !answers.test(text));
    expect(unclear).toEqual([]);
    expect(Object.keys(said)).toEqual(Object.keys(hostileGlbs));
  });

  test('shows a model whose pictures are not there', async () => {
    const { page } = await openAgain();
    const body = claimPng(10, 10).subarray(0, 20);
    await page.route('**/viewer-asset/**', async (route) => {
      const answer = await route.fetch();
      const glb = await answer.body();
      const at = glb.indexOf('IHDR');
      glb.set(body, at - 12);
      await route.fulfill({ response: answer, body: glb });
    });

    await showIn3d(page);

    await page.getByText(shownWords).waitFor();
  });

  test('gives up a body that stalls', async () => {
    const { page } = await openAgain();
    await page.clock.install(); // it stays, so this test is the last
    await page.route('**/viewer-asset/**', () => undefined);
    const asking = page.waitForRequest('**/viewer-asset/**');
    await opener(page).click();
    await asking;

    await page.clock.fastForward(readingTimes.silence);
    expect(await readAlert(page)).toBe(
      'The download of the model stalled. Check your connection, then try again.',
    );
    await expect.poll(() => page.workers().length).toBe(0);
    await expect.poll(async () => (await readGraphics(page)).lost).toEqual([true]);
  });
});
