import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { writePng } from '../../.ci/demo/write-png.ts';
import { selectRecords } from './site/answer-discovery.ts';
import { findViolations } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readFocus } from './site/pages.ts';

const catalogue = makeCatalogue(10_000);
const oaks = selectRecords(catalogue, new URLSearchParams('q=oak')).length;
const mostNodes = 2000;

type Shown = { readonly index: number; readonly title: string };

/** The cards in view with their places in the catalogue; empty as long as one of them still loads. */
function readCards(page: Page): Promise<readonly Shown[]> {
  return page.getByRole('grid').evaluate((grid) => {
    const box = grid.getBoundingClientRect();
    const cells = [...grid.querySelectorAll('[data-index]')].filter((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    if (cells.some((cell) => cell.getAttribute('aria-busy') === 'true')) return [];
    return cells.map((cell) => ({
      index: Number(cell.getAttribute('data-index')),
      title: cell.querySelector('[class*=title]')?.textContent ?? '',
    }));
  });
}

/** Before the cards are laid out, the grid has no columns, and cannot be scrolled. */
async function openCards(page: Page): Promise<void> {
  await page.goto('/');
  await expectHeading(page, '10,000 models');
  await page.getByRole('gridcell').first().waitFor();
}

const countNodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function tabToGrid(page: Page): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (/^\d+$/.test((await readFocus(page)) ?? '')) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached the grid.');
}

describePages('the grid of models', ({ openWeb }) => {
  test('reaches the first card in two keys', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('gridcell').first().waitFor();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect.poll(() => readFocus(page)).toBe('0');
  });

  test('stays small while ten thousand models scroll past', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);
    const seen: Shown[] = [];
    const nodes: number[] = [];

    for (const share of [0, 0.07, 0.33, 0.5, 0.92, 1, 0.4]) {
      await page.getByRole('grid').evaluate((grid, part) => {
        grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
      }, share);
      await expect.poll(() => readCards(page)).not.toEqual([]);
      seen.push(...(await readCards(page)));
      nodes.push(await countNodes(page));
    }

    expect(Math.max(...nodes)).toBeLessThan(mostNodes);
    expect(seen.map(({ index }) => index)).toContain(9999);
    expect(seen).toEqual(seen.map(({ index }) => ({ index, title: catalogue[index]?.title })));
  });

  test('leads to a model and back by keyboard alone', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);

    await page.keyboard.press('/');
    const atSearch = await readFocus(page);
    await page.keyboard.type('oak');
    await page.keyboard.press('Enter');
    await expectHeading(page, `${oaks.toLocaleString('en-US')} matches for “oak”`);
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await tabToGrid(page);
    const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'));
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    const cell = await readFocus(page);
    const title = await page.locator(':focus [class*=title]').textContent();
    await page.keyboard.press('Enter');
    await expectHeading(page, title ?? '');
    await expect.poll(() => readFocus(page)).toBe(`h1 ${title}`);
    await page.keyboard.press('Escape');
    await expect.poll(() => readFocus(page)).toBe(cell);

    expect([atSearch, cell]).toEqual(['Search models', String(2 * columns)]);
    await expect.poll(() => page.locator(':focus [class*=title]').textContent()).toBe(title);
  });

  test('turns a model as long as the pointer is there', async () => {
    const [first, ...others] = makeCatalogue(3);
    if (first === undefined) throw new Error('there are three');
    const { page } = await openWeb([{ ...first, previewTurnUrl: '/posters/first/turn' }, ...others]);
    await page.route('/posters/first/turn', (route) =>
      route.fulfill({ contentType: 'image/png', body: writePng((u) => [u, 0, 1 - u], 24) }),
    );
    const [turned, plain] = [0, 1].map((index) => page.locator(`[data-index="${index}"]`));
    const views = page.locator('img[src="/posters/first/turn"]');
    await page.goto('/');

    await turned?.hover();
    await turned?.locator('[data-ready="true"]').waitFor();
    const animations = await views.evaluate((image) => image.getAnimations().length);
    await plain?.hover();
    await views.waitFor({ state: 'detached' });

    expect(animations).toBe(1);
  });

  test('keeps its place while cards change their size', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);
    const grid = page.getByRole('grid');
    const density = page.getByRole('slider', { name: 'Card size' });
    const countColumns = async () => Number(await grid.getAttribute('aria-colcount'));
    const readTop = async () => (await readCards(page))[0]?.index ?? -1;
    const before = await countColumns();
    await grid.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
    await expect.poll(readTop).toBeGreaterThan(4000);
    const top = await readTop();

    const counts: number[] = [];
    for (const width of ['24', '9', '15.5']) {
      await density.fill(width);
      await expect.poll(countColumns).not.toBe(counts.at(-1) ?? before);
      const columns = await countColumns();
      counts.push(columns);
      await expect.poll(async () => Math.abs((await readTop()) - top)).toBeLessThanOrEqual(2 * columns);
    }
    await page.reload();
    await expect.poll(countColumns).toBe(counts[2]);

    const [largest = 0, smallest = 0, between = 0] = counts;
    expect([largest < between, between < smallest]).toEqual([true, true]);
  });

  test('puts dragged models into favourites, and takes them out again', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);
    const cell = (index: number) => page.locator(`[data-index="${index}"]`);
    const target = page.locator('[data-drop="Favourites"]');
    const dragOnto = async (index: number) => {
      await cell(index).locator('a').hover();
      await page.mouse.down();
      await cell(index + 1).hover(); // a drag begins with a movement
      await target.hover();
      await page.mouse.up();
    };

    await dragOnto(0);
    await page.getByText('1 model added to Favourites').waitFor();
    await tabToGrid(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar').getByText('2 models selected').waitFor();
    await dragOnto(2);
    await page.getByText('2 models added to Favourites').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 models added to Favourites').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Favourites' }).click();

    await expectHeading(page, '1 favourite');
  });

  test('selects ranges by keys and clicks, and keeps them as favourites', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);
    await tabToGrid(page);
    const bar = page.getByRole('toolbar', { name: 'Selected models' });
    const said: string[] = [];
    const note = async (text: string) => {
      await bar.getByText(text, { exact: true }).waitFor();
      said.push(text);
    };

    await page.keyboard.press('x');
    await note('1 model selected');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await note('3 models selected');
    const isSelected = await page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.slice(0, 4).map((cell) => cell.getAttribute('aria-selected')));
    const violations = await findViolations(page);
    await bar.getByRole('button', { name: 'Favourite' }).click();
    await page
      .getByRole('gridcell')
      .nth(5)
      .click({ modifiers: ['Shift'] });
    await note('6 models selected');
    await page.keyboard.press('Control+a');
    await note('2,000 models selected');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Favourites' }).click();

    await expectHeading(page, '3 favourites');
    expect(isSelected).toEqual(['true', 'true', 'true', 'false']);
    expect(violations).toEqual([]);
    expect(said).toHaveLength(4);
  });

  test('reaches the last model with End and returns there', async () => {
    const { page } = await openWeb(catalogue);
    await openCards(page);
    await tabToGrid(page);

    await page.keyboard.press('End');
    await expect.poll(() => page.locator(':focus [class*=title]').textContent()).toBe(catalogue[9999]?.title);
    const scrollTop = await page.getByRole('grid').evaluate((grid) => grid.scrollTop);
    await page.keyboard.press('Enter');
    await expectHeading(page, catalogue[9999]?.title ?? '');
    await page.getByRole('button', { name: 'Back' }).click();

    await expect.poll(() => readFocus(page)).toBe('9999');
    await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBe(scrollTop);
  });

  test('clears the search field with Escape', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/?q=oak');
    await expect.poll(() => page.locator('main h1').textContent()).toContain('“oak”');

    await page.keyboard.press('/');
    await page.keyboard.press('/'); // in the field, a sign like any other
    const written = await page.getByRole('combobox', { name: 'Search models' }).inputValue();
    await page.keyboard.press('Escape');

    expect(written).toContain('/');
    await expectHeading(page, '10,000 models');
    await expect.poll(() => readFocus(page)).toBe('Search models');
  });

  test('tells which page failed and loads it again', async () => {
    const { site, page } = await openWeb(catalogue);
    await openCards(page);
    site.mode = 'fails';
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight / 2));
    await page.getByRole('alert').waitFor();

    site.mode = 'answers';
    await page.getByRole('button', { name: 'Retry' }).click();

    await expect.poll(() => readCards(page)).not.toEqual([]);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
