import { expect, test } from 'vitest';
import { makeJob } from './sample-job.ts';
import { sampleLibrary } from './sample-library.ts';
import { makeCatalogue } from './site/catalogue.ts';
import type { FakeDesktop } from './site/fake-desktop-state.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(20);
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describePages('pictures of what was downloaded', ({ openDesktop }) => {
  test.each([
    ['Library', 'gridcell', 'medium'],
    ['Downloads', 'listitem', 'small'],
  ] as const)('shows the pictures that there are in %s', async (name, role, size) => {
    const downloads = [makeJob(), makeJob({ id: 'job-2', guid: 'g-2', title: 'Brick Tower' })];
    const { page } = await openDesktop(catalogue, { library: sampleLibrary, downloads });
    await page.route(`**/posters/g-1/${size}`, (route) =>
      route.fulfill({ contentType: 'image/png', body: picture }),
    );
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expectHeading(page, name);
    const rows = page.getByRole('main').getByRole(role);

    await rows
      .filter({ hasText: 'Brick Tower' })
      .first()
      .locator('svg[viewBox="0 0 24 24"]:not(.lucide)')
      .waitFor();

    const chair = rows.filter({ hasText: 'Oak Chair' }).first().locator('img');
    await expect.poll(() => chair.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1);
    expect(await rows.filter({ hasText: 'Brick Tower' }).first().locator('img').count()).toBe(0);
  });
});

const [oak] = sampleLibrary.models;
/** More models than fit in any window. */
const manyModels = Array.from({ length: 5000 }, (_, index) => ({
  ...oak,
  ...{ guid: `m-${index}`, title: `Model ${index}`, folder: `/home/ada/Models/m-${index}` },
  sizeBytes: 1000 * (5000 - index),
}));

