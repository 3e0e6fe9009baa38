import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { startPolyHaven } from '../helpers/fake-source.ts';
import { makeLibraryFolder, objText, simpleModel } from '../helpers/library-folder.ts';
import { entry } from '../helpers/sources.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { findViolations, findViolationsInBoth } from './site/axe.ts';
import { describeServerPages } from './site/server-pages.ts';

const product = (license: string) => ({
  'bench/product.json': JSON.stringify({ title: 'Oak Bench', license, attribution: 'Grace' }),
});
const bench = { ...product('CC0-1.0'), 'bench/1k/bench.obj': objText(9) };

/** Beside another one, so that there is something to filter by. */
const stone = simpleModel('stone', { title: 'Stone Bench', category: 'Garden' });

const others = (page: Page) => page.getByRole('region', { name: 'From other catalogues' });

describeServerPages('models of other catalogues', ({ share }) => {
  const otherLibrary = makeLibraryFolder(bench);
  const settings = makeLibraryFolder();
  const closers: (() => unknown)[] = [otherLibrary.remove, settings.remove];
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });
  let other: TestServer;
  /** A server that asks another server of ours, and a Poly Haven that is out of order. */
  const openBoth = share(async () => {
    other = await startTestServer({ libraryDir: otherLibrary.folder });
    const haven = await startPolyHaven();
    closers.push(other.close, haven.stop);
    haven.spoil(() => ({ status: 500 }));
    const sources = [
      entry('Second Site', 'lodestock', other.baseUrl),
      entry('Poly Haven', 'polyhaven', haven.address),
    ];
    settings.write({ 'sources.json': JSON.stringify(sources) });
    return {
      files: { ...simpleModel('own', { title: 'Own Bench' }), ...stone },
      environment: { LODESTOCK_SOURCES: path.join(settings.folder, 'sources.json') },
      tuning: { sourceDeadline: 60_000 },
    };
  });

  test('are listed for the admin, who switches one off by keyboard', async () => {
    const { page } = await openBoth({ at: '/?q=bench' });
    await others(page).getByText('Poly Haven did not answer.', { exact: true }).waitFor();
    await page.goto('/admin/hosts');
    await page.getByRole('link', { name: 'Other catalogues' }).press('Enter');
    const rows = page.getByRole('table', { name: 'Other catalogues' }).getByRole('row');
    const haven = rows.filter({ hasText: 'Poly Haven' });
    await haven.getByRole('cell', { name: 'The source answered 500.' }).waitFor();
    const told = await rows.nth(1).getByRole('cell').allTextContents();

    await haven.getByRole('checkbox', { name: 'Poly Haven' }).press('Space');
    await haven.getByRole('checkbox', { name: 'Poly Haven', checked: false }).waitFor();
    const violations = await findViolationsInBoth(page);
    await page.goto('/?q=bench');
    await others(page)
      .getByRole('button', { name: /^Oak Bench/ })
      .waitFor();

    const without = await others(page).getByRole('status').textContent();
    await page.goto('/admin/sources');
    await page.getByRole('checkbox', { name: 'Poly Haven' }).press('Space');
    await page.getByRole('checkbox', { name: 'Poly Haven', checked: true }).waitFor();

    expect(told.slice(2)).toEqual(['29 of 30 this minute', 'None']);
    expect(without).toBe('');
    expect(violations).toEqual([]);
  });

  test('stand below the own list, and give a file with its credit', async () => {
    const { page } = await openBoth({ at: '/?q=bench' });

    const card = others(page).getByRole('listitem');
    await card.getByText('Use it for anything, without crediting anyone.').waitFor();
    const credit = card.getByRole('link', { name: 'Powered by Second Site: Oak Bench' });
    const address = await credit.getAttribute('href');
    const violations = await findViolations(page);
    await card.getByRole('button', { name: /^Oak Bench/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Oak Bench' });
    await dialog.getByText('Grace · Powered by Second Site', { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'Terms of Second Site' }).waitFor();
    const inDialog = await findViolations(page);
    await dialog.getByRole('button', { name: 'Get bench.obj' }).click();
    const file = dialog.getByRole('list', { name: 'Files at Second Site' }).getByRole('link');
    const given = await page.request.get((await file.getAttribute('href')) ?? '');

    expect(await given.text()).toBe(objText(9));
    expect(address).toContain(`${other.baseUrl}/model/`);
    expect([...violations, ...inDialog]).toEqual([]);
  });

  test('are asked only for words, and name the source that did not answer', async () => {
    const { page } = await openBoth({ who: null });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/');
    await page.getByRole('gridcell', { name: /Own Bench/ }).waitFor();

    await page.getByRole('combobox', { name: 'Search models' }).fill('bench');

    await others(page).getByText('Poly Haven did not answer.', { exact: true }).waitFor();
    const toOthers = asked.filter((url) => url.includes('sources=others'));
    expect(toOthers.map((url) => new URL(url).searchParams.get('q'))).toEqual(['bench']);
  });

  test.each([
    [1280, 'en', 'Filters', 'Counts leave out other catalogues.'],
    [390, 'de-DE', 'Filter', 'Die Zahlen gelten ohne andere Kataloge.'],
  ])('are not counted by the filters, which say so at %i pixels in %s', async (width, locale, name, note) => {
    const browser = { locale, viewport: { width, height: 800 } };
    const { page } = await openBoth({ at: '/', who: null, browser });
    const filters = page.getByRole('complementary', { name, exact: true });
    if (width < 800) await page.getByRole('button', { name: /^Filter/ }).click();
    await filters.getByRole('checkbox').first().waitFor();
    const before = await filters.getByText(note).count();

    await page.goto('/?q=bench');
    if (width < 800) await page.getByRole('button', { name: /^Filter/ }).click();
    await filters.getByText(note).waitFor();

    expect(before).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });

  test('lead people without an account to the sign-in, in German too', async () => {
    const { page } = await openBoth({ at: '/?q=bench', who: null, browser: { locale: 'de-DE' } });

    await page.getByRole('region', { name: 'Aus anderen Katalogen' }).getByRole('button').click();
    await page.getByText('Anmelden, um Dateien von Second Site zu holen').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Anmelden' }).click();

    await page.waitForURL('**/sign-in?**');
    expect(new URL(page.url()).searchParams.get('next')).toBe('/?q=bench');
  });

  test('show a changed licence, and ask again', async () => {
    const { page } = await openBoth({ at: '/?q=bench' });
    await others(page)
      .getByRole('button', { name: /^Oak Bench/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Oak Bench' });
    const get = dialog.getByRole('button', { name: 'Get bench.obj' });
    await get.waitFor();
    otherLibrary.write(product('CC-BY-4.0'));
    await other.scan();

    await get.click();
    await dialog.getByText('the licence is now CC-BY-4.0').waitFor();
    await dialog.getByText('Use it for anything if you credit the author.').waitFor();
    const before = await dialog.getByRole('list', { name: 'Files at Second Site' }).count();
    await get.click();

    await dialog.getByRole('list', { name: 'Files at Second Site' }).waitFor();
    expect(before).toBe(0);
  });
});
