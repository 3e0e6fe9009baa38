import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

const library = makeLibraryFolder({
  ...simpleModel('oak chair', { guid: 'chair' }),
  ...simpleModel('stool', { guid: 'stool' }),
});
afterAll(() => library.remove());

describeServerPages('what admins see of search and traffic', ({ open }) => {
  test('synonyms are tried before they are saved, and search uses them after', async () => {
    const { server, page } = await open({ libraryDir: library.folder });
    await server.call('register', firstAdmin);
    const [model] = (await server.call('browse', { limit: 1 })).body.results;
    const title = model?.title ?? '';
    await openAs(page, '/admin/synonyms', firstAdmin);

    await page.getByRole('searchbox', { name: 'Try a search' }).fill('quaxil');
    await page.getByRole('textbox', { name: 'Synonyms', exact: true }).fill(`quaxil, ${title}\nalone`);
    const after = page.getByRole('region', { name: 'With your changes' });
    await after.getByRole('link', { name: title }).waitFor();
    const before = await page.getByRole('region', { name: 'Now' }).innerText();
    const said = await page.getByRole('listitem').filter({ hasText: 'quaxil also finds' }).innerText();
    await page.getByText('A line has no effect').waitFor();
    const isSavedEarly = existsSync(path.join(server.dataDir, 'synonyms.txt'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Search uses them from now on').waitFor();

    const { results } = (await server.call('browse', { q: 'quaxil' })).body;
    expect([before.includes('No results.'), said, isSavedEarly]).toEqual([
      true,
      `quaxil also finds ${title} line 1`,
      false,
    ]);
    expect(results.map(({ guid }) => guid)).toContain(model?.guid);
  });

  test('traffic is a chart that says what it shows, and a table', async () => {
    const { server, page } = await open({ libraryDir: library.folder });
    await server.call('register', firstAdmin);
    server.db
      .prepare('INSERT INTO traffic_day (day, downloads, sent_bytes, unlocks) VALUES (?, 1234, 5000000, 7)')
      .run(new Date().toISOString().slice(0, 10));
    await openAs(page, '/admin/server', firstAdmin);

    await page.getByRole('img', { name: /^Downloads per day: 1,234 in all, most on / }).waitFor();
    await page.getByText('As a table').click();
    const rows = page.getByRole('table', { name: 'Traffic' }).getByRole('row');
    await rows.nth(1).getByRole('cell', { name: '5 MB' }).waitFor();
    const counted = await rows.count();
    await page.getByRole('link', { name: '90 days' }).click();
    await expect.poll(() => page.getByRole('img').first().locator('g').count()).toBe(90);

    expect(counted).toBe(31);
    expect(await page.getByRole('table', { name: 'Format' }).getByRole('link').count()).toBeGreaterThan(0);
  });
});
