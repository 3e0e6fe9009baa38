import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findViolations } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(3);
const [, chest] = catalogue;
const address = `/model/${chest?.guid}`;
const tableIn = (page: Page) => page.getByRole('table', { name: 'Files by topology and format' });
const readCell = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? null);

describePages('the files of a model', ({ openWeb, openDesktop }) => {
  test('are a table of topologies and formats with sizes', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto(address);
    await tableIn(page).waitFor();

    const rows = await tableIn(page).getByRole('rowheader').allInnerTexts();
    const columns = await tableIn(page).getByRole('columnheader').allInnerTexts();

    expect(rows.map((text) => text.split(/\s/)[0])).toEqual(['1k', '10k', '100k', 'source']);
    expect(columns.slice(1)).toEqual(['MAX', 'FBX', 'BLEND', 'GLB']);
    expect(await page.locator('[data-cell="1k glb"]').innerText()).toContain('30.5 KB');
    expect(await page.locator('[data-cell="1k fbx"]').innerText()).toContain('2 files');
  });

  test('are one stop for Tab, and arrow keys walk them', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto(address);
    await tableIn(page).waitFor();
    await page.keyboard.press('d');
    const walked = [await readCell(page)];
    for (const key of ['ArrowRight', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowLeft']) {
      await page.keyboard.press(key);
      walked.push(await readCell(page));
    }

    expect(walked).toEqual([
      '1k max',
      ...['1k fbx', '10k fbx', '10k glb', '100k glb', '10k glb', '10k max', '10k max'],
    ]);
    await page.getByRole('list', { name: 'MAX files of 10k' }).waitFor();
    expect(await page.locator('[data-cell][tabindex="0"]').count()).toBe(1);
  });

  test('stand above facts that large text on a phone does not cut off', async () => {
    const { page } = await openWeb(catalogue);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    await page.addStyleTag({ content: 'html { font-size: 200% }' });

    const facts = page.locator('dl', { hasText: 'Licence' });
    const { right, width } = await facts.evaluate((list) => {
      const ends = [...list.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right);
      return { right: Math.max(...ends), width: list.closest('article')?.clientWidth };
    });

    expect(right).toBeLessThanOrEqual(width ?? 0);
  });

  test('say their price while they are locked, and lead through sign-in back to the file', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto(address);
    const locked = page.getByRole('link', { name: /^Sign in to download 10k GLB/ });

    expect(await locked.innerText()).toContain('$5.00');
    const next = new URL((await locked.getAttribute('href')) ?? '', page.url()).searchParams.get('next');
    await page.goto(next ?? '');
    await tableIn(page).waitFor();

    expect(await page.locator('[data-cell][aria-current="true"]').getAttribute('data-cell')).toBe('10k glb');
  });

  test('remember the last way and format', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto(address);
    const way = page.getByRole('combobox', { name: 'How much to download' });
    await way.selectOption('Everything');
    await page
      .getByRole('button', { name: /^Download all 1k files, / })
      .last()
      .click();

    await page.goto(`/model/${catalogue[0]?.guid}`);
    await tableIn(page).waitFor();

    expect(await way.inputValue()).toBe('all');
    await expect
      .poll(() => page.locator('[data-cell][aria-current="true"]').getAttribute('data-cell'))
      .toBe('1k glb');
  });

  test('have each a button where one cell holds several', async () => {
    const { page, site } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto(address);
    await page.getByRole('button', { name: 'Choose one of 2 files: 1k FBX' }).click();

    const list = page.getByRole('list', { name: 'FBX files of 1k' });

    await expect.poll(() => list.getByRole('button', { name: /^Download 1k FBX/ }).count()).toBe(2);
  });

  test('are said to be missing where there are none', async () => {
    const { page } = await openWeb(catalogue.map((record) => ({ ...record, lods: [], formats: [] })));

    await page.goto(address);

    await page.getByRole('heading', { name: 'No scene files' }).waitFor();
    expect(await tableIn(page).count()).toBe(0);
  });

  test('scroll within their own table on a phone with large text, in German', async () => {
    const { page } = await openWeb(catalogue, { locale: 'de-DE', viewport: { width: 390, height: 844 } });
    await page.goto(address);
    const table = page.getByRole('table', { name: 'Dateien nach Topologie und Format' });
    await table.waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.locator('[data-cell="1k max"]').focus();
    await page.keyboard.press('End');

    expect(await readCell(page)).toBe('1k glb');
    const box = await page.locator('[data-cell="1k glb"]').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await findViolations(page)).toEqual([]);
  });

  test('keep the keys of their fields to themselves in the quick look', async () => {
    const { page } = await openWeb(catalogue);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press(' ');
    await tableIn(page).waitFor();
    const look = page.getByRole('dialog');
    const title = await look.getByRole('heading').first().innerText();
    await look.getByRole('combobox').focus();
    for (const key of ['f', 'ArrowDown', ' ']) await page.keyboard.press(key);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

    expect(await look.getByRole('heading').first().textContent()).toBe(title);
    expect(await look.getByRole('button', { name: 'Favourite', pressed: false }).count()).toBe(1);
    const box = await look.getByRole('combobox').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  });

  test('are the same in the quick look of the app', async () => {
    const { page } = await openDesktop(catalogue);
    await expectHeading(page, '3 models');
    await page.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press(' ');
    await tableIn(page).waitFor();

    await page.locator('[data-cell="1k glb"]').focus();
    await page.keyboard.press('Enter');

    await expect.poll(() => readCalls(page, 'downloads.add')).toHaveLength(1);
    await page.getByRole('dialog').getByRole('progressbar').waitFor();
  });
});
