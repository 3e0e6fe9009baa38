import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('what admins see of search and traffic', ({ share }) => {
  const openShared = share({
    files: { ...simpleModel('oak chair', { guid: 'chair' }), ...simpleModel('stool', { guid: 'stool' }) },
  });

  test('synonyms are tried before they are saved, and search uses them after', async () => {
    const { server, page } = await openShared({ at: '/admin/synonyms' });
    const [model] = (await server.call('browse', { limit: 1 })).body.results;
    const title = model?.title ?? '';

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
    const { server, page } = await openShared();
    server.db
      .prepare('INSERT INTO traffic_day (day, downloads, sent_bytes, unlocks) VALUES (?, 1234, 5000000, 7)')
      .run(new Date().toISOString().slice(0, 10));
    await page.goto('/admin/server');

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
