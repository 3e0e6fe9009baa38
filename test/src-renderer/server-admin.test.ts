import { expect, test } from 'vitest';
import { registerPerson, type TestServer } from '../helpers/test-server.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { expectHeading } from './site/pages.ts';
import { describeServerPages } from './site/server-pages.ts';

const parts = [
  '',
  '/models',
  '/library',
  '/publishing',
  '/problems',
  '/duplicates',
  '/people',
  '/invitations',
  '/server',
  '/hosts',
  '/sources',
  '/plugins',
  '/synonyms',
  '/log',
].map((part) => `/admin${part}`);

// Its header promises 5,000 bytes.
const cut = Buffer.from('glTF\x02\0\0\0\x88\x13\0\0', 'latin1');

/** Lists these problems, each with the place in the library. */
function listProblems(
  { db }: TestServer,
  problems: readonly (readonly [path: string, kind: string, reason: string])[],
) {
  const add = db.prepare('INSERT INTO problem (path, kind, reason, found_at, scope) VALUES (?, ?, ?, ?, ?)');
  db.exec('DELETE FROM problem');
  db.transaction(() => {
    for (const [path, kind, reason] of problems)
      add.run(path, kind, reason, '2026-01-01T00:00:00Z', `library/${path.split('/')[0]}`);
  })();
}

