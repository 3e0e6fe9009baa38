import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { goodPassword, setupCode } from './site/answer-account.ts';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(200);
const question = 'Allow Lodestock for 3ds Max to use your account?';

async function signIn(page: Page, password = goodPassword): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const changes = (requests: readonly string[]) =>
  requests.filter((request) => request.startsWith('POST') && request.includes('/apps/auth/'));

describePages('sign-in and approval', ({ openWeb }) => {
  test('fills in the code of an invitation', async () => {
    const { site, page } = await openWeb(catalogue);

    await page.goto('/sign-in#invite=ABCD-2345');

    await expectHeading(page, 'Create an account');
    expect(await page.getByLabel('Invitation code').inputValue()).toBe('ABCD-2345');
    const toApp = await page.getByRole('link', { name: 'Connect it to this server' }).getAttribute('href');
    expect(toApp).toBe(
      `lodestock://connect?${new URLSearchParams({ server: new URL(site.url).origin, invite: 'ABCD-2345' })}`,
    );
    expect(site.requests.join()).not.toContain('ABCD-2345');
  });

  test('wants a sign-in before it shows a request', async () => {
    const { site, page } = await openWeb(catalogue);

    await page.goto('/approve/known');
    await expectHeading(page, 'Sign in');
    const before = await page.locator('main').innerText();
    await signIn(page);
    await expectHeading(page, question);

    expect(before).not.toContain('KXTM-2345');
    expect(changes(site.requests)).toEqual([]);
  });

  test('shows code, device and permissions, and approves nothing itself', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;

    await page.goto('/approve/known');
    await expectHeading(page, question);
    const text = await page.locator('main').innerText();

    for (const part of ['KXTM-2345', 'STUDIO-07', '192.168.4.17', 'Lodestock for 3ds Max 1.2.0'])
      expect(text).toContain(part);
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(4);
    expect([changes(site.requests), site.account.request.status]).toEqual([[], 'pending']);
  });

  test('does not grant a permission that is unticked', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/approve/known');

    await page.getByRole('checkbox', { name: /^Download files/ }).uncheck();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();

    expect(site.account.approvedScopes).toEqual(['account:read', 'balance:read', 'scene:import']);
  });

  test('cannot approve without any permission', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/approve/known');
    await expectHeading(page, question);

    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();

    await expect.poll(() => page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  });

  test('wants the code typed where the app is elsewhere', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    site.account.request = { ...site.account.request, isElsewhere: true, userCode: '' };
    await page.goto('/approve/known');

    await page.getByText('comes from another address (192.168.4.17)').waitFor();
    const isBlocked = await page.getByRole('button', { name: 'Approve' }).isDisabled();
    await page.getByLabel('Code that Lodestock for 3ds Max shows you').fill('KXTM-2345');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();

    expect([isBlocked, site.account.typedCode]).toEqual([true, 'KXTM-2345']);
  });

  test('offers nothing to press once a request expired', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    site.account.request = { ...site.account.request, status: 'expired' };

    await page.goto('/approve/known');
    await page.getByRole('heading', { name: 'This request has expired' }).waitFor();

    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });

  test('opens a dialog in its first field and gives the focus back', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/account/keys');
    const opener = page.getByRole('button', { name: 'New API key' });
    await opener.focus();

    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByLabel('Name');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');

    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  // Which addresses lead away, the tests of next-path.ts tell.
  test('stays on this site instead of following an address elsewhere', async () => {
    const { site, page } = await openWeb(catalogue);
    const left: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !url.startsWith('data:')) left.push(url);
    });
    await page.goto(`/sign-in?${new URLSearchParams({ next: '/a/..//evil.example' })}`);

    await signIn(page);
    await expectHeading(page, '200 models');

    expect([new URL(page.url()).origin, left]).toEqual([site.url, []]);
  });

  test('says beside the field what is missing', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/sign-in');
    const email = page.getByLabel('E-mail');

    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.getByText('Fill in this field.').first().waitFor();
    const focused = await email.evaluate((field) => field === document.activeElement);
    await email.fill('ada');
    await email.press('Enter');

    await page.getByText('Enter an e-mail address').waitFor();
    expect(focused).toBe(true);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
  });

  test('explains a wrong password and keeps the person', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/sign-in');

    await signIn(page, 'wrong password');

    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toContain('E-mail address or password is wrong.');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');
  });

  test('fills in the code of the address that a new server prints', async () => {
    const { site, page } = await openWeb(catalogue);

    await page.goto(`/sign-in#setup=${setupCode}`);

    await expectHeading(page, 'Create an account');
    expect(await page.getByLabel('Setup code').inputValue()).toBe(setupCode);
    expect(site.requests.join()).not.toContain(setupCode);
  });

  test('asks for the set-up code of a new server', async () => {
    const { page } = await openWeb(catalogue);
    await page.goto('/sign-in?next=/account');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada Artist');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill(goodPassword);

    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Setup code').fill(setupCode);
    await page.getByRole('button', { name: 'Create account' }).click();

    await expectHeading(page, 'Ada Artist');
    await expect.poll(() => page.locator('main').innerText()).toContain('$42.50');
  });

  test('opens the account’s menu by keys, and Escape gives the focus back', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/favourites');
    const button = page.getByRole('banner').getByRole('button', { name: 'Ada Artist' });

    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await button.and(page.locator(':focus')).waitFor();
    await button.click();
    await button.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Projects' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await page.waitForURL('**/account/keys');
  });

  test('signs out and asks to sign in again', async () => {
    const { site, page } = await openWeb(catalogue);
    site.account.isSignedIn = true;
    await page.goto('/account');

    await page.getByRole('banner').getByRole('button', { name: 'Ada Artist' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await expectHeading(page, 'Sign in');
    expect(site.account.isSignedIn).toBe(false);
  });
});
