import { expect, test } from 'vitest';
import { writePng } from '../../.ci/demo/write-png.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(50);

describePages('the first look at a page', ({ openWeb }) => {
  test('begins sign-in and a new account in the first field', async () => {
    const { page } = await openWeb(catalogue);
    const readField = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
    await page.goto('/sign-in');
    await expect.poll(readField).toBe('email');

    await page.getByRole('button', { name: 'Create an account' }).click();

    await expect.poll(readField).toBe('name');
  });

  test('shows where filters will be', async () => {
    const { site, page } = await openWeb(catalogue);
    const blanks = page.getByRole('complementary', { name: 'Filters' }).locator('> [aria-hidden]');
    site.mode = 'hangs';
    await page.goto('/');
    await blanks.waitFor();

    site.mode = 'answers';
    await page.reload();
    await page.getByRole('checkbox', { name: /^Furniture/ }).waitFor();

    expect(await blanks.count()).toBe(0);
  });

  test('shows no blanks in place of filters that failed', async () => {
    const { site, page } = await openWeb(catalogue);
    const blanks = page.getByRole('complementary', { name: 'Filters' }).locator('> [aria-hidden]');
    site.mode = 'fails';

    await page.goto('/');
    await page.getByRole('alert').waitFor();

    await expect.poll(() => blanks.count()).toBe(0);
  });

  test('puts the title above the picture in one column', async () => {
    const { page } = await openWeb(catalogue);
    await page.setViewportSize({ width: 640, height: 900 });
    const [model] = catalogue;
    await page.goto(`/model/${model?.guid}`);
    await expectHeading(page, model?.title ?? '');
    const middleOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (box === null) throw new Error(`${selector} is not to be seen`);
      return box.y + box.height / 2;
    };

    const [title, picture, files, facts] = [
      await middleOf('main h1'),
      await middleOf('main figure'),
      await middleOf('main table'),
      await middleOf('main dl'),
    ];

    expect([title, picture, files, facts].toSorted((a = 0, b = 0) => a - b)).toEqual([
      title,
      picture,
      files,
      facts,
    ]);
  });

  test('shows no model with the picture of another one', async () => {
    const bare = { previewLargeUrl: null, previewMediumUrl: null, previewSmallUrl: null, glb1kUrl: null };
    const models = makeCatalogue(60).map((model) => ({
      ...{ ...model, ...bare },
      sketchUrl: `/posters/${model.guid}/sketch`,
    }));
    const { page } = await openWeb(models);
    await page.route('/posters/*/sketch', (route) =>
      route.fulfill({ contentType: 'image/png', body: writePng((u) => [u, 0, 1 - u], 24) }),
    );
    const pictures = page.getByRole('grid').locator('img');
    await page.goto('/');
    await pictures.nth(9).waitFor({ state: 'attached' });
    // A browser paints the picture before for as long as the next one loads into the same element.
    await pictures.evaluateAll((images) => {
      for (const image of images) image.setAttribute('data-first', image.getAttribute('src') ?? '');
    });

    await page.getByRole('grid').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await page.locator('[data-index="59"] img').waitFor({ state: 'attached' });

    const others = await pictures.evaluateAll((images) =>
      images.filter((image) => ![null, image.getAttribute('src')].includes(image.getAttribute('data-first'))),
    );
    expect(others).toEqual([]);
  });
});
