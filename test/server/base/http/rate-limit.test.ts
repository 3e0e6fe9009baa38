import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../../server/base/http/rate-limit.ts';
import type { RouteDefinition } from '../../../../server/contract/define.ts';
import { routes } from '../../../../server/contract/index.ts';
import { limits } from '../../../../server/contract/limits.ts';
import { signInBrowser } from '../../../helpers/browser-session.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';

test('counts exactly as a list of all times would', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.constantFrom('a', 'b')), { maxLength: 200 });
  const limit = { max: 3, window: 50 };

  fc.assert(
    fc.property(steps, (given) => {
      let now = 1000;
      const limiter = createRateLimiter(limit, { clock: () => now, what: 'tries' });
      const allowed: { at: number; key: string }[] = [];
      for (const [wait, key] of given) {
        now += wait;
        const recent = allowed.filter((use) => use.key === key && use.at > now - limit.window);
        const state = limiter.state(key);
        expect(state.remaining).toBe(limit.max - recent.length);
        expect(limiter.waitFor(key) === 0).toBe(recent.length < limit.max);
        if (recent.length < limit.max) {
          limiter.hit(key);
          allowed.push({ at: now, key });
        } else expect(() => limiter.hit(key)).toThrow('Too many tries');
      }
    }),
  );
});

test('tells what is left, then when to come again', async () => {
  const server = await startTestServer({ isClockStopped: true });
  const login = () => server.call('login', { email: 'nobody@example.org', password: 'wrong' });
  const { max, window } = limits.routeRates.login;
  const first = await login();
  for (let count = 1; count < max; count += 1) await login();

  const refused = await login();
  const seconds = Number(refused.headers.get('retry-after'));

  expect(first.headers.get('ratelimit-policy')).toBe(`"login";q=${max};w=${window / 1000}`);
  expect(first.headers.get('ratelimit')).toBe(`"login";r=${max - 1};t=${window / 1000}`);
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(refused.headers.get('ratelimit')).toBe(`"login";r=0;t=${seconds}`);
});

test('counts addresses apart, as a trusted proxy tells them', async () => {
  const server = await startTestServer({
    isClockStopped: true,
    environment: { LODESTOCK_TRUST_PROXY: 'true' },
  });
  const from = (address: string) =>
    server.call(
      'login',
      { email: 'nobody@example.org', password: 'wrong' },
      { headers: { 'x-forwarded-for': address } },
    );
  await from('203.0.113.1');

  const same = await from('198.51.100.7, 203.0.113.1');
  const other = await from('203.0.113.2');

  const { max } = limits.routeRates.login;
  expect(same.headers.get('ratelimit')).toContain(`r=${max - 2};`);
  expect(other.headers.get('ratelimit')).toContain(`r=${max - 1};`);
});

test('ignores X-Forwarded-For unless told', async () => {
  const server = await startTestServer({ isClockStopped: true });
  const from = (address: string) =>
    server.call(
      'login',
      { email: 'nobody@example.org', password: 'wrong' },
      { headers: { 'x-forwarded-for': address } },
    );
  await from('203.0.113.1');

  const other = await from('203.0.113.2');

  expect(other.headers.get('ratelimit')).toContain(`r=${limits.routeRates.login.max - 2};`);
});

test('counts downloads by token', async () => {
  const server = await startTestServer({ isClockStopped: true });
  const [one, other] = [await registerPerson(server), await registerPerson(server)];
  const ask = (token: string) => server.call('agentDirect', { guid: 'none' }, { token });
  await ask(one.token);

  const again = await ask(one.token);
  const elsewhere = await ask(other.token);

  expect(again.headers.get('ratelimit')).toMatch(/^"direct";r=598;/);
  expect(elsewhere.headers.get('ratelimit')).toMatch(/^"direct";r=599;/);
});

test('counts downloads in a browser as well', async () => {
  const server = await startTestServer();
  const { headers } = await signInBrowser(server, await registerPerson(server));

  const answer = await fetch(`${server.baseUrl}/download/none/format/obj`, { headers, redirect: 'manual' });

  expect(answer.headers.get('ratelimit')).toMatch(/^"direct";r=599;/);
});

test('documents every limit of a route', () => {
  const silent = Object.entries<RouteDefinition>(routes)
    .filter(([, { rate, errors }]) => rate !== undefined && !errors.includes('RATE_LIMITED'))
    .map(([name]) => name);

  expect(silent).toEqual([]);
});
