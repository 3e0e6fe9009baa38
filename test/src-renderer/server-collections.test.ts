import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { findViolations } from './site/axe.ts';
import { expectHeading } from './site/pages.ts';
import { describeServerPages, signInTo } from './site/server-pages.ts';

describeServerPages('favourites and collections', ({ share }) => {
  const openShared = share({
    files: {
      ...simpleModel('chair', { guid: 'chair', title: 'Oak chair' }),
      ...simpleModel('lamp', { guid: 'lamp', title: 'Lamp' }),
    },
  });

  test('follow a person from a device to the account', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await page.context().clearCookies();
    await page.goto('/model/chair');
    await page.getByRole('button', { name: 'Favourite', exact: true }).click();
    await signInTo(page, '/', person);

    await page.getByRole('gridcell').filter({ hasText: 'Lamp' }).focus();
    await page.keyboard.press('c');
    const chooser = page.getByRole('dialog', { name: 'Add to collections' });
    await chooser.getByLabel('New collection').fill('Study');
    await chooser.getByRole('button', { name: 'Create' }).click();
    await chooser.getByRole('checkbox', { name: /^Study/, checked: true }).waitFor();
    const inChooser = await findViolations(page);
    await chooser.getByRole('link', { name: '1 model' }).press('Enter');
    await expectHeading(page, 'Study 1 model');
    await chooser.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByRole('link', { name: 'Collections' }).click();
    await page.getByRole('heading', { name: 'Collections', level: 1 }).waitFor();
    const onPage = await findViolations(page);
    await page.getByRole('link', { name: /^Study/ }).click();
    await expectHeading(page, 'Study 1 model');
    await page.getByRole('gridcell').filter({ hasText: 'Lamp' }).waitFor();
    const ofCollection = await findViolations(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No collections yet' }).waitFor();

    const favourites = async () => (await server.call('favourites', {}, person)).body.guids;
    await expect.poll(favourites).toEqual(['chair']);
    expect([inChooser, onPage, ofCollection]).toEqual([[], [], []]);
  });

  test('tags and notes stay with the account', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await server.call('changeOwnNotes', { guid: 'chair', add: ['hero', 'old'], note: 'A draft' }, person);
    await page.goto('/model/chair');

    await page.getByRole('button', { name: 'Remove the tag old' }).click();
    await page.getByLabel('Add a tag').fill('forest');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your note').fill('Too shiny');
    await page.getByLabel('Your note').blur();

    const read = async () => {
      const { tags, note } = (await server.call('ownNotes', { guid: 'chair' }, person)).body;
      return { tags, note };
    };
    await expect.poll(read).toEqual({ tags: ['forest', 'hero'], note: 'Too shiny' });
    await page.getByRole('button', { name: 'Remove the tag forest' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  test('saved searches tell what is new', async () => {
    const { server, page, person, library } = await openShared({ who: 'member' });
    await server.call('saveSearch', { query: 'q=door', seen: [], total: 0 }, person);
    const row = page.getByRole('region', { name: 'Saved searches' }).getByRole('listitem');
    await page.goto('/collections');
    await row.waitFor(); // from here on the page has those of the account
    await page.getByRole('combobox', { name: 'Search models' }).fill('oak');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save search', pressed: false }).click();
    await page.getByRole('button', { name: 'Save search', pressed: true }).waitFor();
    await page.getByRole('combobox', { name: 'Search models' }).fill('');
    library?.write(simpleModel('oak table', { guid: 'table', title: 'Oak table' }));
    await server.scan();

    await page.goto('/collections');
    await row.getByText('1 new').waitFor();
    const violations = await findViolations(page);
    await page.getByRole('combobox', { name: 'Search models' }).click();
    await page.getByRole('option', { name: 'oak Saved search, 1 new' }).click();
    await page.getByRole('gridcell').filter({ hasText: 'Oak table' }).waitFor();
    const isSeen = async () => {
      const { searches } = (await server.call('savedSearches', {}, person)).body;
      return searches.map(({ query, total }) => [query, total]);
    };

    await expect.poll(isSeen).toContainEqual(['q=oak', 2]);
    expect(violations).toEqual([]);
  });
});
