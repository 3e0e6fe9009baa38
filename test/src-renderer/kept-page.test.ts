import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const look = (page: Page) =>
  page.evaluate(() => ({
    stored: [localStorage.length, sessionStorage.length],
    cookies: document.cookie,
    entries: history.length,
    size: [innerWidth, innerHeight],
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isPrinted: matchMedia('print').matches,
    isHovered: document.querySelector('[role=gridcell]:hover') !== null,
    hasBridge: 'fakeDesktop' in window,
  }));

describePages('the page that the next test gets', ({ openWeb, openDesktop }) => {
  let first: Page | null = null;
  const heard: string[] = [];

  test('is left behind with traces of all kinds', async () => {
    const { site, page } = await openDesktop(makeCatalogue(2));
    first = page;
    await page.getByRole('gridcell').first().hover();
    await page.evaluate(() => {
      localStorage.setItem('of-a-test', '1');
      sessionStorage.setItem('of-a-test', '1');
      history.pushState(null, '', '#/downloads');
    });
    await page.context().addCookies([{ name: 'of-a-test', value: '1', url: page.url() }]);
    page.on('request', (request) => heard.push(request.url()));
    await page.route('**/api-embeddings/**', (route) => route.abort());
    await page.setViewportSize({ width: 500, height: 700 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', media: 'print' });
    site.mode = 'fails';
    site.account.isSignedIn = true;

    expect(await look(page)).toMatchObject({ cookies: 'of-a-test=1', isDark: true, hasBridge: true });
  });

  test('knows nothing of them', async () => {
    heard.length = 0;
    const { site, page } = await openWeb(makeCatalogue(3));
    const before = [...site.requests];
    await page.goto('/');
    await expectHeading(page, '3 models');
    await page.getByRole('gridcell').first().waitFor();

    expect(page).toBe(first);
    expect([before, heard, site.account.isSignedIn]).toEqual([[], [], false]);
    const other = await openWeb(makeCatalogue(3), {});
    await other.page.goto('/');
    await expectHeading(other.page, '3 models');
    await other.page.getByRole('gridcell').first().waitFor();
    const fresh = await look(other.page);
    expect(await look(page)).toEqual(fresh);
    expect(fresh).toMatchObject({ isDark: false, hasBridge: false });
  });
});
