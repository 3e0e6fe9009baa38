import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { findViolations } from './site/axe.ts';
import { expectHeading, readFocus } from './site/pages.ts';
import { describeServerPages, signInAs } from './site/server-pages.ts';

const files = {
  ...simpleModel('chair', { guid: 'chair', title: 'Chair', category: 'Furniture' }),
  ...simpleModel('lamp', { guid: 'lamp', title: 'Lamp', category: 'Lighting' }),
};

const recent = (page: Page) => page.getByRole('navigation', { name: 'Continue' });
const saved = (page: Page) => page.getByRole('navigation', { name: 'Saved' });

/** Presses Tab until the focus is within that part of the page. */
async function tabInto(page: Page, part: ReturnType<Page['locator']>): Promise<void> {
  const isWithin = () => part.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 40; presses += 1) {
    if (await isWithin()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never got there.');
}

describeServerPages('the home of people who come back', ({ share }) => {
  const openShared = share({ files });

  test('leads by keys to what was opened and kept, and has nothing for others', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await page.context().clearCookies();
    await server.call('saveSearch', { query: 'q=lamp', seen: [], total: 0 }, person);
    await server.call('makeCollection', { name: 'Study', add: ['chair', 'lamp'] }, person);
    await page.goto('/');
    await expectHeading(page, '2 models');
    await page.getByRole('gridcell').first().waitFor();
    const ofOthers = await page.getByRole('navigation').count();

    await signInAs(page, person);
    await page.goto('/model/lamp');
    await expectHeading(page, 'Lamp');
    await page.goto('/model/chair');
    await expectHeading(page, 'Chair');
    await page.goto('/');
    await saved(page).getByRole('link', { name: 'lamp 1 new' }).waitFor();
    await saved(page).getByRole('link', { name: 'Study 2' }).waitFor();
    await expect.poll(() => recent(page).getByRole('link').allTextContents()).toEqual(['Chair', 'Lamp']);
    await page.getByRole('gridcell').first().waitFor();
    const violations = await findViolations(page);
    await tabInto(page, saved(page));
    const inSaved = await readFocus(page);
    await page.keyboard.press('ArrowDown');
    const below = await readFocus(page);
    await tabInto(page, recent(page));
    await page.keyboard.press('ArrowRight');
    const beside = await readFocus(page);
    await page.keyboard.press('Tab');
    const after = await readFocus(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Lamp');
    await page.keyboard.press('Escape');
    await expectHeading(page, '2 models');
    await tabInto(page, saved(page));
    await page.keyboard.press('Enter');
    await expectHeading(page, '1 match for “lamp”');

    await saved(page).getByRole('link', { name: 'lamp' }).and(page.locator('[aria-current]')).waitFor();
    await expect.poll(() => recent(page).count()).toBe(0);
    await saved(page).getByRole('link', { name: 'Study 2' }).press('Enter');
    await expectHeading(page, 'Study 2 models');
    expect([ofOthers, inSaved, below, beside, after]).toEqual([0, 'lamp1 new', 'Study2', 'Lamp', '0']);
    expect(violations).toEqual([]);
  });

  test('moves nothing as the lists of the account arrive', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await server.call('saveSearch', { query: 'q=lamp', seen: [], total: 0 }, person);
    await server.call('makeCollection', { name: 'Study', add: ['chair'] }, person);
    await page.goto('/model/chair');
    await expectHeading(page, 'Chair');
    await page.goto('/');
    await saved(page).getByRole('link', { name: 'Study 1' }).waitFor();
    await saved(page).getByRole('link', { name: 'lamp 1 new' }).waitFor();
    const places = async () => {
      const boxes = [page.getByRole('gridcell').first(), page.getByRole('button', { name: 'Category' })];
      return Promise.all(boxes.map(async (one) => (await one.boundingBox())?.y));
    };
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/account/*', async (route) => {
      await isAnswered;
      await route.continue();
    });

    await page.reload();
    await page.getByRole('gridcell').filter({ hasText: 'Lamp' }).waitFor();
    await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
    const before = [await saved(page).getByRole('link').count(), await places()];
    answer();
    await saved(page).getByRole('link', { name: 'Study 1' }).waitFor();
    await saved(page).getByRole('link', { name: /^lamp/ }).waitFor();

    expect([0, await places()]).toEqual(before);
  });

  test('tells what came since the last visit, once', async () => {
    const { page } = await openShared({ who: null });
    const news = page.getByRole('button', { name: /^1 new since / });
    await page.goto('/');
    await expectHeading(page, '2 models');
    await page.evaluate(() => {
      const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString();
      const visit = { server: '', last: { at: monthAgo, total: 1 }, before: null };
      localStorage.setItem('lodestock.visits', JSON.stringify([JSON.stringify(visit)]));
    });
    await page.goto('/?q=chair');
    await expectHeading(page, '1 match for “chair”');
    await page.getByRole('link', { name: 'Lodestock' }).click();
    await news.waitFor();
    const violations = await findViolations(page);

    await news.press('Enter');

    await expect.poll(() => new URL(page.url()).search).toBe('?sort=newest');
    await expect.poll(() => news.count()).toBe(0);
    const status = page.waitForResponse('**/status');
    await page.goto('/');
    await status;
    await expectHeading(page, '2 models');
    expect([await news.count(), violations]).toEqual([0, []]);
  });

  test('is among the filters on a phone, and ends with the session', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await page.setViewportSize({ width: 390, height: 844 });
    await server.call('saveSearch', { query: 'q=lamp', seen: [], total: 0 }, person);
    await page.goto('/model/chair');
    await expectHeading(page, 'Chair');
    await page.goto('/');
    await recent(page).getByRole('link', { name: 'Chair' }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('link', { name: 'lamp 1 new' }).waitFor();
    const violations = await findViolations(page);

    await sheet.getByRole('link', { name: 'lamp 1 new' }).click();
    await expectHeading(page, '1 match for “lamp”');
    await expect.poll(() => sheet.count()).toBe(0);
    await page.goto('/');
    await recent(page).getByRole('link', { name: 'Chair' }).waitFor();
    await page.getByRole('button', { name: person.user.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await expect.poll(() => recent(page).count()).toBe(0);
    expect(violations).toEqual([]);
  });
});
