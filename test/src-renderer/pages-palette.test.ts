import { expect, test } from 'vitest';
import { findViolations } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readFocus } from './site/pages.ts';

const catalogue = makeCatalogue(30);

describePages('the command palette', ({ openWeb, openDesktop }) => {
  test('leads to a model and a page by keys alone', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('gridcell').first().waitFor();

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a model, page or action' }).waitFor();
    const found = await findViolations(page);
    await page.keyboard.type('walnut');
    // Enter takes the chosen one; on a slow machine models for the first letters stand there before.
    await page.getByRole('option', { name: /^Walnut Table/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Walnut Table/, level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('coll');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Collections');

    expect(found).toEqual([]);
  });

  test('knows the parts of the account of who is signed in', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Ada Artist' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('api');
    await page.getByRole('option', { name: /^Account: API keys/, selected: true }).waitFor();
    await page.keyboard.press('Enter');

    await page.waitForURL('**/account/keys');
  });

  test('knows no parts about money where models have no prices', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.route('**/', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      await route.fulfill({ response: answer, body: html.replace('<html', '<html data-prices="off"') });
    });
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Ada Artist' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('account');
    await page.getByRole('option', { name: /^Account: API keys/ }).waitFor();

    expect(await page.getByRole('option', { name: /^Account: (Unlock|Transaction)/ }).count()).toBe(0);
  });

  test('leads to each part of the desktop’s settings', async () => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('gridcell').first().focus();
    await page.keyboard.press('Control+,');
    await page.getByRole('heading', { name: 'About' }).waitFor();
    const parts = await page.getByRole('main').getByRole('heading', { level: 2 }).count();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('settings');
    const offered = await page.getByRole('option', { name: /^Settings: / }).count();
    await page.keyboard.type(' ap');
    await page.getByRole('option', { name: /^Settings: Appearance/, selected: true }).waitFor();
    await page.keyboard.press('Enter');

    await expect.poll(() => readFocus(page)).toBe('Appearance');
    expect(offered).toBe(parts);
  });

  test('closes by Escape and gives the focus back', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('gridcell').first().focus();

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect(await readFocus(page)).toBe('0');
  });

  test('shows the shortcuts of the desktop app', async () => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('gridcell').first().focus();

    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();

    expect(await sheet.getByText('Ctrl+K').count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
  });

  test('writes a question mark where a person writes', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    const field = page.getByRole('combobox', { name: 'Search models' });

    await field.press('?');

    expect(await field.inputValue()).toBe('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
