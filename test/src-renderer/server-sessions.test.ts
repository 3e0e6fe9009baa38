import { expect, test } from 'vitest';
import { describeServerPages, firstAdmin, signInTo } from './site/server-pages.ts';

describeServerPages('sessions on a real server', ({ open }) => {
  test('signs out everywhere else', async () => {
    const { server, page } = await open();
    const { body } = await server.call('register', firstAdmin, { headers: { 'user-agent': 'blender/4.2' } });
    await signInTo(page, '/account/sessions', firstAdmin);
    const table = page.getByRole('table', { name: 'Sessions' });
    await table.getByText('blender').waitFor();

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await table.getByText('blender').waitFor({ state: 'detached' });

    const ended = await server.call('account', {}, { token: body.token });
    expect(ended.status).toBe(401);
    await expect.poll(() => table.getByText('this session').count()).toBe(1);
  });
});
