import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Survey, SurveyFile } from '../../src-main/platform/ipc/contract.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(40);

const file = (title: string, state: SurveyFile['state'], sizeBytes = 1_000_000): SurveyFile => ({
  ...{ guid: title, title, state, version: 1, variant: null, priceUsd: state === 'wanted' ? 1.5 : 0 },
  ...{ relativePath: state === 'absent' ? null : `10k/${title}.fbx`, sha256: 'a'.repeat(64), sizeBytes },
});
const ready: Survey = {
  ...{ id: 'survey-1', status: 'ready', looked: 5, total: 5, error: null },
  wish: { models: { query: {} }, format: 'fbx', lod: '1k' },
  files: [
    file('Oak Chair', 'here'),
    file('Brick Tower', 'wanted', 3_000_000_000),
    file('Old Lamp', 'absent', 0),
    file('Pine Table', 'wanted'),
    file('Ash Bench', 'listed'),
  ],
  ...{ sizeBytes: 3_001_000_000, priceUsd: 3, balanceUsd: 42.5, freeBytes: 200_000_000_000 },
};

describePages('the download of all that was found', ({ openDesktop }) => {
  async function openSurvey(survey: Partial<Survey> = {}) {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('button', { name: 'Download all…' }).click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(async () => (await readCalls(page, 'survey.start')).length).toBe(1);
    await page.evaluate((state) => window.fakeDesktop.emit('survey.changed', state), { ...ready, ...survey });
    return page;
  }
  const readRows = (page: Page) => page.getByRole('dialog').getByRole('row').allInnerTexts();

  test('lists first, and downloads after one confirmation', async () => {
    const page = await openSurvey();
    expect(await readRows(page)).toEqual([
      'Model\tState\tSize\tPrice',
      'Brick Tower\tTo download\t3 GB\t$1.50',
      'Pine Table\tTo download\t1 MB\t$1.50',
      'Old Lamp\tNot available\t\t',
      'Oak Chair\tIn your library\t1 MB\t',
      'Ash Bench\tAlready in the list\t1 MB\t',
    ]);
    const sums = await page.getByRole('dialog').locator('dl').innerText();
    expect(sums).toContain('2 files, 3.0 GB');
    expect(sums).toContain('$3.00 of your $42.50');
    expect(sums).toContain('200 GB');

    await page.getByRole('button', { name: 'Download 2 files for $3.00' }).click();

    await expectHeading(page, 'Downloads');
    expect(await readCalls(page, 'survey.confirm')).toEqual([{ id: 'survey-1' }]);
  });

  test('asks for exactly the format and topology chosen', async () => {
    const page = await openSurvey();
    const dialog = page.getByRole('dialog');

    await dialog.getByRole('combobox', { name: 'Format' }).selectOption('GLB');
    await dialog.getByRole('combobox', { name: 'Topology' }).selectOption('10k');

    await expect
      .poll(async () => (await readCalls(page, 'survey.start')).at(-1))
      .toEqual({ models: { query: {} }, format: 'glb', lod: '10k' });
  });

  test.each([
    ['the balance is too low', { balanceUsd: 2 }, 'Your balance is too low'],
    ['the disk is too full', { freeBytes: 1000 }, 'The disk does not have enough space'],
    ['nobody is signed in', { balanceUsd: null }, 'Sign in to download'],
    ['there is nothing', { files: [file('Old Lamp', 'absent', 0)] }, 'There is nothing to download'],
  ])('confirms nothing if %s', async (_why, survey, message) => {
    const page = await openSurvey(survey);

    await page.getByRole('alert').getByText(message).waitFor();

    expect(await page.getByRole('button', { name: 'Download', exact: true }).isDisabled()).toBe(true);
  });

  test('tells how far it is, and ends when closed', async () => {
    const page = await openSurvey({ status: 'looking', looked: 3, total: 12, files: [] });
    await page.getByText('3 of 12 models checked').waitFor();

    await page.keyboard.press('Escape');

    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => readCalls(page, 'survey.cancel')).toHaveLength(1);
  });

  test('is sound in light and dark', async () => {
    expect(await findViolationsInBoth(await openSurvey())).toEqual([]);
  });
});
