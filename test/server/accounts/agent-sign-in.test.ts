import * as two from '@modelcontextprotocol/client';
import * as oneAuth from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OneClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OneTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed as OneRegistered,
  OAuthTokens as OneTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { createAgentStore, openPerson, signInAgent } from '../../helpers/agent-sign-in.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: { ...simpleModel('Oak chair'), ...simpleModel('Pine chair') },
});

const terms = { spendingCapUsd: 1, asksFirst: false, days: 30 };
const guids = async () => (await server.call('browse', {})).body.results.map(({ guid }) => guid);
const wishFor = (guid: string | undefined, lod: string) => ({
  ...{ model_id_string: `model_${guid}`, format_string: 'obj', lod_string: lod },
});

test('signs SDK 2 in, pays under the cap, and ends with revocation', async () => {
  const person = await openPerson(server);
  const store = createAgentStore<two.StoredOAuthClientInformation, two.StoredOAuthTokens>();
  const serverUrl = `${server.baseUrl}/mcp/account`;
  const [first, second] = await guids();

  const begun = await two.auth(store, { serverUrl });
  const back = await person.approve(store.kept.asked ?? new URL('missing:'), terms);
  const ended = await two.auth(store, {
    serverUrl,
    authorizationCode: back.searchParams.get('code') ?? '',
    iss: back.searchParams.get('iss') ?? '',
  });
  const agent = await connectMcp(server.baseUrl, 'http', store.kept.tokens?.access_token);
  const paid = await callTool(agent, 'download_model', wishFor(first, '10k'));
  const refused = await callTool(agent, 'download_model', wishFor(second, '10k'));
  const { body: listed } = await server.call('apps', {}, { token: person.token });
  await server.call('revokeApp', { appId: listed.apps[0]?.id ?? '' }, { token: person.token });
  const after = await fetch(`${server.baseUrl}/mcp/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.kept.tokens?.access_token}` },
  });

  expect([begun, ended]).toEqual(['REDIRECT', 'AUTHORIZED']);
  expect(back.searchParams.get('state')).toBe('state-of-this-test');
  expect(paid.content).toMatchObject({ charged_usd_number: 1, balance_remaining_usd_number: 99 });
  expect(refused.refusal).toMatchObject({ code: 'FORBIDDEN', details: { spendingCapUsd: 1 } });
  expect(listed.apps[0]?.appName).toBe('Test agent');
  expect(after.status).toBe(401);
  expect(after.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('signs SDK 1 in over its own transport', async () => {
  const person = await openPerson(server);
  const store = createAgentStore<OneRegistered, OneTokens>();
  const url = new URL(`${server.baseUrl}/mcp/account`);
  const open = () => new OneTransport(url, { authProvider: store });
  const agent = new OneClient({ name: 'one', version: '1.0.0' });

  const transport = open();
  const refused = await agent.connect(transport).catch((error: unknown) => error);
  const back = await person.approve(store.kept.asked ?? new URL('missing:'), terms);
  await transport.finishAuth(back.searchParams.get('code') ?? '');
  await agent.connect(open());
  const [guid] = await guids();
  const paid = await agent.callTool({ name: 'download_model', arguments: wishFor(guid, '10k') });

  expect(refused).toBeInstanceOf(oneAuth.UnauthorizedError);
  expect(paid.structuredContent).toMatchObject({ charged_usd_number: 1 });
});

test('asks a person before each charge, if they want', async () => {
  const person = await openPerson(server);
  const { tokens } = await signIn(person, { ...terms, asksFirst: true });
  const agent = await connectMcp(server.baseUrl, 'http', tokens.access_token);
  const [guid] = await guids();

  const { refusal } = await callTool(agent, 'download_model', wishFor(guid, '10k'));

  expect(refusal).toMatchObject({ code: 'FORBIDDEN', details: { approval: 'pending' } });
});

type Person = Awaited<ReturnType<typeof openPerson>>;
const signIn = (person: Person, granted = terms, resource = `${person.baseUrl}/mcp`) =>
  signInAgent(person, granted, resource);
const statusWith = async (token: string, path = '/mcp/') => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return (await fetch(`${server.baseUrl}${path}`, { method: 'POST', headers, body: '{}' })).status;
};

