import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findViolations } from './site/axe.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

const member = { name: 'Mia Modeller', email: 'mia@example.org', password: 'correct horse battery' };

describeServerPages('what is stored about a person, on a real server', ({ open }) => {
  test('downloads it as one file', async () => {
    const { server, page } = await open();
    await server.call('register', firstAdmin);
    await openAs(page, '/account/settings', firstAdmin);
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    const listed = await page.getByRole('region', { name: 'Your data' }).innerText();

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download my data' }).click();
    const download = await downloading;
    const data = JSON.parse(readFileSync(await download.path(), 'utf8'));

    expect(listed).toContain('Your name, e-mail, role, and the password as a hash');
    expect(download.suggestedFilename()).toMatch(/^lodestock-account-.*\.json$/);
    expect(data).toMatchObject({ account: { email: firstAdmin.email }, balanceUsd: 100 });
  });

  test('deletes an account by the keyboard alone', async () => {
    const { server, page } = await open();
    await server.call('register', firstAdmin);
    const { token } = (await server.call('register', member)).body;
    await openAs(page, '/account/settings', member);

    await page.getByRole('button', { name: 'Delete account' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText('You lose your balance of $100.00.').waitFor();
    await page.keyboard.type('not my password');
    await page.keyboard.press('Enter');
    await dialog.getByText('this is not your password').first().waitFor();
    await dialog.getByLabel('Your password').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect((await server.call('account', {}, { token })).status).toBe(401);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('tells the last admin what to do first', async () => {
    const { server, page } = await open();
    await server.call('register', firstAdmin);
    await openAs(page, '/account/settings', firstAdmin);

    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your password').fill(firstAdmin.password);
    await page.getByRole('button', { name: 'Delete account for good' }).click();

    await page.getByText('Make someone else an admin first').waitFor();
    expect((await server.call('login', firstAdmin)).status).toBe(200);
  });

  test.each(['light', 'dark'] as const)('has no fault that axe finds, %s', async (colorScheme) => {
    const { server, page } = await open({ browser: { colorScheme } });
    await server.call('register', firstAdmin);
    await openAs(page, '/account/settings', firstAdmin);
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    const onPage = await findViolations(page);

    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').waitFor();

    expect([...onPage, ...(await findViolations(page))]).toEqual([]);
  });
});
