import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeJob } from './sample-job.ts';
import { sampleLibrary } from './sample-library.ts';
import { findViolations, findViolationsInBoth } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import type { SiteMode } from './site/open-site.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(300);
type Wish = { readonly isSignedIn?: boolean; readonly mode?: SiteMode };
const error = { code: 'UNAVAILABLE', message: 'The server is not responding.', canRetry: true };
const failed = makeJob({ id: 'failed', status: 'failed', error, finishedAt: '2026-05-04T11:00:00Z' });
const message = '/home/ada/Models/Oak Chair/oak.png changed after the download.';
const downloads = [
  makeJob(),
  makeJob({ id: 'waiting', status: 'queued', totalBytes: null }),
  makeJob({ id: 'held', status: 'waiting', error, retryAt: '2026-05-04T11:00:30Z' }),
  makeJob({ id: 'paused', status: 'paused', priority: 'high' }),
  failed,
  makeJob({ ...failed, id: 'edited', error: { code: 'FILE_EDITED', message, canRetry: false } }),
  makeJob({ id: 'done', status: 'done', variant: 'animated', chargedUsd: 1 }),
];

describePages('accessibility by axe', ({ openDesktop, forAll }) => {
  let web: Awaited<ReturnType<typeof forAll.openWeb>> | null = null;
  /** One page of one site for all tests in the browser. */
  async function openAgain(address: string, { isSignedIn = false, mode = 'answers' }: Wish = {}) {
    web ??= await forAll.openWeb(catalogue);
    const { site, page } = web;
    site.mode = mode;
    site.account.isSignedIn = isSignedIn;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    return page;
  }
  let window: Page | null = null;
  /** One window for all tests in the app that want no other state of it. */
  async function openWindow(link: RegExp | string) {
    if (window) await window.goto('/index.html');
    else ({ page: window } = await forAll.openDesktop(catalogue, { downloads, library: sampleLibrary }));
    await window.getByRole('link', { name: link }).click();
    return window;
  }

  test('finds no fault in browsing', async () => {
    const page = await openAgain('/?q=oak&format=fbx');
    await page.getByRole('gridcell').first().waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in a model', async () => {
    const page = await openAgain(`/model/${catalogue[1]?.guid}`, { isSignedIn: true });
    await page.getByRole('table', { name: 'Files by topology and format' }).waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in sign-in', async () => {
    const page = await openAgain('/sign-in');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in an approval', async () => {
    const page = await openAgain('/approve/known', { isSignedIn: true });
    await page.getByRole('button', { name: 'Approve' }).waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in an account', async () => {
    const page = await openAgain('/account', { isSignedIn: true });
    await page.getByRole('list', { name: 'Unlocked models' }).waitFor();
    const ofUnlocks = await findViolationsInBoth(page);
    await page.getByRole('link', { name: 'Transactions' }).click();
    await page.getByRole('table', { name: 'Transactions' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });

    expect([...ofUnlocks, ...(await findViolations(page))]).toEqual([]);
  });

  test('finds no fault in an error', async () => {
    const page = await openAgain('/', { mode: 'fails' });
    await page.getByRole('alert').waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in the settings', async () => {
    const page = await openWindow('Settings');
    await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
    await page.getByRole('button', { name: 'Connect' }).click();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in the page of the own server', async () => {
    const page = await openWindow('Settings');
    await page.getByRole('link', { name: 'Share and manage it' }).click();
    await page.getByRole('checkbox', { name: /^Let others/ }).check();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: 'Show the last lines' }).click();
    await page.getByRole('region', { name: 'Last lines' }).waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in the downloads', async () => {
    const page = await openWindow(/^Downloads/);
    await expectHeading(page, 'Downloads');

    expect(await findViolationsInBoth(page)).toEqual([]);
  });

  test('finds no fault in the library', async () => {
    const page = await openWindow('Library');
    await expectHeading(page, 'Library');
    await page.getByRole('gridcell').filter({ hasText: 'Oak Chair' }).click();
    const asGrid = await findViolationsInBoth(page);
    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    await page.getByRole('columnheader', { name: 'Name' }).waitFor();

    expect([...asGrid, ...(await findViolationsInBoth(page))]).toEqual([]);
  });

  test('finds no fault in the sign-in dialog', async () => {
    const session = { status: 'signed-out', keychain: { isAvailable: false, message: 'No keychain.' } };
    const { page } = await openDesktop(catalogue, { session });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor();

    expect(await findViolationsInBoth(page)).toEqual([]);
  });
});

const few = makeCatalogue(2);

/** What a screen reader is told of a part of a page: roles, names and states, a line each; kept in the folder `roles`. */
async function expectRoles(page: Page, part: string, name: string): Promise<void> {
  await expect(`${await page.locator(part).ariaSnapshot()}\n`).toMatchFileSnapshot(`roles/${name}.yml`);
}

describePages('what a screen reader is told', ({ openWeb, openDesktop }) => {
  test('while somebody browses and searches', async () => {
    const { page } = await openWeb(few);
    await page.goto('/');
    await expectHeading(page, '2 models');
    await page.getByRole('checkbox', { name: /^Tools/ }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await expectRoles(page, 'body', 'browse');

    await page.getByRole('combobox', { name: 'Search models' }).fill('tool');
    await expectHeading(page, '1 match for “tool”');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await expectRoles(page, 'header', 'suggestions');

    await page.keyboard.press('Escape');
    await expectHeading(page, '2 models');
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press(' ');
    await page.getByRole('dialog').getByRole('table').waitFor();
    await expectRoles(page, 'dialog[open]', 'quick-look');

    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await expectRoles(page, 'dialog[open]', 'palette');
  });

  test('of a model, which nothing is like, and of an account', async () => {
    const { site, page } = await openWeb(few.slice(1));
    site.account.isSignedIn = true;
    await page.goto(`/model/${few[1]?.guid}`);
    await page
      .getByRole('button', { name: /^Unlock for \$1\.00/ }) // the person's own price, which comes last
      .first()
      .waitFor();
    await expectRoles(page, 'main', 'model');
    await page.goto('/account');
    await page.getByRole('list', { name: 'Unlocked models' }).waitFor();
    await expectRoles(page, 'main', 'account');
  });

  test('of the library in the app', async () => {
    const { page } = await openDesktop(few, { library: sampleLibrary });
    await page.getByRole('link', { name: 'Library' }).click();
    await expectHeading(page, 'Library');
    await page.getByRole('gridcell').filter({ hasText: 'Oak Chair' }).waitFor();
    await expectRoles(page, 'main', 'library');
  });
});
