import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(30);
const firstRun = { isFirstRun: true };

const readChanges = (page: Page) =>
  page.evaluate(() =>
    window.fakeDesktop.calls
      .filter(({ name }) => /^settings\.(update|choose)|^server\.join/.test(name))
      .map(({ name, input }) => [name, input ?? null]),
  );

describePages('the first start of the desktop', ({ openDesktop }) => {
  test('asks before it makes anything', async () => {
    const { page } = await openDesktop(catalogue, firstRun);

    await page.getByRole('heading', { name: 'Where are your models?' }).waitFor();

    expect(await readChanges(page)).toEqual([]);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('joins a studio', async () => {
    const { page } = await openDesktop(catalogue, firstRun);
    const choice = page.getByRole('region', { name: 'Join your studio' });

    await choice.getByLabel('Address').fill('https://models.example.org');
    await choice.getByLabel('Address').press('Enter');

    await expectHeading(page, '30 models');
    expect(await readChanges(page)).toEqual([
      ['server.join', { address: 'https://models.example.org', accepted: null }],
    ]);
  });

  test('offers the models of a folder', async () => {
    const { page } = await openDesktop(catalogue, firstRun);

    await page.getByRole('button', { name: 'Choose a folder…' }).click();

    await expectHeading(page, '30 models');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('/srv/models').waitFor();
  });

  test('makes the demo only for those who want it', async () => {
    const { page } = await openDesktop(catalogue, firstRun);

    await page.getByRole('button', { name: 'Create the demo library' }).click();

    await expectHeading(page, '30 models');
    expect(await readChanges(page)).toEqual([['settings.update', { ownServer: 'demo' }]]);
  });

  test('can be answered with the keyboard alone', async () => {
    const { page } = await openDesktop(catalogue, firstRun);
    await page.getByRole('heading', { name: 'Where are your models?' }).waitFor();

    for (const name of [
      'Address',
      'Connect',
      'Look on this network',
      'Choose a folder…',
      'Create the demo library',
    ]) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const said =
        (await focused.getAttribute('placeholder')) === null ? await focused.innerText() : 'Address';
      expect(said).toBe(name);
    }
  });
});
