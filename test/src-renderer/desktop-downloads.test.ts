import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { AppError, toFailure } from '../../server/contract/errors.ts';
import { inTurn, sentence } from '../../server/contract/sentence.ts';
import { changeTo, makeJob } from './sample-job.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(20);
const readTitles = (page: Page) => page.locator('main li a').allInnerTexts();

const running = makeJob({ id: 'running', title: 'Oak Chair', position: 3 });
const queued = (title: string, position: number, change = {}) =>
  makeJob({ id: title, title, status: 'queued', bytesPerSecond: null, position, ...change });

describePages('the page of downloads', ({ openDesktop }) => {
  async function openDownloads(downloads: ReturnType<typeof makeJob>[], summary = {}, hold: object = {}) {
    const { page } = await openDesktop(catalogue, {
      ...{ downloads, ...('reason' in hold && { hold: { ...hold } }) },
      summary: {
        ...{ active: 3, paused: 1, receivedBytes: 1_200_000, totalBytes: 7_200_000 },
        ...{ bytesPerSecond: 60_000, secondsLeft: 100, fraction: 1 / 6 },
        ...summary,
      },
    });
    await page.getByRole('link', { name: /^Downloads/ }).click();
    await expectHeading(page, 'Downloads');
    return page;
  }

  test('lists downloads in the order of their turn, then what failed, then what is done', async () => {
    const finished = (title: string, minute: number, status: 'done' | 'failed') =>
      queued(title, minute, { status, finishedAt: `2026-05-04T10:0${minute}:00Z` });
    const page = await openDownloads([
      queued('Pine Table', 2),
      queued('Old Lamp', 1, { priority: 'low' }),
      queued('Brick Tower', 9, { priority: 'high' }),
      running,
      queued('Ash Bench', 1),
      finished('Failed first', 1, 'failed'),
      finished('Done first', 2, 'done'),
      finished('Failed last', 3, 'failed'),
      finished('Done last', 4, 'done'),
    ]);

    const active = ['Oak Chair', 'Brick Tower', 'Ash Bench', 'Pine Table', 'Old Lamp'];
    const settled = ['Failed last', 'Failed first', 'Done last', 'Done first'];
    expect(await readTitles(page)).toEqual([...active, ...settled]);
    await page.getByRole('heading', { name: 'Finished 4' }).waitFor();
  });

  test('says in German why a download failed', async () => {
    const said = inTurn(
      sentence`The disk is full, so ${{ file: 'chair.glb' }} could not be written.`,
      'Try again.',
    );
    const error = toFailure(new AppError('INTERNAL', said));
    const failed = makeJob({ status: 'failed', error: { ...error, canRetry: true } });
    const { page } = await openDesktop(catalogue, { downloads: [failed] }, { locale: 'de-DE' });

    await page.getByRole('link', { name: /^Downloads/ }).click();

    await page
      .getByText('Die Festplatte ist voll, daher ließ sich chair.glb nicht schreiben. Erneut versuchen.')
      .waitFor();
  });

  test('names the time of the next try while that is still to come', async () => {
    const waiting = (title: string, retryAt: string) => queued(title, 1, { status: 'waiting', retryAt });
    const page = await openDownloads([
      waiting('Oak Chair', '2026-05-04T11:00:30Z'),
      waiting('Pine Table', new Date(Date.now() + 3_600_000).toISOString()),
    ]);

    const row = page.locator('main li').filter({ hasText: 'Next try at' });

    await row.getByRole('link').first().waitFor();

    expect(await row.getByRole('link').allInnerTexts()).toEqual(['Pine Table']);
  });

  test('tells how much of everything is left', async () => {
    const page = await openDownloads([running, queued('Pine Table', 2)]);

    await page.getByText('3 active · 60 KB/s · 1 min 40 s left · 1 paused').waitFor();

    const bar = page.getByRole('progressbar', { name: 'All downloads' });
    expect(await bar.getAttribute('aria-valuenow')).toBe('17');
  });

  test('says until when downloads wait, and starts them anyway', async () => {
    const until = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    const page = await openDownloads([queued('Pine Table', 2)], {}, { reason: 'hours', until });
    const note = page
      .getByRole('status')
      .filter({ hasText: /^Downloads and uploads wait until .+, as chosen in Settings\./ });

    await note.getByRole('button', { name: 'Continue anyway' }).click();

    await note.waitFor({ state: 'detached' });
    expect(await readCalls(page, 'downloads.startAnyway')).toHaveLength(1);
  });

  test('takes hours, days and limits for speed and hosts in the settings', async () => {
    const { page } = await openDesktop(catalogue, {});
    await page.getByRole('link', { name: 'Settings' }).click();

    await page.getByRole('radio', { name: 'Only at certain hours' }).check();
    await page.getByRole('textbox', { name: 'From' }).fill('21:30');
    await page.getByRole('checkbox', { name: 'Sun' }).uncheck();
    await page.getByRole('checkbox', { name: 'Pause on metered networks' }).uncheck();
    await page.getByRole('combobox', { name: 'Download speed' }).selectOption('At most 5 MB/s');
    await page.getByRole('combobox', { name: 'Files downloaded from one host' }).selectOption('2');

    const days = [0, 1, 2, 3, 4, 5, 6];
    await expect
      .poll(() => readCalls(page, 'settings.update'))
      .toEqual([
        { downloadHours: { from: '19:00', to: '07:00', days } },
        { downloadHours: { from: '21:30', to: '07:00', days } },
        { downloadHours: { from: '21:30', to: '07:00', days: days.slice(1) } },
        { pauseOnMetered: false },
        { bandwidthLimit: 5_000_000 },
        { parallelPerHost: 2 },
      ]);
  });

  test('pauses, resumes, prefers and cancels one download, or pauses and resumes all', async () => {
    const page = await openDownloads([running, queued('Pine Table', 2, { status: 'paused' })]);
    const more = page.getByRole('button', { name: 'More for Pine Table' });

    await page.getByRole('button', { name: 'Pause Oak Chair' }).click();
    await page.getByRole('button', { name: 'Resume Pine Table' }).click();
    await more.click();
    await page.getByRole('menuitem', { name: 'High priority' }).press('Enter');
    await more.click();
    await page.getByRole('menuitem', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Pause all' }).click();
    await page.getByRole('button', { name: 'Resume all' }).click();

    const ids = ['Pine Table'];
    await expect
      .poll(() => readCalls(page, 'downloads.pause'))
      .toEqual([{ ids: ['running'] }, { ids: null }]);
    await expect.poll(() => readCalls(page, 'downloads.resume')).toEqual([{ ids }, { ids: null }]);
    await expect.poll(() => readCalls(page, 'downloads.cancel')).toEqual([{ ids }]);
    await expect
      .poll(() => readCalls(page, 'downloads.prioritise'))
      .toEqual([{ id: 'Pine Table', priority: 'high' }]);
  });

  test('shows that a button is pressed, or cannot be', async () => {
    const page = await openDownloads([running]);
    const look = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
    const untouched = await look('Pause all');

    await page.getByRole('button', { name: 'Clear finished' }).hover({ force: true });
    expect(await look('Clear finished')).toBe(untouched);
    await page.getByRole('button', { name: 'Pause all' }).hover();
    await expect.poll(() => look('Pause all')).not.toBe(untouched);
    const hovered = await look('Pause all');
    await page.mouse.down();

    await expect.poll(() => look('Pause all')).not.toBe(hovered);
  });

  test('moves a download by keyboard, and keeps the focus', async () => {
    const page = await openDownloads([running, queued('Ash Bench', 1), queued('Pine Table', 2)]);
    await page.getByRole('button', { name: 'More for Pine Table' }).focus();

    for (const key of ['Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+Home', 'Alt+End']) await page.keyboard.press(key);
    const moved = changeTo(queued('Ash Bench', 2), queued('Pine Table', 1));
    await page.evaluate((change) => window.fakeDesktop.emit('downloads.changed', change), moved);

    await expect.poll(() => readTitles(page)).toEqual(['Oak Chair', 'Pine Table', 'Ash Bench']);
    expect(await readCalls(page, 'downloads.move')).toEqual(
      ['earlier', 'later', 'first', 'last'].map((to) => ({ id: 'Pine Table', to })),
    );
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'More for Pine Table',
    );
  });

  test('what runs has no turn to change', async () => {
    const page = await openDownloads([running]);

    await page.getByRole('button', { name: 'Pause Oak Chair' }).press('Alt+ArrowUp');

    expect(await readCalls(page, 'downloads.move')).toEqual([]);
    await page.getByRole('button', { name: 'More for Oak Chair' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Cancel']);
  });

  test('draws a long list as far as wanted', async () => {
    const page = await openDownloads(
      Array.from({ length: 1000 }, (_, index) => queued(`Model ${index}`, index)),
    );
    const rows = page.locator('main li');
    await expect.poll(() => rows.count()).toBe(100);
    const isLaidOut = (index: number) =>
      rows
        .nth(index)
        .locator('a')
        .evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }));
    await expect.poll(() => isLaidOut(0)).toBe(true);
    expect(await isLaidOut(90)).toBe(false);
    await page.getByRole('heading', { name: 'Active 1,000' }).waitFor();

    await page.getByRole('button', { name: 'Show 100 more' }).click();

    await expect.poll(() => rows.count()).toBe(200);
  });
});
