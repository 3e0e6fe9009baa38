import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { changeTo, makeJob } from './sample-job.ts';
import { sampleLibrary } from './sample-library.ts';
import { findViolations } from './site/axe.ts';
import { makeCatalogue, makeDetails } from './site/catalogue.ts';
import { signedOut, usualDesktop } from './site/fake-desktop-state.ts';
import { describePages, expectHeading, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(500);
const model = catalogue[1];
const offline = {
  ...usualDesktop.server,
  kind: 'remote',
  url: 'https://models.example.org',
  status: 'offline',
  message: 'models.example.org is not responding. Check the connection.',
};

const emit = (page: Page, name: string, payload: unknown) =>
  page.evaluate(([event, value]) => window.fakeDesktop.emit(String(event), value), [name, payload] as const);

async function openModel(page: Page): Promise<void> {
  await page.goto(`/index.html#/model/${model?.guid}`);
  await expectHeading(page, model?.title ?? '');
}

describePages('the desktop’s window', ({ openDesktop }) => {
  test('keeps the long name of a server in its place', async () => {
    const server = { ...offline, url: 'http://models-of-the-whole-studio.example.lan' };
    const { page } = await openDesktop(catalogue, { server });

    const chip = page.getByRole('button', { name: /models-of-the-whole-studio.*offline/ });

    expect(await chip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('asks for exactly the chosen file', async () => {
    const { page } = await openDesktop(catalogue);
    await openModel(page);
    const file = model && makeDetails(model).topologies.find(({ lod }) => lod === '10k')?.files;
    const wanted = file?.find(({ format }) => format === 'glb');

    await page.getByRole('button', { name: /^Unlock for \$1\.00 and download 10k GLB/ }).click();

    await expect
      .poll(() => readCalls(page, 'downloads.add'))
      .toEqual([
        {
          guid: model?.guid,
          title: model?.title,
          format: 'glb',
          lod: '10k',
          variant: null,
          relativePath: wanted?.relativePath,
          version: model?.version,
          sha256: wanted?.sha256,
          sizeBytes: (wanted?.sizeBytes ?? 0) + (wanted?.supportBytes ?? 0),
          maxPriceUsd: 1,
        },
      ]);
    await page.getByRole('progressbar').waitFor();
  });

  test('tells of a model that is looked at for a moment', async () => {
    const { page } = await openDesktop(catalogue, {}, {});
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await openModel(page);
    await page.clock.runFor(1000);
    await page.getByRole('button', { name: 'Back' }).first().click();
    await page.clock.runFor(5000);
    const passing = await readCalls(page, 'ahead.look');
    await openModel(page);
    await page.getByRole('table', { name: 'Files by topology and format' }).waitFor();
    const file = model && makeDetails(model).topologies.find(({ lod }) => lod === '1k')?.files;
    const wanted = file?.find(({ format }) => format === 'glb');

    const { relativePath, sizeBytes, sha256 } = wanted ?? {};
    await expect
      .poll(async () => {
        await page.clock.runFor(1500); // again where the page had not begun to count
        return readCalls(page, 'ahead.look');
      })
      .toEqual([{ guid: model?.guid, relativePath, sizeBytes, sha256 }]);
    expect(passing).toEqual([]);
  });

  test('has room for the German names of its places', async () => {
    const { page } = await openDesktop(catalogue, {}, { locale: 'de' });
    const places = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
    await places.first().waitFor();

    const cut = await places.evaluateAll((links) =>
      links
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((link) => link.textContent),
    );

    expect(cut).toEqual([]);
  });

  test.each(['Downloads', 'Favourites'])('leads from empty %s to the models', async (place) => {
    const { page } = await openDesktop(catalogue);
    await page.getByRole('link', { name: place }).click();

    await page.getByRole('main').getByRole('link', { name: 'Browse models' }).click();

    await expectHeading(page, '500 models');
  });

  test('shows how a download comes and where it went', async () => {
    const { page } = await openDesktop(catalogue);
    const job = makeJob({ guid: model?.guid ?? '' });
    await page.getByRole('link', { name: 'Downloads' }).click();

    await emit(page, 'downloads.changed', changeTo(job));
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    const half = [await bar.getAttribute('aria-valuenow'), await page.locator('main').innerText()];
    await emit(page, 'downloads.changed', changeTo({ ...job, status: 'done', receivedBytes: 2_400_000 }));
    await page.getByRole('button', { name: 'Show in folder: Oak Chair' }).click();

    expect(half[0]).toBe('50');
    expect(half[1]).toContain('1.2 MB of 2.4 MB · 60 KB/s · 20 s left');
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toContain('Downloaded: Oak Chair, 10k FBX');
    await expect
      .poll(() => readCalls(page, 'library.reveal'))
      .toEqual([{ guid: job.guid, relativePath: job.relativePath }]);
  });

  test('says why a download failed, and retries it where that can help', async () => {
    const message = 'The disk “Models” is full. Free 2 GB, then retry.';
    const error = { code: 'INSUFFICIENT_STORAGE', message, canRetry: true };
    const gone = { code: 'FILE_NOT_FOUND', message: 'The file is gone.', canRetry: false };
    const downloads = [
      makeJob({ status: 'failed', error }),
      makeJob({ id: 'gone', title: 'Pine Table', status: 'failed', error: gone }),
    ];
    const { page } = await openDesktop(catalogue, { downloads });
    await page.getByRole('link', { name: 'Downloads' }).click();
    await page.getByText('The file is gone.').waitFor();
    expect(await page.getByRole('button', { name: 'Retry Pine Table' }).count()).toBe(0);

    await page.getByText(message).waitFor();
    const row = page.locator('main li').filter({ hasText: message });
    await row.getByRole('button', { name: 'Copy details' }).click();
    await row.getByRole('button', { name: 'Retry Oak Chair' }).click();

    const text = `INSUFFICIENT_STORAGE: ${message}\nModel: g-1\nFile: 10k fbx 10k/oak-chair.fbx`;
    await expect.poll(() => readCalls(page, 'app.copyText')).toEqual([{ text }]);
    await expect.poll(() => readCalls(page, 'downloads.retry')).toEqual([{ id: 'job-1' }]);
  });

  test('tells at the file itself why it failed', async () => {
    const file = model && makeDetails(model).topologies[0]?.files[0];
    const error = { code: 'CORRUPT_FILE', message: 'The file arrived damaged twice.', canRetry: true };
    const failed = makeJob({ ...file, id: 'damaged', status: 'failed', error, variant: null });
    const { page } = await openDesktop(catalogue, { downloads: [failed] });
    await openModel(page);
    await page.locator('[data-cell="1k fbx"]').focus();

    const alert = page.getByRole('alert');
    await alert.getByText('The file arrived damaged twice.').waitFor();
    await alert.getByRole('button', { name: 'Retry' }).click();

    await expect.poll(() => readCalls(page, 'downloads.retry')).toEqual([{ id: 'damaged' }]);
  });

  test('shows the code of a sign-in, cancels it, and closes once it is approved', async () => {
    const { page } = await openDesktop(catalogue, { session: signedOut });

    await page.getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByText('KXTM-2345').waitFor();
    const text = await dialog.innerText();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    expect(text).toMatch(/expires in 9 min/);
    await expect.poll(() => readCalls(page, 'session.cancelSignIn')).toHaveLength(1);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor();
    await emit(page, 'session.changed', usualDesktop.session);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByText('Ada Artist').waitFor();
    await page.getByText('$42.50').waitFor();
  });

  test('keeps the library usable without a server', async () => {
    const { site, page } = await openDesktop(catalogue, { server: offline, library: sampleLibrary });
    site.mode = 'fails';
    await page.reload();
    const panel = page.getByRole('alert');
    await panel.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
    const text = await panel.innerText();

    await panel.getByRole('button', { name: 'Open the library' }).click();
    await page.getByRole('searchbox', { name: 'Filter the library' }).fill('oak fbx');
    await page.getByRole('gridcell').filter({ hasText: 'Oak Chair' }).click();
    await page.getByRole('button', { name: 'oak-chair.fbx', exact: true }).click();

    expect(text).toContain('models.example.org is not responding. Check the connection.');
    await page.getByRole('link', { name: 'Brick Tower' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => readCalls(page, 'library.reveal'))
      .toEqual([{ guid: 'g-1', relativePath: '10k/oak-chair.fbx' }]);
  });

  test('says which files of the library are missing', async () => {
    const { page } = await openDesktop(catalogue, { library: sampleLibrary });
    await page.getByRole('link', { name: 'Library' }).click();
    await expectHeading(page, 'Library');

    const main = page.getByRole('main');
    await main.getByRole('gridcell').filter({ hasText: 'Brick Tower' }).click();

    await main.getByText('1 file missing').first().waitFor();
    await main.getByText('Its record cannot be read. Download the model again.').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'brick-tower.glb' }).isDisabled()).toBe(true);
  });

  test('shows publishers what is on its way', async () => {
    const chair = {
      ...{ relativePath: 'Chair/chair.glb', sizeBytes: 2_000_000, sentBytes: 500_000, state: 'sending' },
      ...{ uploadId: 'upload-1', error: null },
    };
    const session = { ...usualDesktop.session, scopes: ['models:publish'] };
    const { page } = await openDesktop(catalogue, { session, outbox: [chair] });

    await page.getByRole('link', { name: 'Downloads' }).click();
    await page.getByText('0 of 1 files uploaded, 500 KB of 2 MB').waitFor();
    await page.getByRole('link', { name: 'Go to Publish' }).click();
    await page.getByText('25 %').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await emit(page, 'outbox.changed', {
      files: [{ ...chair, sentBytes: 2_000_000, state: 'done' }],
      wishes: [],
    });
    await page.getByRole('button', { name: 'Remove Chair/chair.glb' }).click();

    expect(await readCalls(page, 'outbox.remove')).toEqual([{ relativePaths: ['Chair/chair.glb'] }]);
  });

  test('hides publishing from people who may not', async () => {
    const { page } = await openDesktop(catalogue);

    await page.getByRole('link', { name: 'Downloads' }).waitFor();

    expect(await page.getByRole('link', { name: 'Publish' }).count()).toBe(0);
  });
});
