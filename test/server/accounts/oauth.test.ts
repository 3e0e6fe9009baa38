import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ isClockStopped: true });

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const openBrowser = async () => signInBrowser(server, await registerPerson(server));
const post = async (path: string, fields: Record<string, string>) => {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const begin = async (fields: Record<string, string> = {}) =>
  (await post('/oauth/device_authorization', { client_id: 'studio-tool', ...fields })).body;
const ask = (device_code: string, client_id = 'studio-tool') =>
  post('/oauth/token', { grant_type: deviceGrant, device_code, client_id });
const approve = async (deviceCode: string) => {
  const sessionId = deviceCode.split('.')[0] ?? '';
  return server.call('approveSignIn', { sessionId, scopes: ['balance:read'] }, await openBrowser());
};

test('signs an independent OAuth client in', async () => {
  const settings = await client.discovery(new URL(server.baseUrl), 'studio-tool', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  const started = await client.initiateDeviceAuthorization(settings, {
    scope: 'account:read balance:read',
    device_name: 'farm-07',
  });
  // The clock stands still: a poll before the approval would be followed only by polls that come too early.
  const approved = await approve(started.device_code);

  const tokens = await client.pollDeviceAuthorizationGrant(settings, started);
  const askBalance = () => server.call('balance', {}, { token: tokens.access_token });
  const balance = await askBalance();
  await client.tokenRevocation(settings, tokens.access_token);
  const after = await askBalance();

  expect(approved.status).toBe(200);
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'balance:read' });
  expect(balance.body.balanceUsd).toBe(100);
  expect(after.status).toBe(401);
  expect(started.verification_uri).toBe(`${server.baseUrl}/approve`);
});

test('tells an independent OAuth client of a denial', async () => {
  const settings = await client.discovery(new URL(server.baseUrl), 'studio-tool', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
  const started = await client.initiateDeviceAuthorization(settings, { scope: 'balance:read' });
  const sessionId = started.device_code.split('.')[0] ?? '';
  await server.call('denySignIn', { sessionId }, await openBrowser());

  const polling = client.pollDeviceAuthorizationGrant(settings, started);

  await expect(polling).rejects.toMatchObject({ error: 'access_denied' });
});

test('answers the start as RFC 8628 has it', async () => {
  const { status, headers, body } = await post('/oauth/device_authorization', {
    client_id: 'studio-tool',
    scope: 'balance:read',
  });

  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    user_code: expect.stringMatching(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/),
    verification_uri: expect.stringMatching(/\/approve$/),
    verification_uri_complete: expect.stringContaining(`?code=${body.user_code}`),
    expires_in: 600,
    interval: 2,
  });
});

test('asks to wait, then to slow down', async () => {
  const { device_code } = await begin();

  const first = await ask(device_code);
  const tooFast = await ask(device_code);

  expect([first.status, first.body.error]).toEqual([400, 'authorization_pending']);
  expect([tooFast.status, tooFast.body.error]).toEqual([400, 'slow_down']);
  expect(tooFast.headers.get('cache-control')).toBe('no-store');
});

test('hands a token out once', async () => {
  const { device_code } = await begin({ scope: 'balance:read' });
  await approve(device_code);
  const first = await ask(device_code);
  server.advance(limits.signInSession.interval);

  const second = await ask(device_code);

  expect(first.body.token_type).toBe('Bearer');
  expect(first.body.expires_in).toBeGreaterThan(364 * 24 * 3600);
  expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
});

test('shares its sign-ins with our own polls', async () => {
  const { device_code } = await begin({ scope: 'balance:read' });
  await approve(device_code);
  const [sessionId = '', pollToken = ''] = device_code.split('.');

  const polled = await server.call('pollSignIn', { sessionId, pollToken });
  server.advance(limits.signInSession.interval);
  const asked = await ask(device_code);

  expect(polled.body.appToken).toMatch(/^lsp_/);
  expect(asked.body.error).toBe('invalid_grant');
});

test('tells an expired sign-in', async () => {
  const { device_code } = await begin();
  server.advance(limits.signInSession.lifetime);

  const { body } = await ask(device_code);

  expect(body.error).toBe('expired_token');
});

test("refuses another client's device code", async () => {
  const { device_code } = await begin({ scope: 'balance:read' });
  await approve(device_code);

  const other = await ask(device_code, 'another-tool');
  const own = await ask(device_code);

  expect(other.body.error).toBe('invalid_grant');
  expect(own.status).toBe(200);
});
