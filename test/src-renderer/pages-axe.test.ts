import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeJob } from './sample-job.ts';
import { sampleLibrary } from './sample-library.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(300);
const themes = ['light', 'dark'] as const;

async function findViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describePages('accessibility by axe', ({ openWeb, openDesktop }) => {
  test.each(themes)('finds no fault in browsing, %s', async (colorScheme) => {
    const { page } = await openWeb(catalogue, { colorScheme });
    await page.goto('/?q=oak&format=fbx');
    await page.getByRole('gridcell').first().waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in a model, %s', async (colorScheme) => {
    const { site, page } = await openWeb(catalogue, { colorScheme });
    site.account.isSignedIn = true;
    await page.goto(`/model/${catalogue[1]?.guid}`);
    await page.getByRole('tab', { name: /^10k/ }).click();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in sign-in, %s', async (colorScheme) => {
    const { page } = await openWeb(catalogue, { colorScheme });
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill('wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in an approval, %s', async (colorScheme) => {
    const { site, page } = await openWeb(catalogue, { colorScheme });
    site.account.isSignedIn = true;
    await page.goto('/approve/known');
    await page.getByRole('button', { name: 'Approve' }).waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in an account, %s', async (colorScheme) => {
    const { site, page } = await openWeb(catalogue, { colorScheme });
    site.account.isSignedIn = true;
    await page.goto('/account');
    await page.getByRole('table', { name: 'Transactions' }).waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in an error, %s', async (colorScheme) => {
    const { site, page } = await openWeb(catalogue, { colorScheme });
    site.mode = 'fails';
    await page.goto('/');
    await page.getByRole('alert').waitFor();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in the settings, %s', async (colorScheme) => {
    const { page } = await openDesktop(catalogue, {}, { colorScheme });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Another Lodestock server' }).check();
    await page.getByRole('button', { name: 'Connect' }).click();

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in the downloads, %s', async (colorScheme) => {
    const error = { code: 'UNAVAILABLE', message: 'The server does not answer.', canRetry: true };
    const failed = makeJob({ id: 'failed', status: 'failed', error, finishedAt: '2026-05-04T11:00:00Z' });
    const done = makeJob({ id: 'done', status: 'done', variant: 'animated', chargedUsd: 1 });
    const waiting = makeJob({ id: 'waiting', status: 'queued', totalBytes: null });
    const downloads = [makeJob(), waiting, failed, done];
    const { page } = await openDesktop(catalogue, { downloads }, { colorScheme });
    await page.getByRole('link', { name: /^Downloads/ }).click();
    await expectHeading(page, 'Downloads');

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in the library, %s', async (colorScheme) => {
    const { page } = await openDesktop(catalogue, { library: sampleLibrary }, { colorScheme });
    await page.getByRole('link', { name: 'Library' }).click();
    await expectHeading(page, 'Library');

    expect(await findViolations(page)).toEqual([]);
  });

  test.each(themes)('finds no fault in the sign-in dialog, %s', async (colorScheme) => {
    const session = { status: 'signed-out', keychain: { isAvailable: false, message: 'No keychain.' } };
    const { page } = await openDesktop(catalogue, { session }, { colorScheme });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor();

    expect(await findViolations(page)).toEqual([]);
  });
});
