import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { signInBrowser } from '../helpers/browser-session.ts';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { registerPerson, type TestServer } from '../helpers/test-server.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

const glb = solidModels.glb ?? {};
// No browser of the server's own, so that posters wait for an admin.
const environment = {
  LODESTOCK_POSTERS: 'auto',
  LODESTOCK_POSTERS_TURN: 'off',
  LODESTOCK_CHROMIUM: '/nowhere/chromium',
};

function makeBoxes(...names: readonly string[]): string {
  const library = makeLibraryFolder(toLibrary(Object.fromEntries(names.map((name) => [name, glb]))));
  onTestFinished(() => library.remove());
  return library.folder;
}

const signIn = (server: TestServer) => signInBrowser(server, firstAdmin);

/** Part of a picture that is not transparent. */
async function measureCovered(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value, at) => at % 4 === 3 && value > 128).length / (info.width * info.height);
}

describeServerPages('posters drawn in the browser of an admin', ({ open }) => {
  test('hands in what its cards show, for everybody', async () => {
    const { server, page } = await open({ environment, libraryDir: makeBoxes('a', 'b') });
    await server.call('register', firstAdmin);

    await openAs(page, '/', firstAdmin);

    const shown = async () =>
      (await server.call('browse', {})).body.results.map(({ previewMediumUrl }) => previewMediumUrl !== null);
    await expect.poll(shown, { timeout: 800_000 }).toEqual([true, true]);
    const { results } = (await server.call('browse', {})).body;
    const poster = await fetch(results[0]?.previewLargeUrl ?? '');
    const covered = await measureCovered(Buffer.from(await poster.arrayBuffer()));
    expect(covered).toBeGreaterThan(0.05);
    expect((await server.call('posterStatus', {}, await signIn(server))).body.waiting).toBe(2);
  }, 900_000);

  test('keeps the pictures of people who may not hand them in', async () => {
    const { server, page } = await open({ environment, libraryDir: makeBoxes('a') });
    await server.call('register', firstAdmin);
    const asked: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && asked.push(request.url())));

    await openAs(page, '/', await registerPerson(server));
    await page.getByRole('grid').locator('img').waitFor({ timeout: 800_000 });

    expect(asked.filter((url) => url.endsWith('/poster'))).toEqual([]);
    expect((await server.call('browse', {})).body.results[0]?.previewSmallUrl).toBeNull();
  }, 900_000);

  test('draws what waits, led from the admin pages', async () => {
    const { server, page } = await open({ environment, libraryDir: makeBoxes('a', 'b') });
    await server.call('register', firstAdmin);
    await openAs(page, '/', firstAdmin);
    await page.getByText('Posters wait: no Chromium, Chrome or Edge was found.').waitFor();
    await page.goto('/admin');
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Draw posters in this browser' }).click();
    const drawing = await opening;

    await drawing.getByText('All posters are drawn.').waitFor({ timeout: 800_000 });

    const { results } = (await server.call('browse', {})).body;
    expect(results.map(({ previewMediumUrl }) => previewMediumUrl === null)).toEqual([false, false]);
    await expect.poll(() => drawing.getByRole('img').count()).toBe(1);
  }, 900_000);

  test('draws nothing for people who are no admins', async () => {
    const { server, page } = await open({ environment, libraryDir: makeBoxes('a') });
    await server.call('register', firstAdmin);
    await openAs(page, '/posters-render', await registerPerson(server));

    await page.getByText('Only admins can render posters.').waitFor();

    expect((await server.call('browse', {})).body.results[0]?.previewSmallUrl).toBeNull();
  });

  test('asks a stranger to sign in first', async () => {
    const { page } = await open({ environment, libraryDir: makeBoxes('a') });

    await page.goto('/posters-render');

    await page.getByText('Sign in as an admin of this server').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Back to the catalogue' }).count()).toBe(1);
  });

  test('shows a rendered poster whole in the grid', async () => {
    const { server, page } = await open({ environment, libraryDir: makeBoxes('a') });
    await server.call('register', firstAdmin);
    await openAs(page, '/posters-render', firstAdmin);
    await page.getByText('All posters are drawn.').waitFor({ timeout: 800_000 });

    await page.goto('/');
    const picture = page.getByRole('grid').locator('img');
    await picture.waitFor();

    await expect.poll(() => picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain');
    // As wide as a card, on a screen of one pixel per px.
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.currentSrc))
      .toMatch(/\/posters\/[^/]+\/small\?/);
  }, 900_000);
});
