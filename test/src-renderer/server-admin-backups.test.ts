import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

describeServerPages('the backups of an admin', ({ open }) => {
  test('are made with one press, and say how to go back', async () => {
    const { server, page } = await open();
    await server.call('register', firstAdmin);
    await openAs(page, '/admin', firstAdmin);
    const last = page.getByText('Last backup').locator('xpath=..').getByRole('link');

    const before = await last.textContent();
    await last.click();
    await page.getByText('No backup yet.').waitFor();
    await page.getByRole('button', { name: 'Back up now' }).press('Enter');
    const row = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
    await row.waitFor();
    const file = (await row.getByRole('cell').last().textContent()) ?? '';
    const restore = page.getByRole('region', { name: 'Go back to a backup' });
    const command = await restore.locator('code').textContent();

    expect([before, existsSync(file)]).toEqual(['Never', true]);
    expect(command?.startsWith('node ')).toBe(true);
    expect(command?.replaceAll('"', '').endsWith(` restore ${file}`)).toBe(true);
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect.poll(() => last.textContent()).not.toBe('Never');
  });
});
