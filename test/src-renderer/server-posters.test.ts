import sharp from 'sharp';
import { expect, test } from 'vitest';
import { signInBrowser } from '../helpers/browser-session.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import type { TestServer } from '../helpers/test-server.ts';
import { describeServerPages, firstAdmin } from './site/server-pages.ts';

const glb = solidModels.glb ?? {};

/** Part of a picture that is not transparent. */
async function measureCovered(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value, at) => at % 4 === 3 && value > 128).length / (info.width * info.height);
}

const readWaiting = async (server: TestServer) =>
  (await server.call('posterStatus', {}, await signInBrowser(server, firstAdmin))).body.waiting;

describeServerPages('posters drawn in the browser of an admin', ({ share }) => {
  // No browser of the server's own, so that posters wait for an admin.
  const openBoxes = share({
    files: toLibrary({ a: glb, b: glb }),
    environment: {
      LODESTOCK_POSTERS: 'auto',
      LODESTOCK_POSTERS_TURN: 'off',
      LODESTOCK_CHROMIUM: '/nowhere/chromium',
    },
  });
  const readSmall = async (server: TestServer) =>
    (await server.call('browse', {})).body.results.map(({ previewSmallUrl }) => previewSmallUrl);

  test('asks a stranger to sign in first', async () => {
    const { page } = await openBoxes({ at: '/posters-render', who: null });

    await page.getByText('Sign in as an admin of this server').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Back to the catalogue' }).count()).toBe(1);
  });

  test('draws nothing for people who are no admins, and keeps what their cards show', async () => {
    const { server, page } = await openBoxes({ at: '/posters-render', who: 'member' });
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));

    await page.getByText('Only admins can render posters.').waitFor();
    await page.goto('/');
    const pictures = page.getByRole('grid').locator('img');
    await expect.poll(() => pictures.count(), { timeout: 800_000 }).toBe(2);

    expect(asked.filter((url) => url.endsWith('/poster'))).toEqual([]);
    expect(await readSmall(server)).toEqual([null, null]);
  }, 900_000);

  test('hands in what its cards show, for everybody', async () => {
    const { server } = await openBoxes({ at: '/' });

    await expect.poll(() => readSmall(server), { timeout: 800_000 }).not.toContain(null);
    const { results } = (await server.call('browse', {})).body;
    const poster = await fetch(results[0]?.previewLargeUrl ?? '');
    expect(await measureCovered(Buffer.from(await poster.arrayBuffer()))).toBeGreaterThan(0.05);
    expect(await readWaiting(server)).toBe(2);
  }, 900_000);

  test('draws what waits, led from the admin pages, and shows it whole in the grid', async () => {
    const { server, page } = await openBoxes({ at: '/' });
    await page.getByText('Posters wait: no Chromium, Chrome or Edge was found.').waitFor();
    await page.goto('/admin');
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Draw posters in this browser' }).click();
    const drawing = await opening;

    await drawing.getByText('All posters are drawn.').waitFor({ timeout: 800_000 });

    expect(await readWaiting(server)).toBe(0);
    await expect.poll(() => drawing.getByRole('img').count()).toBe(1);
    await drawing.close();
    await page.goto('/');
    const picture = page.getByRole('grid').locator('img').first();
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
    // As wide as a card, on a screen of one pixel per px.
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc))
      .toMatch(/\/posters\/[^/]+\/small\?/);
  }, 900_000);
});
