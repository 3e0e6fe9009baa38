import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, objText } from '../helpers/library-folder.ts';
import { until } from '../helpers/test-site.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

describeServerPages('the list of duplicates of an admin', ({ open }) => {
  test('keeps one of two copies with one click, and leaves out what is not the same', async () => {
    const library = makeLibraryFolder({
      'Old/strip.obj': objText(9, 'first'),
      'Download/strip.obj': objText(9, 'second'),
      'Other/strip.obj': objText(12, 'longer'),
      'A/plate.obj': objText(15, 'first'),
      'B/plate.obj': objText(15, 'second'),
    });
    onTestFinished(() => library.remove());
    const { server, page } = await open({ libraryDir: library.folder });
    await server.call('register', firstAdmin);
    const read = server.db
      .prepare<[], number>("SELECT count(*) FROM job WHERE kind = 'shape' AND state = 'done'")
      .pluck();
    await until(() => read.get() === 5);
    await openAs(page, '/admin/duplicates', firstAdmin);
    const list = page.getByRole('region', { name: 'Duplicates' });
    const notSame = list.getByRole('button', { name: 'Not the same: Plate, Plate' });
    await notSame.waitFor();
    const shown = await list.getByRole('listitem').count();

    await notSame.press('Enter');
    await notSame.waitFor({ state: 'detached' });
    const aside = list.getByRole('checkbox', { name: 'Set aside' });
    await aside.check();
    await list.getByRole('button', { name: 'List again: Plate, Plate' }).press('Enter');
    await list.getByText('You have set no group aside.').waitFor();
    await aside.uncheck();
    await notSame.press('Enter');
    await notSame.waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Keep this one: Strip · Old in Old' }).click();
    await list.getByText('No two models have the same shape.').waitFor();

    expect(shown).toBe(4);
    expect(server.db.prepare('SELECT folder FROM model ORDER BY folder').pluck().all()).toEqual([
      ...['A', 'B', 'Old', 'Other'],
    ]);
  });
});
