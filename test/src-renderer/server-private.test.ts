import { expect, test } from 'vitest';
import { drawPosters, posterEnvironment } from '../helpers/poster-renderer.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { expectHeading } from './site/pages.ts';
import { showIn3d, shownWords } from './site/preview-page.ts';
import { describeServerPages, firstAdmin } from './site/server-pages.ts';

describeServerPages('a private catalogue', ({ share }) => {
  const openShared = share({
    files: toLibrary({ box: solidModels.glb ?? {} }),
    environment: { ...posterEnvironment, LODESTOCK_CATALOGUE: 'private' },
  });
  let drawing: ReturnType<typeof drawPosters> | null = null;
  async function openPrivate() {
    const opened = await openShared({ who: null });
    drawing ??= drawPosters(opened.server);
    await drawing;
    const { page } = opened;
    async function signIn() {
      await page.getByLabel('E-mail').fill(firstAdmin.email);
      await page.getByLabel('Password').fill(firstAdmin.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    }
    return { ...opened, signIn };
  }

  test('asks for a sign-in first and goes on to the model', async () => {
    const { page, signIn } = await openPrivate();

    await page.goto('/model/box');
    await page.waitForURL('**/sign-in?next=%2Fmodel%2Fbox');
    await signIn();

    await expectHeading(page, 'Box');
    await showIn3d(page);
    await page.getByText(shownWords).waitFor();
  });

  test('shows cards with their posters to who is signed in', async () => {
    const { page, signIn } = await openPrivate();
    await page.goto('/');
    await signIn();

    const picture = page.getByRole('gridcell').first().locator('img');
    await picture.waitFor();

    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('asks again when the sign-in has ended', async () => {
    const { page, server, admin, signIn } = await openPrivate();
    await page.goto('/');
    await signIn();
    await page.getByRole('gridcell').first().waitFor();

    await server.call('endOtherSessions', {}, admin);
    await page.getByRole('combobox', { name: 'Search models' }).fill('box');
    await page.waitForURL('**/sign-in?next=**');
    await signIn();

    await page.waitForURL('**/?q=box');
    await page.getByRole('gridcell').first().waitFor();
  });
});
