import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { signedOut } from './site/fake-desktop-state.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(50);

describePages('the account in the desktop’s window', ({ openDesktop }) => {
  test('leads to the account page of the server', async () => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('button', { name: 'Ada Artist' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expectHeading(page, 'Ada Artist');
    await page.getByText('None yet. The 1k topology of every model is free').waitFor();

    await page.getByRole('button', { name: 'Open the account page' }).click();

    await expect
      .poll(() => readCalls(page, 'app.openLink'))
      .toEqual([{ url: 'http://127.0.0.1:8787/account' }]);
    await expect.poll(() => page.locator('main').innerText()).toContain('$42.50');
  });

  test('shows no account to who is signed out', async () => {
    const { page } = await openDesktop(catalogue, { session: signedOut });

    await page.goto('/index.html#/account');
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();

    expect(await readCalls(page, 'entitlements')).toEqual([]);
  });
});
