import { expect, test } from 'vitest';
import { sessionCookieOf } from '../../../server/accounts/access/presented-tokens.ts';
import { limits } from '../../../server/contract/limits.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { registerPerson, startTestServer, type TestServer } from '../../helpers/test-server.ts';

const { fromOnePlace, fromUnknownPlaces } = limits.wrongPasswords;
const home = '198.51.100.7';
const stranger = '203.0.113.9';

type Person = { readonly email: string; readonly password: string };
type From = { readonly cookie?: string };

// On a slow machine, hashing sixty passwords may take longer than a caller would otherwise wait.
const passwords = { running: 2, perCaller: 2, wait: 10 * 60_000 };

const options = {
  isClockStopped: true,
  environment: { LODESTOCK_TRUST_PROXY: 'true', LODESTOCK_BASE_URL: 'http://127.0.0.1:8787' },
  tuning: { admission: { rooms: { passwords } } },
};

/** What people and guessers do at a server behind a proxy that tells each client's address. */
function callers(at: TestServer) {
  const toHeaders = (address: string, { cookie }: From = {}) => ({
    headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) },
  });
  const signIn = async (person: Person, address: string, from?: From) =>
    (await at.call('login', person, toHeaders(address, from))).status;
  const guess = (email: string, address: string, from?: From) =>
    signIn({ email, password: 'not the password' }, address, from);
  const guessUntilRefused = async (email: string, address: string) => {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429) statuses.push(await guess(email, address));
    return statuses.length - 1;
  };
  /** Signs in by the page, and answers what the browser keeps for good. */
  const signInBrowser = async (person: Person, address: string) => {
    const { headers } = await at.call('signIn', person, toHeaders(address));
    const kept = headers.getSetCookie().find((cookie) => cookie.includes('-device='));
    return kept?.split(';')[0] ?? '';
  };
  return { signIn, guess, guessUntilRefused, signInBrowser };
}

const server = await startTestServer(options);
const { signIn, guess, guessUntilRefused, signInBrowser } = callers(server);

test('closes an account for the guesser alone', async () => {
  const person = await registerPerson(server);
  await signIn(person, home);

  const guesses = await guessUntilRefused(person.email, stranger);

  const withToken = await server.call(
    'balance',
    {},
    { token: person.token, headers: { 'x-forwarded-for': stranger } },
  );

  expect(guesses).toBe(fromOnePlace.max);
  expect(await signIn(person, stranger)).toBe(429);
  expect(withToken.status).toBe(200);
  expect(await signIn(person, home)).toBe(200);
  expect(await signIn(person, '192.0.2.44')).toBe(200);
});

test('lets the right person in after the wait', async () => {
  const person = await registerPerson(server);
  await guessUntilRefused(person.email, stranger);

  server.advance(fromOnePlace.window - 1);
  const early = await server.call('login', person, { headers: { 'x-forwarded-for': stranger } });
  server.advance(1);

  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await signIn(person, stranger)).toBe(200);
});

test('lets a known browser in beside a guesser', async () => {
  const person = await registerPerson(server);
  const cookie = await signInBrowser(person, home);
  await guessUntilRefused(person.email, home);

  const withoutCookie = await signIn(person, home);
  const withCookie = await signIn(person, home, { cookie });

  expect([withoutCookie, withCookie]).toEqual([429, 200]);
});

test('knows a browser only for who signed in with it', async () => {
  const [victim, attacker] = [await registerPerson(server), await registerPerson(server)];
  const cookie = await signInBrowser(attacker, stranger);
  await guessUntilRefused(victim.email, stranger);

  expect(await guess(victim.email, stranger, { cookie })).toBe(429);
  expect(
    await guess(victim.email, stranger, {
      cookie: `${sessionCookieOf('http://127.0.0.1:8787').name}-device=${'A'.repeat(43)}`,
    }),
  ).toBe(429);
});

test('limits guesses with a known browser too', async () => {
  const person = await registerPerson(server);
  const cookie = await signInBrowser(person, home);

  const statuses: number[] = [];
  for (let count = 0; count <= fromOnePlace.max; count += 1)
    statuses.push(await guess(person.email, home, { cookie }));

  expect(statuses).toEqual([...Array(fromOnePlace.max).fill(401), 429]);
});

test('slows many addresses down, but not known ones', async () => {
  const person = await registerPerson(server);
  await signIn(person, home);

  const statuses: number[] = [];
  for (let count = 0; count < fromUnknownPlaces.max; count += 1)
    statuses.push(await guess(person.email, `203.0.113.${count}`));
  const next = await guess(person.email, '192.0.2.1');
  const atHome = await signIn(person, home);
  const other = await registerPerson(server);
  server.advance(fromUnknownPlaces.window);

  expect(new Set(statuses)).toEqual(new Set([401]));
  expect([next, atHome, await signIn(other, '192.0.2.1')]).toEqual([429, 200, 200]);
  expect(await signIn(person, '192.0.2.1')).toBe(200);
});

test('counts an IPv6 network as one address', async () => {
  const person = await registerPerson(server);

  for (let host = 1; host <= fromOnePlace.max; host += 1)
    await guess(person.email, `2001:db8:1:2::${host.toString(16)}`);

  expect(await guess(person.email, '2001:db8:1:2:ffff::1')).toBe(429);
  expect(await guess(person.email, '2001:db8:1:3::1')).toBe(401);
});

test('treats an e-mail without an account alike', async () => {
  expect(await guessUntilRefused('nobody@example.org', stranger)).toBe(fromOnePlace.max);
  expect(await guess('nobody@example.org', home)).toBe(401);
});

test('forgets no guess over a restart', async () => {
  const dataDir = makeFolder();
  const first = await startTestServer({ ...options, dataDir });
  const before = callers(first);
  const person = await registerPerson(first);
  const cookie = await before.signInBrowser(person, home);
  await before.guessUntilRefused(person.email, stranger);
  await before.guessUntilRefused(person.email, home);
  await first.close();

  const second = await startTestServer({ ...options, dataDir });
  const after = callers(second);

  expect(await after.signIn(person, stranger)).toBe(429);
  expect(await after.signIn(person, home, { cookie })).toBe(200);
});

test('lets one address guess no faster for many at once', async () => {
  const person = await registerPerson(server);
  const addresses = Array.from({ length: fromUnknownPlaces.max + 10 }, (_, count) => `203.0.113.${count}`);

  const statuses = await Promise.all(addresses.map((address) => guess(person.email, address)));

  expect(statuses.filter((status) => status === 401)).toHaveLength(fromUnknownPlaces.max);
});

test('marks the cookie that a browser is known by', async () => {
  const person = await registerPerson(server);

  const { headers } = await server.call('signIn', person);
  const again = await server.call('signIn', person, {
    headers: { cookie: await signInBrowser(person, home) },
  });
  const cookies = [headers, again.headers].map((one) => one.getSetCookie().at(-1) ?? '');

  for (const cookie of cookies)
    expect(cookie).toMatch(
      /^lodestock-[0-9a-f]{8}-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  expect(cookies[0]).not.toBe(cookies[1]);
});