describeServerPages('the admin on a real server', ({ share }) => {
  const openAdmin = share({ files: { 'tyre/1k/tyre.glb': cut } });

  test.each([
    { pages: parts.slice(0, 4) },
    { pages: parts.slice(4, 9) },
    { pages: [...parts.slice(9), '/admin/people/own', '/approve'] },
  ])('has no fault that axe finds on $pages', async ({ pages }) => {
    const { server, page, admin } = await openAdmin();
    await server.call('adminInvite', { note: 'Bo' }, admin);
    const found: unknown[] = [];

    for (const part of pages) {
      await page.goto(part.replace('/own', `/${admin.user.id}`));
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      found.push(...(await findViolationsInBoth(page)).map((violation) => `${part}, ${violation}`));
    }

    expect(found).toEqual([]);
  });

  test('has five tabs, and opens the section of an old address', async () => {
    const { page } = await openAdmin({ at: '/admin/plugins' });
    const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
    const sections = page.getByRole('navigation', { name: 'Server' });
    await sections.getByText('Plugins', { exact: true }).and(page.locator('[aria-current=page]')).waitFor();

    await sections.getByRole('link', { name: 'Audit log' }).press('Enter');
    await page.waitForURL('**/admin/log');
    await page.getByRole('heading', { level: 2, name: 'Audit log' }).waitFor();

    expect(await tabs.allInnerTexts()).toEqual(['Overview', 'Models', 'Library', 'People', 'Server']);
    await expect.poll(() => page.locator('nav[aria-label=Admin] [aria-current]').innerText()).toBe('Server');
  });

  test('takes no more credit than there is', async () => {
    const { server, page } = await openAdmin();
    const person = await registerPerson(server);
    await page.goto(`/admin/people/${person.user.id}`);
    await page.getByRole('button', { name: 'Debit balance' }).click();
    await page.getByLabel('US dollars').fill('101');
    await page.getByLabel('Reason').fill('Mistake');

    await page.getByRole('button', { name: 'Debit', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();

    expect((await server.call('balance', {}, person)).body.balanceUsd).toBe(100);
  });

  test('disables an account at once, after a question', async () => {
    const { server, page } = await openAdmin();
    const person = await registerPerson(server);
    await page.goto(`/admin/people/${person.user.id}`);

    await page.getByRole('button', { name: 'Disable' }).click();
    const before = await server.call('account', {}, { token: person.token });
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();

    const after = await server.call('account', {}, { token: person.token });
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  test('never shuts the admin out by itself', async () => {
    const { page, admin } = await openAdmin();

    await page.goto(`/admin/people/${admin.user.id}`);
    await page.getByRole('button', { name: 'Disable' }).waitFor();

    await expect.poll(() => page.getByRole('button', { name: 'Disable' }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Make a member' }).isDisabled()).toBe(true);
  });

  test('shows nothing of it to members', async () => {
    const { page } = await openAdmin({ who: 'member' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    await page.goto('/admin/people');
    await page.getByRole('heading', { name: 'Only admins can see this page' }).waitFor();

    expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  });

  test('shows an invitation once, good for its person', async () => {
    const { server, page, admin } = await openAdmin({ at: '/admin/invitations' });
    await server.call('adminSetRegistration', { registration: 'invite' }, admin);

    await page.getByRole('button', { name: 'New invitation' }).click();
    await page.getByLabel('For whom').fill('Bo, lighting');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const code = await page
      .getByRole('dialog', { name: 'The new invitation' })
      .getByText(/^[A-Z0-9]{4}-/)
      .innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'Bo, lighting' }).waitFor();

    const bo = { name: 'Bo', email: 'bo@example.org', password: 'correct horse battery' };
    const refused = await server.call('register', bo);
    const joined = await server.call('register', { ...bo, inviteCode: code });
    await server.call('adminSetRegistration', { registration: 'open' }, admin);
    expect([refused.status, joined.status]).toEqual([403, 201]);
    expect(await page.content()).not.toContain(code);
  });

  test('says in German what the scan found', async () => {
    const { page } = await openAdmin({ at: '/admin/problems', browser: { locale: 'de-DE' } });

    await page
      .getByText('tyre.glb ist abgeschnitten: Ihr Kopf nennt 5.000 Bytes, und die Datei hat 12.')
      .waitFor();
    await page.getByText('Erneut exportieren.').waitFor();
  });

  test('lists problems of one kind, with advice', async () => {
    const { server, page } = await openAdmin();
    const problems = Array.from({ length: 120 }, (_, index) => index).map(
      (index) =>
        [
          `chair-${index}`,
          index % 40 === 0 ? 'duplicate' : 'broken',
          `Cut short after ${index} bytes.`,
        ] as const,
    );
    listProblems(server, problems);
    await page.goto('/admin/problems');
    await page.getByText('1–50 of 120').waitFor();

    await page.getByRole('combobox', { name: 'Kind of problem' }).selectOption('duplicate');
    await page.getByText('Give one of the two models a different guid.').first().waitFor();

    await expect.poll(() => page.getByRole('row').count()).toBe(4);
  });

  test('shows many files of one kind as one row, and passes over it', async () => {
    const { server, page } = await openAdmin();
    const parts = Array.from({ length: 136 }, (_, index) => `cad/${index}/part.step`);
    listProblems(
      server,
      parts.map((path) => [path, 'left-out', 'It is not read.'] as const),
    );
    await page.goto('/admin/problems');
    await page.getByText('136 STEP files', { exact: true }).waitFor();

    await page.getByText('Show all 136').click();
    await page.getByText('135/part.step').waitFor();
    await page.getByRole('button', { name: 'Pass over 136 STEP files' }).click();
    await page.getByText('None. Everything that was found is published.').waitFor();

    await page.getByRole('checkbox', { name: 'Passed over' }).check();
    await page.getByRole('button', { name: 'List 136 STEP files again' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  test('cuts nothing off on a phone with text of twice the size', async () => {
    const { server, page } = await openAdmin();
    listProblems(server, [['spaceship_speeder_final', 'broken', 'Cut short.']]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/problems');
    await page.getByText('Cut short.').waitFor();

    const beyond = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const edge = document.querySelector('table')?.getBoundingClientRect().right ?? 0;
      return [...document.querySelectorAll('td > *')]
        .filter((part) => part.getBoundingClientRect().right > edge)
        .map(({ textContent }) => textContent);
    });

    expect(beyond).toEqual([]);
  });

  test('leads from a typed code to the request', async () => {
    const { server, page } = await openAdmin({ at: '/approve' });
    const { body } = await server.call('startSignIn', {
      appSlug: 'lodestock-max',
      appName: 'Lodestock for 3ds Max',
      appVersion: '1.2.0',
      pluginFamily: '3dsmax',
      deviceName: 'STUDIO-07',
      requestedScopes: ['account:read'],
    });

    await page.getByLabel('Code').fill('WRNG-CDXX');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Request not found' }).waitFor();
    await page.getByRole('link', { name: 'Enter the code' }).click();
    await page.getByLabel('Code').fill(body.userCode.toLowerCase().replace('-', ' '));
    await page.getByLabel('Code').press('Enter');
    await expectHeading(page, 'Allow Lodestock for 3ds Max to use your account?');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();

    const { sessionId, pollToken } = body;
    const answer = await server.call('pollSignIn', { sessionId, pollToken });
    expect(answer.body.status).toBe('approved');
  });

  test('finds one account among thousands and grants credit', async () => {
    const { server, page } = await openAdmin();
    const add = server.db.prepare(
      "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, ?, '', 'member', ?)",
    );
    server.db.transaction(() => {
      for (let index = 0; index < 3000; index += 1)
        add.run(`a${index}`, `p${index}@example.org`, `Person ${index}`, '2026-01-01T00:00:00Z');
    })();
    await page.goto('/admin/people');
    await page.getByText(/^1–50 of 3,0\d\d$/).waitFor();

    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('p2718@');
    await page.getByRole('link', { name: 'Person 2718' }).click();
    await page.getByRole('button', { name: 'Add credit' }).click();
    await page.getByLabel('US dollars').fill('7.25');
    await page.getByLabel('Reason').fill('Lighting workshop');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('cell', { name: 'Lighting workshop' }).waitFor();

    await expect.poll(() => page.locator('main').innerText()).toContain('$7.25');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
