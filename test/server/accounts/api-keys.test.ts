import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: {
    ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
    ...simpleModel('chair', { guid: 'chair', priceUsd: 2.5 }),
  },
});

const wish = (guid: string) => ({ guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' });
const makeKey = async (token: string, input: { spendingCapUsd?: number; expiresAt?: string } = {}) =>
  (await server.call('createApiKey', { name: 'Render farm', ...input }, { token })).body;

test('downloads with a key and lists what it spent', async () => {
  const { token } = await registerPerson(server);
  const { apiKey, id, prefix } = await makeKey(token);

  const direct = await server.call('agentDirect', wish('table'), { token: apiKey });
  const { apiKeys } = (await server.call('apiKeys', {}, { token })).body;
  const row = await server.rows('SELECT amount_cents AS cents FROM ledger WHERE token_id = @id', { id });

  expect(direct.body).toMatchObject({ chargedUsd: 3, balanceRemainingUsd: 97 });
  expect(apiKeys).toMatchObject([{ id, name: 'Render farm', prefix, spentUsd: 3, spendingCapUsd: null }]);
  expect(apiKey).toMatch(/^lsk_[A-Za-z0-9_-]{43}$/);
  expect(apiKey.startsWith(prefix)).toBe(true);
  expect(row).toEqual([{ cents: -300 }]);
});

test('shows a key once and keeps its hash', async () => {
  const { token } = await registerPerson(server);
  const { apiKey } = await makeKey(token);

  const listed = JSON.stringify((await server.call('apiKeys', {}, { token })).body);
  const kept = JSON.stringify(await server.rows('SELECT * FROM token'));

  expect(listed).not.toContain(apiKey);
  expect(kept).not.toContain(apiKey);
  expect(server.logged.join('')).not.toContain(apiKey);
});

test('charges nothing over the cap', async () => {
  const { token } = await registerPerson(server);
  const { apiKey } = await makeKey(token, { spendingCapUsd: 5 });
  await server.call('agentDirect', wish('table'), { token: apiKey });

  const refused = await server.call('agentDirect', wish('chair'), { token: apiKey });
  const balance = await server.call('balance', {}, { token });
  const again = await server.call('agentDirect', wish('table'), { token: apiKey });

  expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  expect(refused.error.message).toBe(
    '"Render farm" may spend $5.00 and has spent $3.00; this costs $2.50. Make a key with a higher cap, or sign the app in again.',
  );
  expect(refused.error.details).toEqual({ spendingCapUsd: 5, spentUsd: 3, priceUsd: 2.5 });
  expect(balance.body.balanceUsd).toBe(97);
  expect(again.body.chargedUsd).toBe(0);
});

test('spends a cap to its last cent', async () => {
  const { token } = await registerPerson(server);
  const { apiKey } = await makeKey(token, { spendingCapUsd: 5.5 });

  const answers = [
    await server.call('agentDirect', wish('table'), { token: apiKey }),
    await server.call('agentDirect', wish('chair'), { token: apiKey }),
  ];

  expect(answers.map(({ body }) => body.chargedUsd)).toEqual([3, 2.5]);
});

test('counts for a cap only what the key charged', async () => {
  const { token } = await registerPerson(server);
  const { apiKey } = await makeKey(token, { spendingCapUsd: 2.5 });
  await server.call('agentDirect', wish('table'), { token });

  const { body } = await server.call('agentDirect', wish('chair'), { token: apiKey });

  expect(body.chargedUsd).toBe(2.5);
});

test('refuses an expired key', async () => {
  const { token } = await registerPerson(server);
  const { apiKey } = await makeKey(token, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const before = await server.call('balance', {}, { token: apiKey });

  server.advance(61_000);
  const after = await server.call('balance', {}, { token: apiKey });

  expect([before.status, after.status]).toEqual([200, 401]);
  expect((await server.call('apiKeys', {}, { token })).body.apiKeys).toEqual([]);
});

test.each([
  [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: 'soon' }, 'expiresAt'],
  [{ expiresAt: '9999-12-31T23:59:59-12:00' }, 'expiresAt'],
  [{ spendingCapUsd: -1 }, 'spendingCapUsd'],
  [{ spendingCapUsd: 0.001 }, 'spendingCapUsd'],
])('refuses to make a key with %j', async (input, field) => {
  const { token } = await registerPerson(server);

  const { status, error } = await server.call('createApiKey', { name: 'Wrong', ...input }, { token });

  expect(status).toBe(400);
  expect(Object.keys(error.details?.fields ?? {})).toEqual([field]);
});

test('refuses a revoked key on the next call', async () => {
  const { token } = await registerPerson(server);
  const { apiKey, id } = await makeKey(token);

  const revoked = await server.call('revokeApiKey', { keyId: id }, { token });
  const after = await server.call('agentFormats', { guid: 'table' }, { token: apiKey });

  expect([revoked.status, after.status]).toEqual([204, 401]);
});
