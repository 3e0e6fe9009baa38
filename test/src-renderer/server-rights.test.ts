import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { registerPerson } from '../helpers/test-server.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

describeServerPages('rights on a real server', ({ open }) => {
  test('are given to a group and taken away by keyboard alone', async () => {
    const { server, page } = await open({ files: simpleModel('vault/crate', { guid: 'crate' }) });
    const { body: admin } = await server.call('register', firstAdmin);
    const person = await registerPerson(server);
    const seen = async () =>
      Promise.all(
        [{}, person].map(async (caller) => (await server.call('model', { guid: 'crate' }, caller)).status),
      );
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const { keyboard } = page;
    const fill = async (...texts: string[]) => {
      for (const text of texts) {
        await keyboard.type(text);
        await keyboard.press('Tab');
      }
    };
    await openAs(page, '/admin/rights', firstAdmin);
    await page.getByText('No rights: everything is open.').waitFor();
    const empty = await findViolationsInBoth(page);

    await button('Add a group').press('Enter');
    await fill('crew', person.email);
    await button('Add a right').press('Enter');
    await fill('Folder', 'vaults', 'crew');
    await keyboard.press('Home');
    await button('Save').press('Enter');
    await page.getByText('No model is there. Check the name.').waitFor();
    await page.getByRole('textbox', { name: 'Which' }).fill('vault');
    await button('Save').press('Enter');
    await page.getByText('1 model', { exact: true }).waitFor();
    const given = await seen();
    const filled = await findViolationsInBoth(page);
    const { rights } = (await server.call('adminRights', {}, { token: admin.token })).body;
    await page.getByRole('group', { name: 'vault, crew' }).getByRole('button').press('Enter');
    await button('Save').press('Enter');
    await page.getByText('No rights: everything is open.').waitFor();
    await page.getByText('Saved. The rights apply now.').waitFor();

    expect([empty, filled]).toEqual([[], []]);
    expect(rights).toEqual([{ root: 'vault', group: 'crew', may: 'see', models: 1 }]);
    expect([given, await seen()]).toEqual([
      ...[
        [404, 200],
        [200, 200],
      ],
    ]);
  });
});
