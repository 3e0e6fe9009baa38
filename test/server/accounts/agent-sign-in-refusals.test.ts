import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPerson, returnAddress } from '../../helpers/agent-sign-in.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({ files: simpleModel('Oak chair') });

const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const register = async (fields: object, base = server.baseUrl) => {
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: await response.json() };
};
const makeClient = async (redirect = returnAddress): Promise<string> =>
  (await register({ client_name: 'Bot', redirect_uris: [redirect] })).body.client_id;
const toUrl = (fields: Record<string, string>) =>
  new URL(
    `/oauth/authorize?${new URLSearchParams({
      ...{ response_type: 'code', redirect_uri: returnAddress, scope: 'download:direct', state: 's' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...fields },
    })}`,
    server.baseUrl,
  );
const authorize = async (fields: Record<string, string>) => {
  const { status, headers } = await fetch(toUrl(fields), { redirect: 'manual' });
  return { status, location: headers.get('location') };
};
const exchange = async (fields: Record<string, string>, base = server.baseUrl) => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields });
  const response = await fetch(`${base}/oauth/token`, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
};

test.each([
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['file:///etc/passwd'],
  ['http://evil.example/callback'],
  ['https://agent.example/callback#fragment'],
  ['https://user:secret@agent.example/callback'],
  ['not an address'],
])('registers no app that returns to %s', async (redirect) => {
  const { status, body } = await register({ client_name: 'Bot', redirect_uris: [redirect] });

  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
});

test.each([
  'https://agent.example/callback',
  'http://localhost:7777/oauth/callback',
  'cursor://anysphere/cb',
])('registers an app that returns to %s', async (redirect) => {
  const { status, body } = await register({ client_name: 'Bot', redirect_uris: [redirect] });

  expect(status).toBe(201);
  expect(body).toMatchObject({ redirect_uris: [redirect], token_endpoint_auth_method: 'none' });
});

test('sends nobody to an address that the app did not register', async () => {
  const client_id = await makeClient();

  const elsewhere = await authorize({ client_id, redirect_uri: 'https://evil.example/callback' });
  const forged = await authorize({ client_id: `${client_id}x` });

  expect([elsewhere, forged]).toEqual([
    { status: 400, location: null },
    { status: 400, location: null },
  ]);
});

test('takes any port of this computer for a loopback app', async () => {
  const client_id = await makeClient();

  const { status, location } = await authorize({ client_id, redirect_uri: 'http://127.0.0.1:1/callback' });

  expect(status).toBe(302);
  expect(location).toMatch(/\/approve\/[\w-]{43}$/);
});

test.each([
  ['no PKCE', { code_challenge: '' }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
])('tells the app of %s at its own address', async (_what, fields: Record<string, string>, error) => {
  const { status, location } = await authorize({ client_id: await makeClient(), ...fields });
  const back = new URL(location ?? 'missing:');

  expect(status).toBe(302);
  expect(back.href.startsWith(returnAddress)).toBe(true);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 's', iss: server.baseUrl });
});

const approved = async () => {
  const person = await openPerson(server);
  const client_id = await makeClient();
  const back = await person.approve(toUrl({ client_id }));
  return { client_id, code: back.searchParams.get('code') ?? '', person };
};
const right = { redirect_uri: returnAddress, code_verifier: verifier };

test('wants the verifier, the app and the return address of the code', async () => {
  const { client_id, code } = await approved();
  const other = await makeClient('http://127.0.0.1:9/other');

  const answers = [
    await exchange({ ...right, client_id, code, code_verifier: 'w'.repeat(64) }),
    await exchange({ ...right, client_id: other, code }),
    await exchange({ ...right, client_id, code, redirect_uri: 'http://127.0.0.1:9/other' }),
    await exchange({ ...right, client_id, code: `${code}x` }),
    await exchange({ ...right, client_id, code, resource: 'https://other.example/' }),
  ];
  const good = await exchange({ ...right, client_id, code });

  const errors = answers.map(({ body }) => body.error);
  expect(errors).toEqual([...Array(4).fill('invalid_grant'), 'invalid_target']);
  expect(good.status).toBe(200);
});

test('gives a code no longer than a minute', async () => {
  const { client_id, code } = await approved();
  server.advance(61_000);

  const { body } = await exchange({ ...right, client_id, code });

  expect(body.error).toBe('invalid_grant');
});

test('gives no token to polls for a sign-in that returns to an address', async () => {
  const { code } = await approved();
  const [sessionId = '', pollToken = ''] = code.split('.');

  const polled = await server.call('pollSignIn', { sessionId, pollToken });

  expect(polled.status).toBe(404);
});

