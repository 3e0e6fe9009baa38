import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findViolationsInBoth } from './site/axe.ts';
import { expectHeading } from './site/pages.ts';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('the account on a real server', ({ share }) => {
  const openShared = share();
  test('shows a new key once and forgets it', async () => {
    const { server, page } = await openShared({ at: '/account/keys', who: 'member' });

    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Scene builder');
    await page.getByLabel('Spending cap in US dollars').fill('$12.50');
    await page.getByLabel('Expires after').fill('2999-01-31');
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = await page
      .getByRole('dialog')
      .getByText(/^.*lsk_/)
      .innerText();
    const key = /lsk_[\w-]+/.exec(shown)?.[0] ?? '';
    const heapBefore = await readHeap(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const row = await page.getByRole('table', { name: 'API keys' }).innerText();

    const known = await server.call('account', {}, { token: key });
    expect(known.status).toBe(200);
    for (const part of ['Scene builder', 'asks first', 'Jan 31, 2999', '$12.50']) expect(row).toContain(part);
    expect(heapBefore.includes(key)).toBe(true);
    await expect.poll(async () => (await readHeap(page)).includes(key)).toBe(false);
  });

  test('makes no key with a cap that is no amount', async () => {
    const { server, page, person } = await openShared({ at: '/account/keys', who: 'member' });
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Scene builder');

    await page.getByLabel('Spending cap in US dollars').fill('about ten');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter dollars and whole cents, such as 12.50').waitFor();

    const keys = await server.call('apiKeys', {}, person);
    expect(keys.body.apiKeys).toEqual([]);
  });

  test('revokes a key by the keyboard alone', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    const made = await server.call('createApiKey', { name: 'Old script' }, person);
    await page.goto('/account/keys');

    await page.getByRole('button', { name: 'Revoke Old script' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Revoke “Old script”?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('None yet. Create one for an agent').waitFor();

    const refused = await server.call('account', {}, { token: made.body.apiKey });
    expect(refused.status).toBe(401);
  });

  test('tells removed models from those still there', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    server.db
      .prepare("INSERT INTO unlock (account_id, guid, title, at) VALUES (?, 'gone', 'Lost Lamp', ?)")
      .run(person.user.id, new Date().toISOString());

    await page.goto('/account');
    await page.getByText('removed from the catalogue').waitFor();

    await expect.poll(() => page.getByText('Lost Lamp').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Lost Lamp' }).count()).toBe(0);
  });

  test('changes the password and ends other sign-ins', async () => {
    const { server, page, person } = await openShared({ at: '/account/settings', who: 'member' });

    await page.getByLabel('Current password').fill('not this one');
    await page.getByLabel('New password').fill('another good secret');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed. One other sign-in ended.').waitFor();

    const old = await server.call('account', {}, person);
    const anew = await server.call('login', { email: person.email, password: 'another good secret' });
    expect([old.status, anew.status]).toEqual([401, 200]);
  });

  test('goes through a long ledger page by page', async () => {
    const { server, page, admin, person } = await openShared({ who: 'member' });
    const accountId = person.user.id;
    for (let cents = 1; cents <= 25; cents += 1)
      await server.call('adminGrant', { accountId, amountUsd: cents / 100, reason: `Gift ${cents}` }, admin);
    await page.goto('/account/transactions');
    const pages = page.getByRole('navigation', { name: 'Pages: Transactions' });

    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('11–20 of 26').waitFor();
    await page.getByRole('cell', { name: 'Gift 15', exact: true }).waitFor();
    await pages.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('cell', { name: 'Welcome credit' }).waitFor();

    await expect.poll(() => pages.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  });

  test('says why a list is missing and retries', async () => {
    const { page } = await openShared({ who: 'member' });
    const outage = { ok: false, code: 'UNAVAILABLE', message: 'The books are closed.', requestId: 'r' };
    await page.route('**/api/account/transactions*', (route) => route.fulfill({ status: 503, json: outage }));
    await page.goto('/account/transactions');
    await page.getByText('The books are closed.').waitFor();

    await page.unroute('**/api/account/transactions*');
    await page.getByRole('button', { name: 'Retry' }).click();

    await page.getByRole('cell', { name: 'Welcome credit' }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  test('has no fault that axe finds', async () => {
    const { server, page, person } = await openShared({ who: 'member' });
    await server.call('createApiKey', { name: 'Scene builder' }, person);
    await page.goto('/account/keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('dialog').waitFor();
    const inDialog = await findViolationsInBoth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'API keys' }).waitFor();

    expect([...inDialog, ...(await findViolationsInBoth(page))]).toEqual([]);
  });

  test('lets a person in by invitation only', async () => {
    const { server, page, admin } = await openShared({ who: null });
    await server.call('adminSetRegistration', { registration: 'invite' }, admin);
    const invited = await server.call('adminInvite', {}, admin);
    await page.goto('/sign-in?next=/account');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Bo Builder');
    await page.getByLabel('E-mail').fill('bo@example.org');
    await page.getByLabel('Password').fill('correct horse battery');

    await page.getByLabel('Invitation code').fill('WRONG-CODE');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('This invitation code is wrong, already used or expired.').waitFor();
    await page.getByLabel('Invitation code').fill(invited.body.inviteCode);
    await page.getByRole('button', { name: 'Create account' }).click();

    await expectHeading(page, 'Bo Builder');
  });

  test('offers no new account where none is taken', async () => {
    const { server, page, admin } = await openShared({ who: null });
    await server.call('adminSetRegistration', { registration: 'closed' }, admin);

    await page.goto('/sign-in');
    await page.getByText('This server is not accepting new accounts.').waitFor();

    expect(await page.getByRole('button', { name: 'Create an account' }).count()).toBe(0);
  });
});

/** Every string that the page's scripts still hold, after what nothing holds is collected. */
async function readHeap(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}
