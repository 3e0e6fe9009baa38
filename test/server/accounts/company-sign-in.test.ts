import 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createVisitor, enterByCompany, signInAtCompany, startCompany } from '../../helpers/company.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const admin = { email: 'root@studio.example', password: 'correct horse battery', name: 'Root' };
const people = {
  ada: { email: 'ada@studio.example', email_verified: true, name: 'Ada Lovelace', groups: ['artists'] },
  boss: { email: 'boss@studio.example', email_verified: true, name: 'Boss', groups: ['leads', 'admins'] },
  root: { email: 'ROOT@studio.example', email_verified: true, name: 'Root' },
  mallory: { email: 'root@studio.example', email_verified: false, name: 'Mallory' },
  ghost: { name: 'Without address' },
};

async function open(environment: Readonly<Record<string, string>> = {}, ofCompany = {}) {
  const company = await startCompany(people, ofCompany);
  const server = await startTestServer({ environment: { ...company.environment, ...environment } });
  const signIn = (login: string | null, next = '/collections?tab=1') => enterByCompany(server, login, next);
  const addAdmin = () => server.call('register', admin);
  return { company, server, signIn, addAdmin };
}

describe('sign-in through the company', () => {
  test.each([
    ['claims in the ID token', { COMPANY_ID_TOKEN: 'whole' }],
    ['claims at the userinfo endpoint', {}],
    ['a client that shows its secret as Basic', { COMPANY_CLIENT_AUTH: 'client_secret_basic' }],
  ])('makes an account, with %s', async (_, ofCompany) => {
    const { signIn, addAdmin } = await open({}, ofCompany);
    await addAdmin();

    const first = await signIn('ada');
    const again = await signIn('ada');

    expect(first.location).toBe('/collections?tab=1');
    expect(first.session.user).toMatchObject({
      ...{ email: 'ada@studio.example', name: 'Ada Lovelace' },
      role: 'member',
    });
    expect(again.session.user.id).toBe(first.session.user.id);
  });

  test('leads to the sign-out of the provider, which knows where to come back', async () => {
    const { signIn, addAdmin, server, company } = await open();
    await addAdmin();
    const { visit, whereTo, session } = await signIn('ada');
    const ended = await visit(`${server.baseUrl}/api/session`, {
      method: 'DELETE',
      headers: { 'x-csrf-token': session.csrfToken },
    });

    const leave = `${server.baseUrl}/auth/oidc/sign-out`;
    const page = whereTo(await visit(leave), leave);
    const asked = await visit(page);
    const later = await visit(leave);

    expect(ended.status).toBe(200);
    expect(page.href.startsWith(company.issuer)).toBe(true);
    expect(page.searchParams.get('post_logout_redirect_uri')).toBe(`${server.baseUrl}/`);
    expect([asked.status, later.headers.get('location')]).toEqual([200, '/']);
  });

  test('sends nobody to the provider whom it did not sign in', async () => {
    const { server } = await open();

    const answer = await createVisitor().visit(`${server.baseUrl}/auth/oidc/sign-out`);

    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  });

  test('links an account of the verified address, and keeps its role', async () => {
    const { signIn, addAdmin } = await open({ LODESTOCK_OIDC_ADMIN_GROUP: 'admins' });
    const { body } = await addAdmin();

    const { session } = await signIn('root');

    expect(session.user).toMatchObject({ id: body.user.id, role: 'admin' });
  });

  test('signs nobody in whose address is unknown or not their own, or who declines', async () => {
    const { signIn, addAdmin } = await open();
    await addAdmin();

    const [mallory, ghost, declined] = [await signIn('mallory'), await signIn('ghost'), await signIn(null)];

    const reasons = [mallory, ghost, declined].map(({ location }) => location?.split('=')[1]);
    expect(reasons).toEqual(['taken', 'email', 'denied']);
    expect([mallory, ghost, declined].map(({ session }) => session.user)).toEqual([null, null, null]);
  });

  test('links an account to one person of the company alone', async () => {
    const { signIn, addAdmin, server } = await open();
    await addAdmin();
    await signIn('root');
    await server.change("UPDATE company_identity SET subject = 'another'");

    const { location } = await signIn('root');

    expect(location).toBe('/sign-in?refused=taken');
  });

  test('makes no first account but for the admin group', async () => {
    const { signIn } = await open({ LODESTOCK_OIDC_ADMIN_GROUP: 'admins' });

    const refused = await signIn('ada');
    const boss = await signIn('boss');
    const ada = await signIn('ada');

    expect(refused.location).toBe('/sign-in?refused=first');
    expect([boss.session.user.role, ada.session.user.role]).toEqual(['admin', 'member']);
  });

  test('who leaves the admin group is an admin no more, but for the last', async () => {
    const { signIn, addAdmin, server } = await open({ LODESTOCK_OIDC_ADMIN_GROUP: 'admins' });
    await addAdmin();
    const { session } = await signIn('boss');
    expect(session.user.role).toBe('admin');
    await server.change("UPDATE company_identity SET subject = 'ada' WHERE subject = 'boss'");

    const after = await signIn('ada');

    expect(after.session.user).toMatchObject({ id: session.user.id, role: 'member' });
  });

  test('a disabled account stays out, and its session ends', async () => {
    const { signIn, addAdmin, server } = await open();
    const { body } = await addAdmin();
    const ada = await signIn('ada');
    await server.call('adminDisable', { accountId: ada.session.user.id }, { token: body.token });

    const again = await signIn('ada');
    const before = await (await ada.visit(`${server.baseUrl}/api/session`)).json();

    expect(again.location).toBe('/sign-in?refused=disabled');
    expect(before.user).toBeNull();
  });

  test('an answer counts once, in the browser that began, and in time', async () => {
    const { signIn, addAdmin, server } = await open();
    await addAdmin();
    const { back, visit } = await signIn('ada');

    const twice = await visit(back);
    const elsewhere = await createVisitor().visit(back);
    const late = createVisitor();
    const start = `${server.baseUrl}/auth/oidc`;
    const answer = await signInAtCompany(late, start, 'ada');
    server.advance(11 * 60_000);
    const tooLate = await late.visit(answer);

    const expired = '/sign-in?refused=expired';
    expect([twice, elsewhere, tooLate].map(({ headers }) => headers.get('location'))).toEqual([
      ...[expired, expired, expired],
    ]);
  });

  test.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'another')],
    ['another code', (url: URL) => url.searchParams.set('code', 'another')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
  ])('refuses an answer with %s', async (_, forge) => {
    const { addAdmin, server } = await open();
    await addAdmin();
    const visitor = createVisitor();
    const back = await signInAtCompany(visitor, `${server.baseUrl}/auth/oidc`, 'ada');
    forge(back);

    const answer = await visitor.visit(back);

    expect(answer.headers.get('location')).toBe('/sign-in?refused=provider');
    expect(await server.rows('SELECT * FROM company_identity')).toEqual([]);
  });

  test('leads home, not to another site', async () => {
    const { signIn, addAdmin } = await open();
    await addAdmin();

    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/..//evil.example'])
      expect([next, (await signIn('ada', next)).location]).toEqual([next, '/']);
  });

  test('says so while the provider is away', async () => {
    const { company, server } = await open();
    await company.stop();

    const { visit } = createVisitor();
    const away = await visit(`${server.baseUrl}/auth/oidc`);

    expect(away.headers.get('location')).toBe('/sign-in?refused=provider');
    expect(server.logged.join('')).toContain('company-sign-in');
    expect(server.logged.join('')).not.toContain('a secret of the company');
  });
});

