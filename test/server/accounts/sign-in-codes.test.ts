import { expect, test } from 'vitest';
import { makeCode } from '../../../server/accounts/sign-in/code-words.ts';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });

const app = {
  appSlug: 'test-plugin',
  appName: 'Test plugin',
  appVersion: '1.2.3',
  pluginFamily: 'blender',
  deviceName: 'workstation',
};
const start = async () =>
  (await server.call('startSignIn', { ...app, requestedScopes: ['account:read'] })).body;
const openBrowser = async () => signInBrowser(server, await registerPerson(server));

test('makes codes without vowels and of enough letters', async () => {
  const codes = await Promise.all(Array.from({ length: 10 }, async () => (await start()).userCode));

  expect(codes.every((code) => /^[BCDFGHJ-NP-TV-XZ2-9]{4}-[BCDFGHJ-NP-TV-XZ2-9]{4}$/.test(code))).toBe(true);
});

test('makes every letter of a code equally likely', () => {
  const codes = Array.from({ length: 2800 }, () => makeCode(2).replace('-', ''));

  for (const place of Array.from({ length: 8 }).keys()) {
    const counts = Map.groupBy(codes, (code) => code[place]);
    expect(counts.size).toBe(28);
    for (const [, same] of counts) expect(Math.abs(same.length - 100)).toBeLessThan(70);
  }
});

test('keeps session id and poll token as hashes alone', async () => {
  const { sessionId, pollToken } = await start();

  const kept = await server.rows('SELECT * FROM sign_in');
  const text = JSON.stringify(kept) + server.logged.join('');

  expect(sessionId).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(text).not.toContain(sessionId);
  expect(text).not.toContain(pollToken);
});

test('lets no cache keep what carries secrets', async () => {
  const started = await server.call('startSignIn', { ...app, requestedScopes: ['account:read'] });
  const { sessionId, pollToken } = started.body;

  const polled = await server.call('pollSignIn', { sessionId, pollToken });
  const refused = await server.call('pollSignIn', { sessionId, pollToken: 'wrong' });

  expect([started, polled, refused].map(({ headers }) => headers.get('cache-control'))).toEqual(
    Array(3).fill('no-store'),
  );
});

test('shows and approves a sign-in by its typed code', async () => {
  const browser = await openBrowser();
  const session = await start();
  const typed = session.userCode.toLowerCase();

  const shown = await server.call('signInRequest', { sessionId: typed }, browser);
  const approved = await server.call(
    'approveSignIn',
    { sessionId: typed, scopes: ['account:read'] },
    browser,
  );
  const polled = await server.call('pollSignIn', session);

  expect([shown.status, shown.body.deviceName, approved.status]).toEqual([200, 'workstation', 200]);
  expect(polled.body.status).toBe('approved');
});

test('lets an account guess five codes, not more', async () => {
  const browser = await openBrowser();
  const session = await start();
  const guess = (code: string) => server.call('signInRequest', { sessionId: code }, browser);
  const guesses = [];
  for (const letter of 'BCDFG') guesses.push((await guess(`${letter.repeat(4)}-2222`)).status);

  const right = await guess(session.userCode);
  const byLink = await guess(session.sessionId);
  const elsewhere = await server.call('signInRequest', { sessionId: session.userCode }, await openBrowser());

  expect(guesses).toEqual([404, 404, 404, 404, 404]);
  expect([right.status, right.headers.has('retry-after'), byLink.status]).toEqual([429, true, 200]);
  expect(elsewhere.status).toBe(200);
});

test('ends a sign-in after five wrong codes', async () => {
  const browser = await openBrowser();
  const session = await start();
  const approve = (userCode: string) =>
    server.call(
      'approveSignIn',
      { sessionId: session.sessionId, scopes: ['account:read'], userCode },
      browser,
    );
  const first = await approve('WRNG-CDE2');
  for (let count = 2; count < limits.signInSession.codeGuesses; count += 1) await approve('WRNG-CDE2');

  const last = await approve('WRNG-CDE2');
  const right = await approve(session.userCode);
  const polled = await server.call('pollSignIn', session);

  expect([first.status, first.error.details?.triesLeft]).toEqual([400, 4]);
  expect([last.status, right.status, polled.body.status]).toEqual([410, 410, 'expired']);
});

test('delivers one token to many who poll at once', async () => {
  const browser = await openBrowser();
  const session = await start();
  await server.call('approveSignIn', { sessionId: session.sessionId, scopes: ['account:read'] }, browser);

  const answers = await Promise.all(Array.from({ length: 8 }, () => server.call('pollSignIn', session)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('leaves a decision to who decided first', async () => {
  const [one, other] = [await openBrowser(), await openBrowser()];
  const { sessionId } = await start();
  await server.call('approveSignIn', { sessionId, scopes: ['account:read'] }, one);

  const approved = await server.call('approveSignIn', { sessionId, scopes: ['account:read'] }, other);
  const denied = await server.call('denySignIn', { sessionId }, other);

  expect([approved.status, denied.status]).toEqual([410, 410]);
});

test.each(['Pho\u202eton', 'Two\nlines', 'Bell\u0007', '\u2066Hidden'])(
  'refuses the deceiving name %j',
  async (appName) => {
    const { status, error } = await server.call('startSignIn', {
      ...app,
      appName,
      requestedScopes: ['account:read'],
    });

    expect([status, Object.keys(error.details?.fields ?? {})]).toEqual([400, ['appName']]);
  },
);

test('asks for the code where the app is elsewhere', async () => {
  const behind = await startTestServer({ environment: { LODESTOCK_TRUST_PROXY: 'true' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const browser = await signInBrowser(behind, await registerPerson(behind));
  const here = { headers: { ...browser.headers, ...from('192.0.2.1') } };
  const begin = async (address: string) =>
    (
      await behind.call(
        'startSignIn',
        { ...app, requestedScopes: ['account:read'] },
        { headers: from(address) },
      )
    ).body;
  const approve = (sessionId: string, more: { userCode?: string } = {}) =>
    behind.call('approveSignIn', { sessionId, scopes: ['account:read'], ...more }, here);
  const [near, far] = [await begin('192.0.2.1'), await begin('198.51.100.7')];

  const shown = (await behind.call('signInRequest', { sessionId: far.sessionId }, here)).body;
  const clicked = await approve(far.sessionId);
  const byCode = await approve(far.userCode);
  const typed = await approve(far.sessionId, { userCode: far.userCode.replace('-', '').toLowerCase() });

  expect([shown.isElsewhere, shown.userCode]).toEqual([true, '']);
  expect([clicked.error.code, byCode.error.code, typed.status]).toEqual([
    'INVALID_INPUT',
    'INVALID_INPUT',
    200,
  ]);
  expect((await approve(near.sessionId)).status).toBe(200);
});

test('refuses an address that starts too many', async () => {
  const begin = () => server.call('startSignIn', { ...app, requestedScopes: ['account:read'] });
  for (let count = 0; count < limits.routeRates.signInStart.max; count += 1) await begin();

  const { status, headers } = await begin();

  expect([status, headers.has('retry-after')]).toEqual([429, true]);
  expect(headers.get('ratelimit')).toMatch(/^"signInStart";r=0;t=\d+$/);
});
