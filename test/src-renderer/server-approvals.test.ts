import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { findViolations } from './site/axe.ts';
import { describeServerPages, firstAdmin, openAs, type ServerPages } from './site/server-pages.ts';

const library = makeLibraryFolder(
  simpleModel('Worn oak chair', { guid: 'chair', priceUsd: 2, license: 'CC0' }),
);

/** A signed-in browser, and an agent whose key asks first. */
async function openWithAgent(open: ServerPages['open']) {
  const { server, page } = await open({ libraryDir: library.folder });
  const { token } = (await server.call('register', firstAdmin)).body;
  const key = await server.call('createApiKey', { name: 'Scene builder', asksFirst: true }, { token });
  const take = async (lod = '10k') => {
    const wish = { guid: 'chair', format: 'obj', lod };
    return (await server.call('agentDirect', wish, { token: key.body.apiKey })).status;
  };
  return { page, take };
}

describeServerPages('what agents ask to spend, on a real server', ({ open }) => {
  test('shows the whole plan before a yes', async () => {
    const { page, take } = await openWithAgent(open);
    const before = await take();
    await openAs(page, '/account', firstAdmin);
    await page.getByText('asks to spend $2.00 on “Worn oak chair”').waitFor();

    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Spend $2.00?' });
    const facts = await dialog.innerText();
    const faults = await findViolations(page);
    await dialog.getByRole('button', { name: 'Approve $2.00' }).click();
    await dialog.waitFor({ state: 'detached' });

    for (const fact of ['10k/thing.obj', '3 files', 'CC0', 'Scene builder']) expect(facts).toContain(fact);
    expect(faults).toEqual([]);
    expect([before, await take()]).toEqual([403, 200]);
    await page.getByText('asks to spend').waitFor({ state: 'detached' });
  });

  test('can be denied with the keyboard alone', async () => {
    const { page, take } = await openWithAgent(open);
    await take();
    await openAs(page, '/account', firstAdmin);

    await page.getByRole('button', { name: 'Review' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Deny' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByText('asks to spend').waitFor({ state: 'detached' });
    expect(await take()).toBe(403);
  });
});