describe('passwords beside the company', () => {
  const member = { email: 'max@studio.example', password: 'correct horse battery', name: 'Max' };

  test.each([
    ['admins', 200, 403],
    ['off', 403, 403],
  ])('%s', async (use, forAdmin, forMember) => {
    const first = await startTestServer();
    await first.call('register', admin);
    await first.call('register', member);
    const rows = await first.rows<Record<string, unknown>>('SELECT * FROM account');
    await first.close();
    const { server } = await open({ LODESTOCK_PASSWORDS: use });
    for (const { id, email, name, password_hash, role, created_at } of rows)
      await server.change(
        `INSERT INTO account (id, email, name, password_hash, role, created_at)
         VALUES (@id, @email, @name, @password_hash, @role, @created_at)`,
        {
          id: String(id),
          email: String(email),
          name: String(name),
          password_hash: String(password_hash),
          role: String(role),
          created_at: String(created_at),
        },
      );

    const [asAdmin, asMember] = [await server.call('login', admin), await server.call('login', member)];
    const wrong = await server.call('login', { ...admin, password: 'not the password' });
    const joined = await server.call('register', { ...member, email: 'new@studio.example' });
    const { body } = await server.call('session', {});

    expect([asAdmin.status, asMember.status, joined.status]).toEqual([forAdmin, forMember, 403]);
    expect(wrong.status).toBe(use === 'off' ? 403 : 401);
    expect(body).toMatchObject({ companySignIn: true, passwords: use });
  });

  test.each([
    [{ LODESTOCK_OIDC_ISSUER: 'https://login.example' }, /LODESTOCK_OIDC_CLIENT_ID: It is missing/],
    [{ LODESTOCK_OIDC_ISSUER: 'http://login.example' }, /Use https/],
    [{ LODESTOCK_PASSWORDS: 'off' }, /passwords are the only way in/],
  ])('refuses half of the settings: %j', (environment, message) => {
    expect(() => readConfig({ LODESTOCK_DATA_DIR: '/data', ...environment })).toThrow(message);
  });
});