test('renews a token, and ends the family when an old one is used', async () => {
  const { settings, tokens } = await signIn(await openPerson(server));

  const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
  const stolen = await client
    .refreshTokenGrant(settings, tokens.refresh_token ?? '')
    .catch(({ error }) => error);
  const after = await client
    .refreshTokenGrant(settings, renewed.refresh_token ?? '')
    .catch(({ error }) => error);

  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect([stolen, after]).toEqual(['invalid_grant', 'invalid_grant']);
  expect(await statusWith(renewed.access_token)).toBe(401);
});

test('keeps an access token for an hour, and the cap over renewals', async () => {
  const person = await openPerson(server);
  const { settings, tokens } = await signIn(person);
  const [first, second] = await guids();
  const buy = async (token: string, guid: string | undefined) => {
    const agent = await connectMcp(server.baseUrl, 'http', token);
    const answer = await callTool(agent, 'download_model', wishFor(guid, '10k'));
    return answer;
  };

  const paid = await buy(tokens.access_token, first);
  server.advance(61 * 60 * 1000);
  const over = await fetch(`${server.baseUrl}/mcp/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');
  const refused = await buy(renewed.access_token, second);

  expect(tokens.expires_in).toBe(3600);
  expect(paid.content).toMatchObject({ charged_usd_number: 1 });
  expect(over.status).toBe(401);
  expect(refused.refusal).toMatchObject({ code: 'FORBIDDEN' });
});

test('ends what was granted when a code is used twice', async () => {
  const { tokens, finish } = await signIn(await openPerson(server));

  const again = await finish().catch(({ error }) => error);

  expect(again).toBe('invalid_grant');
  expect(await statusWith(tokens.access_token)).toBe(401);
});

test('ends nothing for those who know only the address of the approval page', async () => {
  const { settings, sessionId, tokens } = await signIn(await openPerson(server));

  await client.tokenRevocation(settings, `lsr_${sessionId}.guess`);
  const guessed = await client
    .refreshTokenGrant(settings, `lsr_${sessionId}.guess`)
    .catch(({ error }) => error);

  expect(guessed).toBe('invalid_grant');
  expect(await statusWith(tokens.access_token)).toBe(400); // alive, but this is no message
});

test('takes a token for MCP at its three addresses alone', async () => {
  const { settings, tokens } = await signIn(await openPerson(server), terms, `${server.baseUrl}/mcp/account`);
  const elsewhere = await server.call('pluginDirect', { guid: 'any' }, { token: tokens.access_token });
  const wider = await client
    .refreshTokenGrant(settings, tokens.refresh_token ?? '', { resource: server.baseUrl })
    .catch(({ error }) => error);
  const renewed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '');

  const there = ['/mcp', '/mcp/', '/mcp/account'].map((path) => statusWith(renewed.access_token, path));

  expect(await Promise.all(there)).toEqual([400, 400, 400]);
  expect([elsewhere.status, elsewhere.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(wider).toBe('invalid_target');
  expect((await server.call('account', {}, { token: renewed.access_token })).status).toBe(401);
});

test('narrows a token for the whole server when it is renewed for MCP', async () => {
  const { settings, tokens } = await signIn(await openPerson(server), terms, server.baseUrl);
  const whole = await server.call('account', {}, { token: tokens.access_token });
  const resource = `${server.baseUrl}/mcp`;

  const narrowed = await client.refreshTokenGrant(settings, tokens.refresh_token ?? '', { resource });

  expect(whole.status).toBe(403); // known, but not for this
  expect((await server.call('account', {}, { token: narrowed.access_token })).status).toBe(401);
  expect(await statusWith(narrowed.access_token)).toBe(400);
});

test('lets a device-flow token pay on MCP', async () => {
  const person = await openPerson(server);
  const settings = await client.discovery(new URL(server.baseUrl), 'render-farm', undefined, client.None(), {
    ...{ algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  });
  const started = await client.initiateDeviceAuthorization(settings, { scope: 'download:direct' });
  const sessionId = started.device_code.split('.')[0] ?? '';
  await server.call('approveSignIn', { sessionId, scopes: ['download:direct'] }, person.browser);
  const { access_token } = await client.pollDeviceAuthorizationGrant(settings, started);
  const agent = await connectMcp(server.baseUrl, 'http', access_token);
  const [guid] = await guids();

  const { content } = await callTool(agent, 'download_model', wishFor(guid, '10k'));

  expect(content).toMatchObject({ charged_usd_number: 1 });
});
