import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readFocus } from './site/pages.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

const catalogue = makeCatalogue(300);

/** What Tab leads to, one press after the other, until a card has the focus. */
async function tabToFirstCard(page: Page): Promise<readonly (string | null)[]> {
  const stops: (string | null)[] = [];
  while (stops.length < 40 && stops.at(-1) !== '0') {
    await page.keyboard.press('Tab');
    stops.push(await readFocus(page));
  }
  return stops;
}

/** Opens a model until its details are there, and comes back, so that the list offers to continue with it. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('gridcell').first().click();
  await page.waitForFunction(() => localStorage.getItem('lodestock.recent-models') !== null);
  await page.goto(address);
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('navigation', { name: 'Continue' }).getByRole('link').waitFor();
  await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
}

/** Words that can be seen anywhere on the page, and what can be pressed or written into. */
const count = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element | null) => {
      const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
      return element?.checkVisibility() === true && width > 2 && height > 2;
    };
    const controls = 'a[href], button, input, select, textarea, summary';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode())
      if (isSeen(text.parentElement) && text.parentElement?.closest('select, .visually-hidden') === null)
        words += (text.nodeValue?.match(/[\p{L}\p{N}]\S*/gu) ?? []).length;
    return { words, controls: [...document.querySelectorAll(controls)].filter(isSeen).length };
  });

describePages('how little a page asks of a person', ({ openWeb, openDesktop }) => {
  test.for([
    { who: 'a stranger', isSignedIn: false },
    { who: 'somebody with an account', isSignedIn: true },
  ])('reaches the first card within eight Tabs for $who', async ({ isSignedIn }) => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = isSignedIn;
    await openList(page, '/');
    const account = isSignedIn ? 'Ada Artist' : 'Sign in';
    await page.getByRole('banner').getByText(account).waitFor();

    const stops = await tabToFirstCard(page);

    expect(stops.at(-1)).toBe('0');
    expect(stops.length).toBeLessThanOrEqual(8);
  });

  test('reaches the first card within eight Tabs in the app', async () => {
    const { page } = await openDesktop(catalogue);
    await openList(page, '/index.html');

    const stops = await tabToFirstCard(page);

    expect(stops.at(-1)).toBe('0');
    expect(stops.length).toBeLessThanOrEqual(8);
  });

  test('reaches all that the Tab key passes by arrows', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    const walk = async (start: string, key: string) => {
      await page.locator(start).locator('[tabindex="0"]').first().focus();
      const seen = [await readFocus(page)];
      for (;;) {
        await page.keyboard.press(key);
        const next = await readFocus(page);
        if (next === seen.at(-1)) return seen;
        seen.push(next);
      }
    };

    const ofHeader = await walk('header [role=toolbar]', 'ArrowRight');
    const groups = await walk('aside', 'ArrowRight');
    await page.keyboard.press('Enter');
    const last = await walk('aside', 'End');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
    const ofList = await walk('main [role=toolbar]', 'ArrowRight');

    expect(ofHeader).toEqual(['Favourites', 'Collections', 'Theme: system. Switch to light', 'Sign in']);
    expect(groups).toEqual(['Category', 'Topology', 'Format', 'Triangles', 'More filters']);
    expect(last.at(-1)).toBe('Fewer filters');
    expect(ofList.slice(-2)).toEqual(['Card size', 'PopularNewestTitleTriangles']);
  });

  test('observes its groups of controls once, however often they are drawn', async () => {
    const { page } = await openWeb(catalogue);
    await page.addInitScript(() => {
      const made = { count: 0 };
      const { MutationObserver: Observer } = window;
      window.MutationObserver = class extends Observer {
        constructor(callback: MutationCallback) {
          super(callback);
          made.count += 1;
        }
      };
      Object.assign(window, { made });
    });
    const countMade = () => page.evaluate(() => Reflect.get(window, 'made').count);
    await page.goto('/');
    const select = async (name: RegExp, chips: number) => {
      await page.getByRole('checkbox', { name }).press('Space');
      await expect.poll(() => page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(chips);
    };
    await select(/^Furniture/, 1);
    const before = await countMade();

    await select(/^GLB/, 2);
    await select(/^GLB/, 1);

    expect(before).toBeGreaterThan(0);
    expect(await countMade()).toBe(before);
  });
});

describePages('how much there is to read', ({ openWeb }) => {
  test('on the list of models', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();
    await page.locator('[role=gridcell][aria-busy=false]').first().waitFor();

    const { words, controls } = await count(page);

    expect(words).toBeLessThanOrEqual(250);
    expect(controls).toBeLessThanOrEqual(120);
  });

  test('on the page of a model', async () => {
    const { page } = await openWeb(catalogue);
    const [model] = catalogue;
    await page.goto(`/model/${model?.guid}`);
    await expectHeading(page, model?.title ?? '');
    await page.getByRole('table').waitFor();
    await page.getByRole('region', { name: 'More like this' }).waitFor();

    const { words, controls } = await count(page);

    expect(words).toBeLessThanOrEqual(190);
    expect(controls).toBeLessThanOrEqual(60);
  });
});

describeServerPages('how much an admin has to read', ({ open }) => {
  test('on the overview', async () => {
    const { server, page } = await open();
    await server.call('register', firstAdmin);
    await openAs(page, '/admin', firstAdmin);
    await page.getByText('Last backup').waitFor();

    const { words, controls } = await count(page);

    expect(words).toBeLessThanOrEqual(60);
    expect(controls).toBeLessThanOrEqual(30);
  });
});
