import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages } from './site/pages.ts';

const catalogue = makeCatalogue(3);
const listCalls = (page: Page) =>
  page.evaluate(() =>
    window.fakeDesktop.calls.map(({ name }) => name).filter((name) => name.startsWith('updates.')),
  );

async function openUpdates(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  return page.getByRole('region', { name: 'Updates' });
}

describePages('updates of the app', ({ openDesktop }) => {
  test('are followed from the offer to the restart', async () => {
    const offered = { status: 'offered', version: '1.1.0', notes: 'Chairs have legs.' };
    const { page } = await openDesktop(catalogue, { updates: offered });
    const updates = await openUpdates(page);
    await updates.getByText('Lodestock 1.1.0 is available.').waitFor();
    await updates.getByText('What is new in 1.1.0').click();
    await updates.getByText('Chairs have legs.').waitFor();

    await updates.getByRole('button', { name: 'Download' }).click();
    await updates.getByRole('progressbar', { name: /1\.1\.0/ }).waitFor();
    await page.evaluate((state) => window.fakeDesktop.emit('updates.changed', state), {
      ...{ status: 'ready', obstacle: null, version: '1.1.0', notes: null, progress: null },
      ...{ fault: null, checkedAt: null, previous: null, isTroubled: false, isRollback: false },
    });
    await updates.getByRole('button', { name: 'Restart now' }).click();

    await expect.poll(() => listCalls(page)).toEqual(['updates.read', 'updates.fetch', 'updates.restart']);
  });

  test.each([
    [{ status: 'offered', isRollback: true }, 'Your studio went back to Lodestock 1.0.0.'],
    [
      { status: 'ready', isRollback: true },
      'Your studio went back to Lodestock 1.0.0. Lodestock 1.0.0 is ready.',
    ],
    [{ status: 'failed', fault: 'forged' }, 'Ask your admin to import that release again.'],
    [
      { status: 'failed', fault: 'unsigned' },
      'is not signed and its server does not use https. Ask your admin',
    ],
    [
      { status: 'failed', fault: 'rollback' },
      'its server does not use https, so this version stays. Ask your admin',
    ],
    [
      { status: 'offered', obstacle: 'read-only' },
      'quit Lodestock and move the AppImage to a folder of your own',
    ],
  ])('say of %j what it means and what to do', async (state, said) => {
    const { page } = await openDesktop(catalogue, { updates: { version: '1.0.0', ...state } });

    const updates = await openUpdates(page);

    await updates.getByText(said).waitFor();
    expect(await updates.getByRole('button', { name: 'Download' }).count()).toBe(
      state.status === 'offered' && !('obstacle' in state) ? 1 : 0,
    );
  });

  test('can be turned off, unless the organisation decides', async () => {
    const { page } = await openDesktop(catalogue);
    const updates = await openUpdates(page);
    await updates.getByRole('radio', { name: 'Do not check for updates' }).check();
    await expect
      .poll(() =>
        page.evaluate(() => window.fakeDesktop.calls.filter(({ name }) => name === 'settings.update')),
      )
      .toEqual([{ name: 'settings.update', input: { updates: 'off' } }]);

    const managed = await openDesktop(catalogue, {
      managed: ['updates'],
      updates: { status: 'off', obstacle: 'choice' },
    });
    const fixed = await openUpdates(managed.page);
    await fixed.getByText('Your organisation has set this.').waitFor();

    expect(await fixed.getByRole('radio', { name: 'Only notify me' }).isDisabled()).toBe(true);
    expect(await fixed.getByRole('button').count()).toBe(0);
  });

  test('a version that does not run offers the one before everywhere', async () => {
    const { page } = await openDesktop(catalogue, { updates: { previous: '1.0.0', isTroubled: true } });

    await page.getByRole('alert').getByText('does not run properly').waitFor();
    await page.getByRole('button', { name: 'Go back to 1.0.0…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go back to Lodestock 1.0.0?' });
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await dialog.waitFor({ state: 'hidden' });

    expect(await listCalls(page)).toEqual(['updates.read', 'updates.goBack']);
  });
});
