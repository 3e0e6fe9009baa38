import { expect, test } from 'vitest';
import { selectRecords } from './site/answer-discovery.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(10_000);
const countOf = (query: string) =>
  selectRecords(catalogue, new URLSearchParams(query)).length.toLocaleString('en-US');

describePages('the built pages', ({ openWeb }) => {
  test('leads from filter and search to a model', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/');
    await expectHeading(page, '10,000 models');

    await page.getByRole('checkbox', { name: /^Furniture/ }).check();
    await expectHeading(page, `${countOf('categories=furniture')} models with these filters`);
    await page.getByRole('combobox', { name: 'Search models' }).fill('oak');
    await expectHeading(page, `${countOf('categories=furniture&q=oak')} matches for “oak”`);
    await page.getByRole('gridcell').first().click();
    const [first] = selectRecords(catalogue, new URLSearchParams('categories=furniture&q=oak'));
    await expectHeading(page, first?.title ?? '');

    await expect.poll(() => new URL(page.url()).pathname).toBe(`/model/${first?.guid}-${first?.slug}`);
  });

  test('shows how far the index is, then the result', async () => {
    const { site, page } = await openWeb(catalogue);
    site.mode = 'indexes';
    await page.goto('/?q=oak');
    await page.getByRole('heading', { name: 'The search index is being built: 40% done.' }).waitFor();
    const alerts = await page.getByRole('alert').count();

    site.mode = 'answers';
    await expectHeading(page, `${countOf('q=oak')} matches for “oak”`);

    expect(alerts).toBe(0);
  });

  test('comes back to the same result by the browser', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/?q=oak&format=fbx');
    const sentence = `${countOf('q=oak&format=fbx')} matches for “oak”`;
    await expectHeading(page, sentence);
    await page.getByRole('gridcell').nth(2).click();
    await page.getByRole('table', { name: 'Files by topology and format' }).waitFor();

    await page.goBack();
    await expectHeading(page, sentence);

    await expect.poll(() => page.getByRole('button', { name: 'Remove filter FBX' }).count()).toBe(1);
    await expect.poll(() => page.getByRole('combobox', { name: 'Search models' }).inputValue()).toBe('oak');
  });

  test('leads from a model to one like it', async () => {
    const { page } = await openWeb(catalogue);
    const [first] = catalogue;
    const alike = catalogue.find(
      ({ guid, category }) => guid !== first?.guid && category === first?.category,
    );
    await page.goto(`/model/${first?.guid}`);

    const region = page.getByRole('region', { name: 'More like this' });
    await region.getByRole('link', { name: new RegExp(alike?.title ?? '') }).click();

    await expectHeading(page, alike?.title ?? '');
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/model/${alike?.guid}-${alike?.slug}`);
  });

  test('speaks German to who reads it, until told otherwise', async () => {
    const { page, site } = await openWeb(catalogue, { locale: 'de-DE' });
    site.account.isSignedIn = true;
    await page.goto('/account/settings');
    await page.getByRole('radio', { name: 'Wie das System', checked: true }).waitFor();
    const before = [await page.locator('html').getAttribute('lang'), await page.title()];

    await page.getByRole('radio', { name: 'English' }).check();
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await page.goto('/');
    await expectHeading(page, '10,000 models');

    expect(before).toEqual(['de', 'Konto · Lodestock']);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('calls models free that have only free files', async () => {
    const model = { ...makeCatalogue(1)[0], priceUsd: 1, lods: ['1k'] } as const;
    const { page } = await openWeb(
      catalogue.slice(0, 1).map((record) => ({ ...record, ...model, lods: ['1k'] })),
    );
    await page.goto('/');

    await page.getByRole('gridcell', { name: model.title ?? '' }).waitFor();
    const card = await page.getByRole('gridcell').first().innerText();
    await page.getByRole('gridcell').first().click();
    const facts = await page.locator('dl').innerText();

    expect(`${card} ${facts}`).not.toMatch(/\$|Price/);
  });

  test('says that a catalogue is empty', async () => {
    const { page } = await openWeb([]);

    await page.goto('/');
    await page.getByRole('heading', { name: 'The catalogue is empty' }).waitFor();

    expect(await page.getByRole('grid').count()).toBe(0);
  });

  test('offers ways on when nothing matches', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/?q=zebra&format=fbx');
    await page.getByRole('heading', { name: 'Nothing matches “zebra”' }).waitFor();

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=zebra');
    // Nothing to filter, sort or size either.
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Sort' }).count()).toBe(0);
    await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).click();

    await expectHeading(page, '10,000 models');
  });

  test('explains an outage and recovers by Retry', async () => {
    const { site, page } = await openWeb(catalogue);
    site.mode = 'fails';
    await page.goto('/');
    const panel = page.getByRole('alert');
    await panel.getByRole('heading', { name: 'The server is busy' }).waitFor();
    const text = await panel.innerText();

    site.mode = 'answers';
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expectHeading(page, '10,000 models');

    expect(text).toContain('Try again in 5 seconds.');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Furniture/ }).count()).toBe(1);
  });

  test('says so when a page does not exist', async () => {
    const { page } = await openWeb(catalogue);

    await page.goto('/no/such/page');

    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Browse models' }).click();
    await expectHeading(page, '10,000 models');
  });

  test('keeps sign-in and a wide search field on a phone', async () => {
    const { page } = await openWeb(catalogue);
    await page.setViewportSize({ width: 380, height: 700 });
    await page.goto('/');
    await expectHeading(page, '10,000 models');
    await page.getByRole('link', { name: 'Sign in' }).waitFor();

    const field = await page.getByRole('combobox', { name: 'Search models' }).boundingBox();
    const link = await page.getByRole('link', { name: 'Sign in' }).boundingBox();

    expect(field?.width).toBeGreaterThan(340);
    expect(field?.y).toBeGreaterThanOrEqual((link?.y ?? 0) + (link?.height ?? 0));
    expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(380);
  });

  test('offers no filter before the catalogue answers', async () => {
    const { page, site } = await openWeb(catalogue);
    site.mode = 'hangs';

    await page.goto('/');
    await expectHeading(page, 'Loading models…');

    const filters = page.getByRole('complementary', { name: 'Filters' });
    await expect.poll(() => filters.count()).toBe(1);
    expect(await filters.getByRole('textbox').count()).toBe(0);
  });
});