test('sends a person who denies back with the reason', async () => {
  const person = await openPerson(server);
  const { sessionId } = await person.follow(toUrl({ client_id: await makeClient() }));

  const { body } = await server.call('denySignIn', { sessionId }, person.browser);

  expect(new URL(body.continueTo ?? 'missing:').searchParams.get('error')).toBe('access_denied');
});

test('names the app and where it returns on the approval page', async () => {
  const person = await openPerson(server);
  const { sessionId } = await person.follow(toUrl({ client_id: await makeClient() }));

  const { body } = await server.call('signInRequest', { sessionId }, person.browser);

  expect(body).toMatchObject({ appName: 'Bot', agent: { client: null, returnsTo: '127.0.0.1:53682' } });
});

test('caps at 5 dollars, asks first and lasts 30 days unless told otherwise', async () => {
  const { client_id, code, person } = await approved();
  await exchange({ ...right, client_id, code });

  const [token] = await server.rows<{ cap: number; asks: number; expires: string }>(
    `SELECT spending_cap_cents AS cap, expires_at AS expires,
       (SELECT count(*) FROM key_asks_first WHERE token_id = token.id) AS asks
     FROM token WHERE account_id = @id AND kind = 'plugin'`,
    { id: person.user.id },
  );

  expect(token).toMatchObject({ cap: 500, asks: 1 });
  expect(Math.round((Date.parse(token?.expires ?? '') - Date.now()) / 86_400_000)).toBe(30);
});

const askMcp = (path: string, token?: string) =>
  fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: '{}',
  });

test.each(['/mcp', '/mcp/', '/mcp/account'])('answers a wrong token at %s with a challenge', async (path) => {
  const { status, headers } = await askMcp(path, 'lsk_mistyped');

  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token", .*resource_metadata="http[^"]+\/\.well-known\/oauth-protected-resource\/mcp/,
  );
});

test('wants a sign-in at /mcp/account alone', async () => {
  const [account, open] = [await askMcp('/mcp/account'), await askMcp('/mcp/')];
  const address = /resource_metadata="([^"]+)"/.exec(account.headers.get('www-authenticate') ?? '')?.[1];
  const told = await (await fetch(address ?? 'missing:')).json();

  expect([account.status, open.status]).toEqual([401, 400]);
  expect(told).toMatchObject({
    resource: `${server.baseUrl}/mcp/account`,
    scopes_supported: ['download:direct', 'balance:read'],
  });
});

test('gives free files without a payer to tokens that may not download', async () => {
  const person = await openPerson(server);
  const client_id = await makeClient();
  const back = await person.approve(toUrl({ client_id, scope: 'account:read' }));
  const { body } = await exchange({ ...right, client_id, code: back.searchParams.get('code') ?? '' });
  const agent = await connectMcp(server.baseUrl, 'http', body.access_token);
  const { body: found } = await server.call('browse', {});
  const wish = { model_id_string: `model_${found.results[0]?.guid}`, format_string: 'obj' };

  const free = await callTool(agent, 'download_model', { ...wish, lod_string: '1k' });
  const paid = await agent
    .callTool({ name: 'download_model', arguments: { ...wish, lod_string: '10k' } })
    .catch((error: unknown) => error);

  expect(free.content).toMatchObject({ charged_usd_number: 0 });
  expect(paid).toMatchObject({
    name: 'InsufficientScopeError',
    requiredScope: 'download:direct balance:read',
  });
});

test.each([
  ['off', 404],
  ['known', 201],
])('takes apps of this computer with LODESTOCK_OAUTH_CLIENTS=%s as %i', async (mode, expected) => {
  const other = await startTestServer({ environment: { LODESTOCK_OAUTH_CLIENTS: mode } });
  const here = await register({ redirect_uris: [returnAddress] }, other.baseUrl);
  const stranger = await register({ redirect_uris: ['https://agent.example/cb'] }, other.baseUrl);
  const metadata = await (await fetch(`${other.baseUrl}/.well-known/oauth-authorization-server`)).json();

  expect(here.status).toBe(expected);
  expect(stranger.status).toBe(mode === 'off' ? 404 : 400);
  expect(metadata.client_id_metadata_document_supported ?? false).toBe(false);
  expect(metadata.registration_endpoint !== undefined).toBe(mode === 'known');
  const renewal = await exchange(
    { grant_type: 'refresh_token', refresh_token: 'lsr_a.b', client_id: 'reg.a.b' },
    other.baseUrl,
  );
  expect(renewal.body.error).toBe(mode === 'off' ? 'unsupported_grant_type' : 'invalid_grant');
});
