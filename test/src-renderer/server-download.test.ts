import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { simpleModel } from '../helpers/library-folder.ts';
import { describeServerPages } from './site/server-pages.ts';

const guid = 'chair';
const unlocks = 'Unlock for $1.00 and download 10k OBJ with textures';

async function save(page: Page, button: string | RegExp): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await download.path());
}

/** Presses D the moment that the download's button is there, and gives what has the focus some frames later. */
const focusWithFirstFrame = (page: Page) =>
  page.evaluate(async () => {
    const isThere = () =>
      [...document.querySelectorAll('button')].some(({ textContent }) =>
        textContent?.startsWith('Download 1k OBJ with textures'),
      );
    const there = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => isThere() && there.resolve());
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    if (isThere()) there.resolve();
    await there.promise;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return document.activeElement?.textContent;
  });

describeServerPages('downloads of the pages on a real server', ({ share }) => {
  const openShared = share({ files: simpleModel('Chair', { guid }) });
  /** A person who is new here and has spent so much elsewhere, before the files of the model. */
  async function openModel(spentUsd = 0) {
    const opened = await openShared({ who: 'member' });
    const { server, page, admin, person } = opened;
    const debit = { accountId: person.user.id, amountUsd: spentUsd, reason: 'Spent elsewhere' };
    if (spentUsd > 0) await server.call('adminTake', debit, admin);
    await page.goto(`/model/${guid}`);
    const readBalance = async () => (await server.call('balance', {}, person)).body.balanceUsd;
    return { ...opened, readBalance };
  }

  test('finds a model and downloads it with ten keys', async () => {
    const { page } = await openModel();
    await page.goto('/');
    await page.getByRole('link', { name: /Chair/ }).or(page.getByText('Chair')).first().waitFor();
    const press = async (keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };

    await press(['/', ...'chair']);
    await page.waitForURL('**/?q=chair');
    await page.getByText('1 match for “chair”').first().waitFor();
    const focused = focusWithFirstFrame(page);
    await press(['Enter']);
    // A list that is being read again takes the focus once it is there.
    await page.locator('[data-index="0"]:focus').waitFor();
    await press(['Enter']);
    await page.waitForURL('**/model/**');
    await page.getByRole('button', { name: /^Download 1k OBJ with textures/ }).waitFor();
    expect(await focused).toMatch(/^Download 1k OBJ with textures/);
    const download = page.waitForEvent('download');
    await press(['d', 'Enter']);

    expect((await download).suggestedFilename()).toBe('chair-1k-obj.zip');
  });

  test('saves the exact file and shows it unlocked', async () => {
    const { page, readBalance } = await openModel();

    const saved = await save(page, unlocks);
    await page.getByText('Unlocked', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'How much to download' }).selectOption('File only');
    const alone = await save(page, /^Download 10k OBJ, /);

    expect(['wood.png', 'thing.obj', 'thing.mtl'].filter((name) => !saved.includes(name))).toEqual([]);
    expect(alone.toString()).toBe(String(simpleModel('Chair')['Chair/10k/thing.obj']));
    expect(await readBalance()).toBe(99);
    await expect.poll(() => page.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
  });

  test('lets a file that costs nothing more be dragged out', async () => {
    const { server, page } = await openModel();
    const readDragged = (name: string | RegExp) =>
      page.getByRole('button', { name }).evaluate((button) => {
        const dataTransfer = new DataTransfer();
        button.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
        return [button.getAttribute('draggable'), dataTransfer.getData('DownloadURL')];
      });
    const before = await readDragged(unlocks);
    await save(page, unlocks);
    await page.getByText('Unlocked', { exact: true }).waitFor();

    const [isDraggable, dragged] = await readDragged(/^Download 10k OBJ with textures/);

    expect(before[0]).toBe('false');
    const address = `${server.baseUrl}/download/${guid}/complete?`;
    expect(isDraggable).toBe('true');
    expect(dragged).toContain(`application/octet-stream:thing.obj.zip:${address}`);
  });

  test('charges once for textures and the whole', async () => {
    const { page, readBalance } = await openModel();
    const way = page.getByRole('combobox', { name: 'How much to download' });
    await way.selectOption('Textures only');

    const textures = await save(page, /^Unlock for \$1\.00 and download 10k textures/);
    await page.getByText('Unlocked', { exact: true }).waitFor();
    await way.selectOption('With textures');
    const everything = await save(page, /^Download 10k OBJ with textures/);

    expect(textures.includes('wood.png') && !textures.includes('thing.obj')).toBe(true);
    expect(['wood.png', 'thing.obj', 'thing.mtl'].filter((name) => !everything.includes(name))).toEqual([]);
    expect(await readBalance()).toBe(99);
  });

  test('asks before a foreign link charges', async () => {
    const { server, page, readBalance } = await openModel();

    await page.goto(`${server.baseUrl}/download/${guid}/all?ext=obj&lod=10k&relativePath=10k%2Fthing.obj`);
    await page.getByRole('button', { name: unlocks }).waitFor();

    expect(await page.locator('[aria-current="true"][data-cell]').getAttribute('data-cell')).toBe('10k obj');
    expect(await readBalance()).toBe(100);
  });

  test('offers nothing that the balance cannot pay', async () => {
    const { page } = await openModel(99.5);

    const cell = page.getByRole('button', { name: 'Unlock for $1.00: 10k OBJ with textures' });
    await expect.poll(() => cell.isDisabled()).toBe(true);
    await cell.focus();
    await page.keyboard.press('Enter');

    await page.getByText('Unlocking costs $1.00; your balance is $0.50').waitFor();
  });

  test('tells a refusal on the page and retries', async () => {
    const { page, readBalance } = await openModel();
    const outage = { ok: false, code: 'FILE_HOST_UNAVAILABLE', message: 'Its host sleeps.', requestId: 'r' };
    await page.route('**/download/**', (route) => route.fulfill({ status: 502, json: outage }));

    await page.getByRole('button', { name: unlocks }).click();
    await page.getByText('Its host sleeps.').waitFor();
    const kept = new URL(page.url()).pathname;
    await page.unroute('**/download/**');
    const saved = await save(page, 'Retry');

    expect([kept, saved.length > 0]).toEqual([`/model/${guid}`, true]);
    expect(await readBalance()).toBe(99);
  });

  test('charges no higher price than the page named', async () => {
    const { server, page, library, readBalance } = await openModel();
    const button = page.getByRole('button', { name: unlocks });
    await button.waitFor();
    library?.write({ 'Chair/product.json': JSON.stringify({ guid, title: 'Chair', priceUsd: 9 }) });
    await server.scan();

    await button.click();
    await page.getByText('now costs $9.00').waitFor();

    await page.getByRole('button', { name: 'Unlock for $9.00 and download 10k OBJ' }).waitFor();
    expect(await readBalance()).toBe(100);
  });
});
