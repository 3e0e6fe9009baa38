import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findViolationsInBoth } from './site/axe.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('what is stored about a person, on a real server', ({ share }) => {
  const openShared = share();
  const at = '/account/settings';

  test('downloads it as one file', async () => {
    const { page, person } = await openShared({ at });
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    const listed = await page.getByRole('region', { name: 'Your data' }).innerText();

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    const download = await downloading;
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'));

    expect(listed).toContain('Your name, e-mail, role, and the password as a hash');
    expect(download.suggestedFilename()).toMatch(/^lodestock-account-.*\.json$/);
    expect(data).toMatchObject({ account: { email: person.email }, balanceUsd: 100 });
  });

  test('deletes an account by the keyboard alone', async () => {
    const { server, page, person } = await openShared({ at, who: 'member' });

    await page.getByRole('button', { name: 'Delete account' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('You lose your balance of $100.00.').waitFor();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Enter');
    await dialog.getByText('this is not your password').first().waitFor();
    await dialog.getByLabel('Your password').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect((await server.call('account', {}, person)).status).toBe(401);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('tells the last admin what to do first', async () => {
    const { server, page, person } = await openShared({ at });

    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your password').fill(person.password);
    await page.getByRole('button', { name: 'Delete account for good' }).click();

    await page.getByText('Make someone else an admin first').waitFor();
    expect((await server.call('login', person)).status).toBe(200);
  });

  test('has no fault that axe finds', async () => {
    const { page } = await openShared({ at });
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    const onPage = await findViolationsInBoth(page);

    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').waitFor();

    expect([...onPage, ...(await findViolationsInBoth(page))]).toEqual([]);
  });
});
