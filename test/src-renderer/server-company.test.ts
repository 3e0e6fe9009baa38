import { expect, test } from 'vitest';
import { startCompany } from '../helpers/company.ts';
import { describeServerPages, firstAdmin } from './site/server-pages.ts';

const people = { ada: { email: 'ada@studio.example', email_verified: true, name: 'Ada Lovelace' } };

describeServerPages('the company’s sign-in on the pages of a real server', ({ open }) => {
  test('leads through the provider back to where the person was, and out again', async () => {
    const { environment, issuer } = await startCompany(people);
    const { page, server } = await open({ environment: { ...environment, LODESTOCK_PASSWORDS: 'off' } });
    await server.call('register', firstAdmin);
    await page.goto('/account');

    await page.getByRole('link', { name: 'Sign in with your company account' }).click();
    await page.getByPlaceholder('Enter any login').fill('ada');
    await page.getByPlaceholder('and password').fill('x');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/account');

    expect(await page.getByLabel('Password').count()).toBe(0);
    await page
      .getByText('Ada Lovelace')
      .or(page.getByRole('button', { name: /Ada Lovelace/ }))
      .first()
      .waitFor();
    await page.getByRole('button', { name: /Ada Lovelace/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${issuer}/**`);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${server.baseUrl}/`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  test('says why it refused', async () => {
    const { environment } = await startCompany(people);
    const { page } = await open({ environment });

    await page.goto('/sign-in?refused=expired');

    await page
      .getByRole('alert')
      .getByText(/took too long/)
      .waitFor();
  });
});
