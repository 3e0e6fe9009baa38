import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findViolations } from './site/axe.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readFocus } from './site/pages.ts';

const catalogue = makeCatalogue(3000);
const titleOf = (index: number) => catalogue[index]?.title ?? '';
const scrollTop = (page: Page) => page.getByRole('grid').evaluate((grid) => Math.round(grid.scrollTop));

/** Texts of cards that are cut off or overlap, as a person would see it. */
const findCutTexts = (page: Page) =>
  page.getByRole('grid').evaluate((grid) =>
    [...grid.querySelectorAll<HTMLElement>('[role=gridcell] [class*=caption]')].flatMap((caption) => {
      const card = caption.parentElement?.parentElement?.getBoundingClientRect();
      const lines = [...caption.children].map((line) => ({ line, box: line.getBoundingClientRect() }));
      return lines.flatMap(({ line, box }, index) => {
        const next = lines[index + 1]?.box.top ?? card?.bottom ?? 0;
        // A line is as high as its letters, with what hangs below them.
        const isCut = line.scrollHeight > line.clientHeight + 1 && !line.className.includes('title');
        return box.bottom > next + 0.5 || isCut ? [line.textContent ?? ''] : [];
      });
    }),
  );

describePages('browsing', ({ openWeb, openDesktop }) => {
  test('suggests by the words, and remembers what was searched for', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('checkbox', { name: /^Vehicles/ }).waitFor();
    const field = page.getByRole('combobox', { name: 'Search models' });
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

    await field.pressSequentially('ve');
    await expect.poll(() => options.first().textContent()).toContain('Vehicles');
    const violations = await findViolations(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Remove filter Vehicles' }).count()).toBe(1);
    await expect.poll(() => readFocus(page)).toBe('0');
    await field.fill('tram');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main h1').textContent()).toContain('“tram”');
    await expect.poll(() => readFocus(page)).toBe('0');
    await page.reload();
    await field.fill('');
    await field.click();

    await expect.poll(() => options.allTextContents()).toEqual(['tram', 'Clear recent searches']);
    expect(violations).toEqual([]);
  });

  test('looks quickly through the results and keeps favourites', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await expectHeading(page, '3,000 models');
    await page.getByRole('combobox', { name: 'Search models' }).press('ArrowDown');
    await expect.poll(() => readFocus(page)).toBe('0');

    await page.keyboard.press(' ');
    const look = page.getByRole('dialog', { name: titleOf(0) });
    await look.getByRole('table').waitFor();
    const files = await look.getByRole('row').count();
    const violations = await findViolations(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: titleOf(1) }).waitFor();
    await page.keyboard.press('f');
    await page.keyboard.press(' ');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const cell = await readFocus(page);
    await page.getByRole('link', { name: 'Favourites' }).click();
    await expectHeading(page, '1 favourite');

    await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toHaveLength(1);
    expect(await page.getByRole('gridcell').first().innerText()).toContain(titleOf(1));
    expect([cell, files > 2, violations]).toEqual(['1', true, []]);
  });

  test('announces new models and shows them when asked', async () => {
    const { site, page } = await openWeb(catalogue);
    await page.goto('/');
    await expectHeading(page, '3,000 models');
    await expect.poll(() => site.requests.some((request) => request.includes('/status'))).toBe(true);

    site.records = makeCatalogue(3003);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: '3 new models' }).click();

    await expectHeading(page, '3,003 models');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=newest');
  });

  test('shows a first reading, then its models, without a reload', async () => {
    const { site, page } = await openWeb([]);
    site.reading = { done: 0, total: 24 };
    await page.goto('/');
    await page.getByRole('heading', { name: 'Reading the models' }).waitFor();
    const told = await page.getByRole('main').innerText();

    site.records = makeCatalogue(24);
    site.reading = null;

    await expectHeading(page, '24 models');
    expect(told).toContain('Indexing 0 of 24');
    expect(told).not.toContain('empty');
  });

  test('comes back to the same place after a reload', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/?format=fbx');
    await page.getByRole('gridcell').first().waitFor();
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 9000));
    await expect.poll(() => scrollTop(page)).toBe(9000);

    await page.reload();
    await page.getByRole('gridcell').first().waitFor();

    await expect.poll(() => scrollTop(page)).toBe(9000);
  });

  test('filters in a sheet over the list on a phone', async () => {
    const { page } = await openWeb(catalogue);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expectHeading(page, '3,000 models');
    const opener = page.getByRole('button', { name: 'Filters' });

    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('checkbox', { name: /^Furniture/ }).check();
    const violations = await findViolations(page);
    await sheet.getByRole('button', { name: /^Show \d{3} models$/ }).click();

    await expect.poll(() => sheet.count()).toBe(0);
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(violations).toEqual([]);
  });

  test('offers what can be done with a card in one menu on touch', async () => {
    const { page } = await openWeb(catalogue, {
      viewport: { width: 390, height: 844 },
      ...{ hasTouch: true, isMobile: true },
    });
    await page.goto('/');
    const first = page.getByRole('gridcell').first();
    await first.getByRole('link').waitFor();
    const before = await first.getByRole('button').count();

    await first.getByRole('button', { name: `Actions for ${titleOf(0)}` }).tap();
    await page.getByRole('menuitem', { name: 'Favourite' }).tap();
    await first.getByRole('button', { name: /^Favourite/, pressed: true }).waitFor();
    await first.getByRole('button', { name: `Actions for ${titleOf(0)}` }).tap();
    const violations = await findViolations(page);
    await page.getByRole('menuitem', { name: 'Select' }).tap();

    await page.getByText('1 model selected').waitFor();
    expect([before, violations]).toEqual([1, []]);
  });

  test('cuts no text of a card, with text of any size', async () => {
    const { page } = await openWeb(
      catalogue.map((model, index) => ({ ...model, title: `${model.title} jumping gypsy quay ${index}` })),
    );
    await page.goto('/');
    const cut: string[] = [];

    for (const size of [16, 32]) {
      const bigger = await page.addInitScript((px) => {
        const style = document.createElement('style');
        style.textContent = `html { font-size: ${px}px }`;
        document.addEventListener('DOMContentLoaded', () => document.head.append(style));
      }, size);
      await page.reload();
      await page.getByRole('gridcell').first().getByRole('link').waitFor();
      cut.push(...(await findCutTexts(page)));
      await bigger.dispose();
    }

    expect(cut).toEqual([]);
  });

  test.each([false, true])('fits a phone without scrolling sideways (desktop: %s)', async (isDesktop) => {
    const { page } = isDesktop ? await openDesktop(catalogue) : await openWeb(catalogue);
    await page.setViewportSize({ width: 390, height: 844 });
    await (isDesktop ? page.reload() : page.goto('/?format=fbx'));
    await page.getByRole('gridcell').first().waitFor();

    const isCountCut = await page
      .locator('main h1')
      .evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      );
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('header *, nav *, main button, main select, [role=gridcell]')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    const header = await page.locator('header > *:not(button)').evaluateAll((all) =>
      all
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    );
    const overlaps = header.some((one, index) =>
      header
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    );

    expect(outside).toEqual([]);
    expect(overlaps).toBe(false);
    expect(isCountCut).toBe(false);
  });
});
