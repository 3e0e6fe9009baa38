import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { usualDesktop } from './site/fake-desktop-state.ts';
import { describePages, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(3);

async function openOwnServer(page: Page) {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Share and manage it' }).click();
  await page.getByRole('heading', { name: 'Server in this app' }).waitFor();
}

describePages('the server in the app', ({ openDesktop }) => {
  test('is shared by one switch, which tells the address in three ways', async () => {
    const { page } = await openDesktop(catalogue);
    await openOwnServer(page);

    await page.getByRole('checkbox', { name: /^Let others/ }).check();

    await page.getByText('http://192.168.1.20:8787', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'QR code of http://192.168.1.20:8787' }).waitFor();
    await page.getByRole('button', { name: 'Copy link for the app' }).click();
    expect(await readCalls(page, 'ownServer.share')).toEqual([{ isShared: true }]);
    expect(await readCalls(page, 'app.copyText')).toEqual([
      { text: 'lodestock://connect?server=http%3A%2F%2F192.168.1.20%3A8787' },
    ]);
  });

  test('has an account first', async () => {
    const { page } = await openDesktop(catalogue, { ownServer: { hasAdmin: false } });
    await openOwnServer(page);

    await page.getByRole('button', { name: 'Create your account' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Let others/ }).isDisabled()).toBe(true);
  });

  test('says why it cannot be shared', async () => {
    const obstacle = 'This computer is not on a network. Connect it to one first.';
    const { page } = await openDesktop(catalogue, { ownServer: { obstacle, addresses: [] } });
    await openOwnServer(page);

    await page.getByText(obstacle).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Let others/ }).isDisabled()).toBe(true);
  });

  test('lets the person choose among the networks of the computer', async () => {
    const addresses = ['192.168.1.20', '100.64.0.7'];
    const { page } = await openDesktop(catalogue, { ownServer: { addresses } });
    await openOwnServer(page);
    await page.getByRole('checkbox', { name: /^Let others/ }).check();

    await page.getByRole('combobox', { name: 'Which address' }).selectOption('100.64.0.7');

    await expect
      .poll(() => readCalls(page, 'settings.update'))
      .toContainEqual({ shareAddress: '100.64.0.7' });
  });

  test('is backed up where and when the person says', async () => {
    const { page } = await openDesktop(catalogue);
    await openOwnServer(page);
    const backUp = page.getByRole('button', { name: 'Back up now' });
    await expect.poll(() => backUp.isDisabled()).toBe(true);
    const backups = page.getByRole('region', { name: 'Backups' });

    await backups.getByRole('button', { name: 'Choose…' }).click();
    await backups.getByRole('combobox', { name: 'How often' }).selectOption('Every day');
    await backUp.click();

    await backups.getByText('/mnt/nas/backups', { exact: true }).waitFor();
    await backups.getByText(/^Last backup: .*, 52 MB\.$/).waitFor();
    expect(await readCalls(page, 'settings.update')).toContainEqual({ backupEvery: 'day' });
  });

  test('asks before it goes back to a backup', async () => {
    const { page } = await openDesktop(catalogue);
    await openOwnServer(page);

    await page.getByRole('button', { name: 'Restore a backup…' }).click();
    expect(await readCalls(page, 'ownServer.restore')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a backup…' }).click();

    await page.getByText('Restored the backup of').waitFor();
  });

  test('tells what takes room, what is wrong, and what was logged', async () => {
    const { page } = await openDesktop(catalogue);
    await openOwnServer(page);

    await page.getByText('Levels made from your models').waitFor();
    await page.getByText('4.2 GB').waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('alert').getByText('chairs/oak/1k/oak.glb is not there.').waitFor();
    await page.getByRole('button', { name: 'Show the last lines' }).click();
    await page.getByRole('region', { name: 'Last lines' }).getByText('INFO  listening').waitFor();
  });

  test('tells in German what is wrong', async () => {
    const { page } = await openDesktop(catalogue);
    await page.evaluate(() => localStorage.setItem('lodestock.language', 'de'));
    await page.goto('/index.html#/server');
    await page.reload();

    await page.getByRole('button', { name: 'Jetzt prüfen' }).click();

    const found = page.getByRole('alert');
    await found.getByText('2 Probleme gefunden').waitFor();
    await found.getByText('chairs/oak/1k/oak.glb ist nicht da. Die Datei zurücklegen').waitFor();
    await found.getByText('Konto 7 hat 2-mal für 0f3a bezahlt.').waitFor();
    await found.getByText('1.840 Zeilen im Kontobuch').waitFor();
    expect(await readCalls(page, 'app.speak')).toContainEqual({ language: 'de' });
  });

  test('does not run while the app uses another', async () => {
    const server = { ...usualDesktop.server, kind: 'remote', url: 'http://models.studio.lan:8787' };
    const { page } = await openDesktop(catalogue, { server });
    await page.goto('/index.html#/server');

    await page.getByText('Lodestock uses another server').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Let others/ }).count()).toBe(0);
  });
});
