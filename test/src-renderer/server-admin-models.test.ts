import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { describeServerPages } from './site/server-pages.ts';

const files = {
  ...simpleModel('Oak table'),
  ...simpleModel('Rover blue'),
  ...simpleModel('Rover red'),
};

describeServerPages('the list of models of an admin', ({ share }) => {
  const openShared = share({ files });
  const openModels = (search: string) => openShared({ at: `/admin/models${search}` });

  test('selects by arrow keys, edits by Enter, and takes it back', async () => {
    const { server, page } = await openModels('?search=rover');
    const categories = () =>
      server.db.prepare<[], string>('SELECT category FROM model ORDER BY title').pluck().all();
    const before = categories();
    const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
    await first.focus();

    for (const key of ['Space', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.field')?.textContent))
      .toBe('Category');
    await page.keyboard.type('Machines');
    await page.keyboard.press('Enter');
    await page.getByText('2 models changed').waitFor();
    const changed = categories();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change to 2 models undone').waitFor();

    expect(changed.filter((name) => name === 'Machines')).toHaveLength(2);
    expect(categories()).toEqual(before);
  });

  test('is one stop of the Tab key, with the page of a model to the right', async () => {
    const { page } = await openModels('');
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    await page.getByRole('row', { name: /Rover red/ }).waitFor();
    await page.getByLabel('Select all models on this page').focus();
    const places: unknown[] = [];

    for (const key of ['Tab', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'End', 'Control+a']) {
      await page.keyboard.press(key);
      places.push(await focused());
    }

    expect(places).toEqual([
      'Select Oak table',
      'Select Rover blue',
      'Rover blue',
      'Select Rover blue',
      'Select Rover red',
      'Select Rover red',
    ]);
    await page.getByText('3 models selected').waitFor();
    await page.getByRole('searchbox', { name: 'Search models' }).last().press('ArrowDown');
    expect(await focused()).toBe('Select Rover red');
  });

  test('adds tags to all that are selected', async () => {
    const { server, page } = await openModels('');
    await page.getByLabel('Select all models on this page').check();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Replace all tags, separated by commas' }).fill('oak');

    await page.getByRole('textbox', { name: 'Add tags, separated by commas' }).fill('wheels, toy');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('3 models changed').waitFor();

    const tags = server.db.prepare<[], string>('SELECT tags FROM model').pluck().all();
    expect(tags.map((text) => JSON.parse(text))).toEqual([...'123'].map(() => ['wheels', 'toy']));
  });
});
