import { expect, test } from 'vitest';
import { makeJob } from './sample-job.ts';
import { sampleLibrary } from './sample-library.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(20);
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describePages('pictures of what was downloaded', ({ openDesktop }) => {
  test.each(['Library', 'Downloads'])('shows the pictures that there are in %s', async (name) => {
    const downloads = [makeJob(), makeJob({ id: 'job-2', guid: 'g-2', title: 'Brick Tower' })];
    const { page } = await openDesktop(catalogue, { library: sampleLibrary, downloads });
    await page.route('**/posters/g-1/small', (route) =>
      route.fulfill({ contentType: 'image/png', body: picture }),
    );
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expectHeading(page, name);
    const rows = page.getByRole('main').getByRole('listitem');

    await rows
      .filter({ hasText: 'Brick Tower' })
      .first()
      .locator('svg[viewBox="0 0 24 24"]:not(.lucide)')
      .waitFor();

    const chair = rows.filter({ hasText: 'Oak Chair' }).first().locator('img');
    await expect.poll(() => chair.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1);
    expect(await rows.filter({ hasText: 'Brick Tower' }).first().locator('img').count()).toBe(0);
  });
});

describePages('files of what was downloaded', ({ openDesktop }) => {
  test('says what a check of the files has found', async () => {
    const { page } = await openDesktop(catalogue, { library: sampleLibrary });
    await page.getByRole('link', { name: /^Library/ }).click();
    await expectHeading(page, 'Library');
    const chair = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Oak Chair' }).first();

    await chair.getByRole('button', { name: 'Check files of Oak Chair' }).click();

    await chair.getByRole('status').filter({ hasText: '2 files checked: 0 missing, 1 changed' }).waitFor();
  });
});
