import { expect, test } from 'vitest';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

describeServerPages('the first day of an admin', ({ open }) => {
  test('is a list whose steps lead to their places and go when they are done', async () => {
    const { server, page } = await open({ files: {} });
    const { body } = await server.call('register', firstAdmin);
    await server.call('adminSetRegistration', { registration: 'open' }, { token: body.token });
    await openAs(page, '/admin', firstAdmin);
    const steps = page.getByRole('region', { name: 'First day' }).getByRole('link');

    await expect.poll(() => steps.allInnerTexts()).toEqual(['Add models', 'Choose who may join', 'Back up']);
    await page.getByRole('link', { name: 'Choose who may join' }).press('Enter');
    const choice = page.getByRole('combobox', { name: 'New accounts' });
    await choice.focus();
    await choice.selectOption('By invitation');
    await page.getByText('A person needs an invitation').waitFor();
    expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Back up', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Back up now' }).press('Enter');
    await page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1).waitFor();
    await page.goto('/admin');
    await expect.poll(() => steps.allInnerTexts()).toEqual(['Add models', 'Invite people']);
  });
});