describePages('the library as a place to work in', ({ openDesktop }) => {
  async function openLibrary(change: object = {}, notes: FakeDesktop['notes'] = []) {
    const library = { ...sampleLibrary, problems: [], ...change };
    const { page } = await openDesktop(catalogue, { library, notes });
    await page.getByRole('link', { name: /^Library/ }).click();
    await expectHeading(page, 'Library');
    const cell = (name: string) => page.getByRole('gridcell').filter({ hasText: name });
    return { page, cell, panel: page.getByRole('complementary', { name: 'Selected models' }) };
  }

  test('checks, copies and removes what is chosen, and undoes it', async () => {
    const { page, cell, panel } = await openLibrary();
    await cell('Oak Chair').click();

    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Check files' }).click();
    await page.getByRole('status').filter({ hasText: '2 files checked: 0 missing, 1 changed' }).waitFor();
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy path' }).click();
    await cell('Brick Tower').click({ modifiers: ['ControlOrMeta'] });
    await panel.getByText('2 models selected').waitFor();
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('status').filter({ hasText: '“Oak Chair” removed' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('status').filter({ hasText: '1 model is back in the library.' }).waitFor();

    expect(await readCalls(page, 'app.copyText')).toEqual([{ text: '/home/ada/Models/oak-chair' }]);
    expect(await readCalls(page, 'removal.remove')).toEqual([
      {
        models: [
          { guid: 'g-2', relativePaths: null },
          { guid: 'g-1', relativePaths: null },
        ],
      },
    ]);
    expect(await readCalls(page, 'removal.restore')).toEqual([{ ids: ['00000000000000a1'] }]);
  });

  test('keeps own tags and a note, and finds models by them', async () => {
    const notes = [{ guid: 'g-2', tags: ['castle'], note: 'Roof is open', seen: '{"b":1}' }];
    const { page, cell, panel } = await openLibrary({}, notes);
    await cell('Oak Chair').click();
    await panel.getByRole('combobox', { name: 'Add a tag' }).fill('Hero, wood');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Remove the tag wood' }).waitFor();
    await cell('Brick Tower').click();
    await panel.getByRole('textbox', { name: 'Your note' }).fill('Roof is closed');
    await page.getByRole('searchbox', { name: 'Filter the library' }).fill('closed');
    await cell('Oak Chair').waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Filter the library' }).fill('');
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('Hero (1)');
    await cell('Brick Tower').waitFor({ state: 'detached' });

    expect(await cell('Oak Chair').innerText()).toContain('Hero, wood');
    expect(await readCalls(page, 'notes.tag')).toEqual([
      { guids: ['g-1'], add: ['Hero', 'wood'], remove: [] },
    ]);
    expect(await readCalls(page, 'notes.write')).toEqual([
      { guid: 'g-2', note: 'Roof is closed', seen: '{"b":1}' },
    ]);
  });

  test('repairs what is missing of all models', async () => {
    const { page, cell, panel } = await openLibrary();
    await cell('Oak Chair').click();
    const isOffered = await panel.getByRole('button', { name: 'Repair' }).isVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await panel.getByRole('button', { name: 'Repair' }).click();

    await expectHeading(page, 'Downloads');
    expect(isOffered).toBe(false);
    expect(await readCalls(page, 'downloads.add')).toMatchObject([
      { guid: 'g-2', relativePath: '1k/brick-tower.glb', maxPriceUsd: 0 },
    ]);
  });

  test('has a menu for each model, also by keyboard', async () => {
    const { page, cell } = await openLibrary();
    await cell('Oak Chair').click({ button: 'right' });
    const menu = page.getByRole('menu');
    const items = await menu.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await expect.poll(() => readCalls(page, 'library.reveal')).toHaveLength(1);
    await cell('Oak Chair').getByRole('button', { name: 'More: Oak Chair' }).click();
    await menu.getByRole('menuitem', { name: 'Update…' }).click();

    expect(items).toEqual([
      'Open in 3D',
      'Show in folder',
      'Update…',
      'Copy path',
      'Check files',
      'Credits…',
      'Remove',
    ]);
    await page.getByRole('dialog').waitFor();
    await expect
      .poll(() => readCalls(page, 'survey.start'))
      .toEqual([{ models: { guids: ['g-1'] }, format: 'fbx', lod: '10k' }]);
  });

  test('gives credits, and removes a topology that can be had again', async () => {
    const models = sampleLibrary.models.map((model) => ({
      ...model,
      files: model.files.map((file) => ({ ...file, isPresent: true })),
    }));
    const { page } = await openLibrary({ models });
    await page.getByRole('button', { name: 'Credits…' }).click();
    const credits = page.getByRole('dialog', { name: 'Licences of 2 models' });
    const text = await credits.getByRole('textbox', { name: 'Text for the credits' }).inputValue();
    await credits.getByRole('button', { name: 'Save as CSV…' }).click();
    await credits.getByText('Saved as /home/ada/Models and licences.csv').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disk use…' }).click();
    const isOutdatedOffered = await page.getByRole('button', { name: 'Remove 10k' }).isEnabled();
    await page.getByRole('button', { name: 'Remove 1k' }).click();
    await page
      .getByRole('dialog', { name: 'Remove 1k from the disk?' })
      .getByText('2.4 MB of 1 model.')
      .waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();

    await page.getByRole('status').filter({ hasText: 'removed' }).waitFor();
    expect(text).toContain('“Brick Tower”, http://127.0.0.1:8787/model/g-2');
    expect(isOutdatedOffered).toBe(false);
    expect(await readCalls(page, 'removal.remove')).toEqual([
      { models: [{ guid: 'g-2', relativePaths: ['1k/brick-tower.glb'] }] },
    ]);
  });

  test('shows 5,000 models as a list, by size, filtered', async () => {
    const { page } = await openLibrary({ models: manyModels });
    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    const rows = page.getByRole('row');
    await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
    await rows.nth(1).filter({ hasText: 'Model 0' }).waitFor();
    await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
    await rows.nth(1).filter({ hasText: 'Model 4999' }).waitFor();
    const drawn = await rows.count();
    await rows.nth(1).focus();
    await page.keyboard.press('End');
    await page.getByRole('row', { selected: true }).filter({ hasText: 'Model 0' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter the library' }).fill('model 1234');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Filter the library' }).fill('no such model');

    await page.getByText('Nothing in the library matches “no such model”').waitFor();
    expect(await page.getByRole('radio', { name: /\(0\)/ }).count()).toBe(0);
    expect(drawn).toBeLessThan(60);
  });

  test('fits a phone with twice the text as a list', async () => {
    const { page } = await openLibrary();
    await page.getByRole('radio', { name: 'List' }).check({ force: true });
    await page.setViewportSize({ width: 220, height: 800 }); // as wide in text as that phone
    await page.getByRole('row').nth(1).waitFor();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(220);
  });

  test('draws no model again but the one that has changed', async () => {
    const { page } = await openLibrary({ models: manyModels });
    await page.getByRole('gridcell').nth(3).waitFor();
    // There are no posters: each yields to a sign.
    await expect.poll(() => page.getByRole('gridcell').locator('img').count()).toBe(0);
    await page.evaluate(() => {
      const seen: string[] = [];
      const note = (records: MutationRecord[]) => {
        for (const { target } of records) {
          const cell = (target instanceof Element ? target : target.parentElement)?.closest('[data-index]');
          seen.push(cell?.querySelector('a')?.textContent ?? 'the grid');
        }
      };
      const grid = document.querySelector('[role="rowgroup"]');
      if (grid !== null)
        new MutationObserver(note).observe(grid, {
          ...{ subtree: true, childList: true, attributes: true, characterData: true },
        });
      Object.assign(window, { seenChanges: seen });
    });
    const changed = { ...manyModels[1], sizeBytes: 123_000_000 };
    const facts = { folder: sampleLibrary.folder, absence: null, places: [], problems: [], revision: 2 };
    await page.evaluate((change) => window.fakeDesktop.emit('library.changed', change), {
      ...{ ...facts, isWhole: false, models: [changed], removed: [] },
    });

    await page.getByText('123 MB').waitFor();
    const touched: string[] = await page.evaluate(() => Reflect.get(window, 'seenChanges'));
    expect(new Set(touched)).toEqual(new Set(['Model 1']));
  });
});
