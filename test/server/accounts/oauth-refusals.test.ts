import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { codePoint } from '../../helpers/code-point.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const post = async (path: string, fields: Record<string, string> | [string, string][]) => {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

test.each([
  ['/oauth/token', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
  ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_request'],
  ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'y' }, 'invalid_grant'],
  ['/oauth/token', {}, 'invalid_request'],
  ['/oauth/token', { grant_type: deviceGrant }, 'invalid_request'],
  ['/oauth/token', { grant_type: deviceGrant, device_code: 'x', client_id: 'y' }, 'invalid_grant'],
  ['/oauth/revoke', {}, 'invalid_request'],
  ['/oauth/device_authorization', {}, 'invalid_request'],
  ['/oauth/device_authorization', { client_id: 'a tool' }, 'invalid_request'],
  ['/oauth/device_authorization', { client_id: 'tool', scope: 'everything' }, 'invalid_scope'],
  ['/oauth/device_authorization', { client_id: 'tool', scope: ' ' }, 'invalid_scope'],
])('refuses at %s what %j asks', async (path, fields, error) => {
  const { status, body } = await post(path, fields);

  expect([status, body.error]).toEqual([400, error]);
  expect(body.error_description.length).toBeGreaterThan(10);
});

test('refuses a field that comes twice', async () => {
  const { body } = await post('/oauth/device_authorization', [
    ['client_id', 'one'],
    ['client_id', 'two'],
  ]);

  expect(body.error).toBe('invalid_request');
});

test('takes forms and nothing else', async () => {
  const response = await fetch(`${server.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect([response.status, (await response.json()).error]).toEqual([415, 'invalid_request']);
});

const behind = await startTestServer({
  isClockStopped: true,
  environment: { LODESTOCK_TRUST_PROXY: 'true' },
});
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const limited = [
  ['/oauth/device_authorization', form({ client_id: 'tool' }), limits.routeRates.signInStart.max - 1],
  [
    '/oauth/token',
    form({ grant_type: 'refresh_token', refresh_token: 'lsr_a.b', client_id: 'c' }),
    limits.routeRates.oauthMistakes.max,
  ],
  ['/oauth/revoke', form({ token: 'lsp_guessed' }), limits.routeRates.oauthMistakes.max],
  ['/oauth/register', '{"redirect_uris":[]}', limits.routeRates.signInStart.max - 1],
] as const;

test.each(limited)(
  'limits %s for an address, and lets correct clients there go on',
  async (path, body, most) => {
    const address = `203.0.113.${limited.findIndex(([one]) => one === path)}`;
    const send = (to: string, given: string) =>
      fetch(behind.baseUrl + to, {
        method: 'POST',
        body: given,
        headers: {
          'x-forwarded-for': address,
          'content-type': given.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded',
        },
      });
    const begun = await send('/oauth/device_authorization', form({ client_id: 'tool' }));
    const { device_code } = await begun.json();

    for (let count = 0; count < most; count += 1) await send(path, body);
    const refused = await send(path, body);
    const polled = await send(
      '/oauth/token',
      form({ grant_type: deviceGrant, device_code, client_id: 'tool' }),
    );

    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await refused.json()).error).toBe('temporarily_unavailable');
    expect((await polled.json()).error).toBe('authorization_pending');
  },
);

test('answers any form with a documented error', async () => {
  const names = ['grant_type', 'device_code', 'client_id', 'scope', 'app_name', 'other'] as const;
  const values = fc.oneof(
    fc.constantFrom(deviceGrant, 'studio-tool', 'balance:read', '', '%', 'a.b', '\u0000'),
    fc.string({ unit: codePoint, maxLength: 40 }).map((text) => text.toWellFormed()),
  );
  const fields = fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 6 });
  const path = fc.constantFrom('/oauth/token', '/oauth/device_authorization');

  await fc.assert(
    fc.asyncProperty(path, fields, async (where, given) => {
      const { status, body } = await post(where, given);
      expect(status === 200 || status === 400 || status === 429).toBe(true);
      if (status !== 200) expect(body.error).toMatch(/^[a-z_]+$/);
    }),
    { numRuns: 80 },
  );
});
