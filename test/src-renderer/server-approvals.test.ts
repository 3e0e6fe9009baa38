import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { findViolations } from './site/axe.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('what agents ask to spend, on a real server', ({ share }) => {
  const openShared = share({
    files: simpleModel('Worn oak chair', { guid: 'chair', priceUsd: 2, license: 'CC0' }),
  });
  /** A signed-in browser, and an agent whose key asks first. */
  async function openWithAgent() {
    const { server, page, person } = await openShared({ who: 'member' });
    const key = await server.call('createApiKey', { name: 'Scene builder', asksFirst: true }, person);
    const take = async (lod = '10k') => {
      const wish = { guid: 'chair', format: 'obj', lod };
      return (await server.call('agentDirect', wish, { token: key.body.apiKey })).status;
    };
    return { page, take };
  }

  test('shows the whole plan before a yes', async () => {
    const { page, take } = await openWithAgent();
    const before = await take();
    await page.goto('/account');
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
    const { page, take } = await openWithAgent();
    await take();
    await page.goto('/account');

    await page.getByRole('button', { name: 'Review' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Deny' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByText('asks to spend').waitFor({ state: 'detached' });
    expect(await take()).toBe(403);
  });
});
