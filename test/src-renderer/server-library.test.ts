import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../helpers/library-folder.ts';
import { chair } from '../helpers/ordinary-folders.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { describeServerPages } from './site/server-pages.ts';

const files = {
  ...chair,
  ...simpleModel('Oak table', { priceUsd: 3 }),
  'Robots/Walker/head.obj': objText(4, 'head'),
  'Robots/Walker/arm.obj': objText(5, 'arm'),
  'Robots/Walker/leg.uasset': 'ISO-10303-21',
  'Robots/Rover/rover_red.obj': objText(6, 'red'),
  'Robots/Rover/rover_blue.obj': objText(7, 'blue'),
};

const addressOf = (folder: string) =>
  `/admin/library${folder === '' ? '' : `/${encodeURIComponent(folder)}`}`;

const isSaved = (page: Page) => page.getByText('Saved. The catalogue is up to date.').waitFor();

describeServerPages('the library of an admin', ({ share }) => {
  /** Opens a page of a library of ordinary folders. */
  function shareLibrary(environment = {}) {
    const openShared = share({ files, environment });
    return async (address: string) => {
      const opened = await openShared({ at: address });
      const list = opened.server.db.prepare<[], string>('SELECT title FROM model ORDER BY title').pluck();
      return { ...opened, titles: () => list.all() };
    };
  }
  const openLibrary = shareLibrary();
  const openReviewed = shareLibrary({
    ...{ LODESTOCK_RECOGNISE: 'review', LODESTOCK_LEVELS: 'auto', LODESTOCK_LEVEL_FORMATS: '' },
  });

  test('hides models, and brings them back at once', async () => {
    const { page, titles } = await openLibrary('/admin/models?search=rover');
    await page.getByLabel('Select Rover').check();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('button', { name: 'Hide 1 model' }).click();
    await page.getByText('1 model hidden').waitFor();
    const hidden = titles();

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 model is in the catalogue again').waitFor();
    await page.getByLabel('Select Rover').check();
    await page.getByRole('button', { name: 'History' }).click();

    await page.getByRole('dialog').getByText('Models shown again').waitFor();
    expect(hidden).not.toContain('Rover');
    expect(titles()).toContain('Rover');
  });

  test('leads from the summary to what was left out', async () => {
    const { page } = await openLibrary(addressOf(''));

    await page.getByText('5 models in 4 folders; 1 file left out').waitFor();
    await page.getByRole('link', { name: 'Robots' }).click();
    await page.getByRole('link', { name: 'Walker' }).click();

    await page.getByRole('row', { name: /leg\.uasset.*does not support the file type \.uasset/ }).waitFor();
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Robots' }).waitFor();
  });

  test('says what is wrong with a template', async () => {
    const { page } = await openLibrary(addressOf('Robots/Walker'));

    await page.getByLabel('How folders name a model').fill('{colour}/{title}');
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('alert').getByText('{category}').waitFor();
  });

  test('ignores a folder until it is wanted again', async () => {
    const { page, titles } = await openLibrary(addressOf(''));

    await page.getByRole('button', { name: 'Ignore Robots' }).click();
    await isSaved(page);
    const ignored = titles();
    await page.getByRole('button', { name: 'Stop ignoring Robots' }).click();
    await page.getByRole('button', { name: 'Ignore Robots' }).waitFor();

    expect(ignored).toEqual(['Chair', 'Oak table']);
    expect(titles()).toHaveLength(5);
  });

  test('ignores a file that is left out, until it is wanted again', async () => {
    const { page } = await openLibrary(addressOf('Robots/Walker'));

    await page.getByRole('button', { name: 'Ignore leg.uasset' }).click();

    await page.getByRole('button', { name: 'Stop ignoring leg.uasset' }).waitFor();
    await page.getByText('5 models in 4 folders; 0 files left out').waitFor();
    await page.getByRole('button', { name: 'Stop ignoring leg.uasset' }).click();
    await page.getByText('5 models in 4 folders; 1 file left out').waitFor();
  });

  test('edits several models by keyboard', async () => {
    const { page, server } = await openLibrary(addressOf('Robots/Walker'));
    await page.getByLabel('Select all models on this page').focus();
    await page.keyboard.press('Space');
    await page.getByText('2 models selected').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await page.getByLabel('Category', { exact: true }).fill('Machines');
    await page.getByLabel('Category', { exact: true }).press('Enter');
    await isSaved(page);

    const categories = server.db
      .prepare<[], string>("SELECT category FROM model WHERE folder LIKE 'Robots/Walker%'")
      .pluck()
      .all();
    expect(categories).toEqual(['Machines', 'Machines']);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('merges, and splits again', async () => {
    const { page, titles } = await openLibrary(addressOf('Robots/Walker'));
    await page.getByLabel('Select all models on this page').check();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await isSaved(page);
    const merged = titles();

    await page.getByLabel('Select Arm').check();
    await page.getByRole('button', { name: 'Split' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Split' }).click();
    await page.getByLabel('Select Head').waitFor();

    expect(merged).toHaveLength(4);
    expect(titles()).toHaveLength(5);
  });

  test('says which fields a product.json keeps', async () => {
    const { page } = await openLibrary(addressOf('Oak table'));
    await page.getByLabel('Select Oak table').check();
    await page.getByRole('button', { name: 'Edit…' }).click();

    await page.getByLabel('Price in US dollars', { exact: true }).fill('9');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

    await page.getByText('Some fields stay as they are').getByText('Oak table (priceUsd)').waitFor();
  });

  test('tidies models without a category, by keyboard and in one step', async () => {
    const { server, page } = await openLibrary('/admin/models');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page
      .getByRole('combobox', { name: 'Show', exact: true })
      .selectOption({ label: 'Without a category (1)' });
    await page.getByRole('row', { name: /Chair/ }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search models' }).last().fill('oak');
    await page.waitForURL('**/admin/models?lacks=category&search=oak');
    await page.getByRole('row', { name: /Oak table/ }).waitFor();

    await page.getByLabel('Select all models on this page').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Category', { exact: true }).fill('Furniture');
    await page.keyboard.press('Enter');

    await page.getByText('1 model changed').waitFor();
    await page.getByText('No model matches these filters.').waitFor();
    expect(sent).toEqual(['/api/admin/library/edits']);
    expect(
      server.db.prepare<[], string>("SELECT category FROM model WHERE title = 'Oak table'").pluck().get(),
    ).toBe('Furniture');
    expect(new URL(page.url()).search).toBe('?lacks=category&search=oak');
  });

  test('makes one model of a folder', async () => {
    const { page, titles } = await openLibrary(addressOf('Robots/Walker'));

    await page.getByLabel('This folder is').selectOption('One model');
    await page.getByRole('button', { name: 'Save' }).click();
    await isSaved(page);

    expect(titles()).toEqual(['Chair', 'Oak table', 'Rover', 'Walker']);
  });

  test('tells the category of the whole library otherwise', async () => {
    const { page, server } = await openLibrary(addressOf(''));

    await page.getByLabel('How folders name a model').fill('{tag}/{category}/{title}');
    await page.getByRole('button', { name: 'Save' }).click();
    await isSaved(page);

    const rover = server.db
      .prepare<[], unknown>("SELECT category, tags FROM model WHERE title = 'Rover'")
      .get();
    expect(rover).toEqual({ category: 'Rover', tags: '["Robots"]' });
  });

  test('lets new models wait from now on', async () => {
    const { page, server } = await openLibrary(addressOf(''));

    await page.getByLabel('New models').selectOption('Wait for an admin');
    await isSaved(page);

    expect(server.db.prepare("SELECT value FROM setting WHERE name = 'library-review'").pluck().get()).toBe(
      'on',
    );
  });

  test('has no fault that axe finds', async () => {
    const { page } = await openReviewed(addressOf('Robots/Walker'));
    await page.getByLabel('Select Arm').check();
    const found = [...(await findViolationsInBoth(page))];

    await page.getByRole('button', { name: 'Edit…' }).click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await findViolationsInBoth(page)));
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Robots' }).waitFor();
    found.push(...(await findViolationsInBoth(page)));

    expect(found).toEqual([]);
  });

  test('chooses what levels are made as', async () => {
    const { page, server } = await openReviewed(addressOf(''));
    const fbx = page.getByLabel('FBX (3ds Max, Unity)');
    const before = await fbx.isChecked();

    await fbx.uncheck();
    await page.getByText('Saved. The server works on it in the background.').waitFor();

    expect([before, await fbx.isChecked()]).toEqual([true, false]);
    expect(server.db.prepare("SELECT value FROM setting WHERE name = 'level-formats'").pluck().get()).toBe(
      'glb',
    );
  });

  test('publishes what waits', async () => {
    const { page, titles } = await openReviewed(addressOf('Robots/Rover'));
    await page.getByText('4 models wait to be published').waitFor();
    const before = titles();

    await page.getByLabel('Select Rover').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('1 model published').waitFor();
    const one = titles();
    await page.getByRole('button', { name: 'Publish all' }).click();
    await page.getByText('3 models published').waitFor();

    expect([before, one]).toEqual([['Oak table'], ['Oak table', 'Rover']]);
    expect(titles()).toHaveLength(5);
  });
});
