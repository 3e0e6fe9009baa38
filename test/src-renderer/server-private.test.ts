import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { drawPosters, posterEnvironment } from '../helpers/poster-renderer.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { expectHeading } from './site/pages.ts';
import { showIn3d, shownWords } from './site/preview-page.ts';
import { describeServerPages, firstAdmin } from './site/server-pages.ts';

describeServerPages('a private catalogue', ({ open }) => {
  async function openPrivate() {
    const library = makeLibraryFolder(toLibrary({ box: solidModels.glb ?? {} }));
    onTestFinished(() => library.remove());
    const environment = { ...posterEnvironment, LODESTOCK_CATALOGUE: 'private' };
    const opened = await open({ libraryDir: library.folder, environment });
    const { body } = await opened.server.call('register', firstAdmin);
    await drawPosters(opened.server);
    return { ...opened, token: body.token };
  }
  async function signIn({ page }: Awaited<ReturnType<typeof openPrivate>>) {
    await page.getByLabel('E-mail').fill(firstAdmin.email);
    await page.getByLabel('Password').fill(firstAdmin.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('asks for a sign-in first and goes on to the model', async () => {
    const opened = await openPrivate();
    const { page } = opened;

    await page.goto('/model/box');
    await page.waitForURL('**/sign-in?next=%2Fmodel%2Fbox');
    await signIn(opened);

    await expectHeading(page, 'Box');
    await showIn3d(page);
    await page.getByText(shownWords).waitFor();
  });

  test('shows cards with their posters to who is signed in', async () => {
    const opened = await openPrivate();
    const { page } = opened;
    await page.goto('/');
    await signIn(opened);

    const picture = page.getByRole('gridcell').first().locator('img');
    await picture.waitFor();

    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('asks again when the sign-in has ended', async () => {
    const opened = await openPrivate();
    const { page, server, token } = opened;
    await page.goto('/');
    await signIn(opened);
    await page.getByRole('gridcell').first().waitFor();

    await server.call('endOtherSessions', {}, { token });
    await page.getByRole('combobox', { name: 'Search models' }).fill('box');
    await page.waitForURL('**/sign-in?next=**');
    await signIn(opened);

    await page.waitForURL('**/?q=box');
    await page.getByRole('gridcell').first().waitFor();
  });
});
