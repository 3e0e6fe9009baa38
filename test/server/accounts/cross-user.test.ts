import { expect, test } from 'vitest';
import type { RouteDefinition } from '../../../server/contract/define.ts';
import { routes } from '../../../server/contract/index.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 3 }));
const server = await shareTestServer({ library });
await registerPerson(server); // the admin
const owner = await signInPlugin(server, ['account:read', 'download:direct']);
const other = await registerPerson(server);
await server.call('createApiKey', { name: 'Owner' }, { token: owner.token });

const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
const tokensOfOthers = async () => {
  const rows = await server.rows<{ id: string }>(
    'SELECT id FROM token WHERE account_id <> @id ORDER BY id',
    other.user,
  );
  return rows.map(({ id }) => id);
};

test('charges and unlocks for the caller alone', async () => {
  await server.call('agentDirect', wish, { token: owner.token });

  const balances = [
    (await server.call('balance', {}, { token: owner.token })).body.balanceUsd,
    (await server.call('balance', {}, { token: other.token })).body.balanceUsd,
  ];
  const formats = await server.call('agentFormats', { guid: 'table' }, { token: other.token });
  const lists = [
    (await server.call('entitlements', {}, { token: other.token })).body.total,
    (await server.call('transactions', {}, { token: other.token })).body.total,
  ];

  expect(balances).toEqual([97, 100]);
  expect(formats.body.pricing.unlocked).toBe(false);
  expect(lists).toEqual([0, 1]);
});

const withIds = Object.entries<RouteDefinition>(routes).filter(
  ([, { callers, path }]) => callers.some((kind) => kind === 'user') && /\{\w*Id\}/.test(path),
);

test.each(withIds)("gives nothing of another account's by %s", async (_name, route) => {
  const before = await tokensOfOthers();
  const ids = [...before, owner.user.id];
  const browser = await signInBrowser(server, other);

  for (const id of ids) {
    const response = await fetch(`${server.baseUrl}${route.path.replaceAll(/\{\w+\}/g, id)}`, {
      method: route.method,
      headers: { ...browser.headers, ...(route.body && { 'content-type': 'application/json' }) },
      ...(route.body && { body: JSON.stringify({ decision: 'approve' }) }),
    });
    const text = await response.text();
    expect([400, 403, 404]).toContain(response.status);
    expect(text).not.toContain(owner.email);
  }

  expect(await tokensOfOthers()).toEqual(before);
});

test('tells who signs up whether they may', async () => {
  const closed = await startTestServer({ environment: { LODESTOCK_REGISTRATION: 'closed' } });
  const first = await closed.call('session', {});
  await registerPerson(closed);

  const later = await closed.call('session', {});

  expect([first.body.registration, later.body.registration]).toEqual(['open', 'closed']);
  await closed.close();
});

test('counts downloads in a browser as well', async () => {
  const browser = await signInBrowser(server, other);

  const response = await fetch(`${server.baseUrl}/download/table/format/obj?lod=1k`, {
    headers: browser.headers,
    redirect: 'manual',
  });

  expect([response.status, response.headers.get('ratelimit-policy')]).toEqual([302, '"direct";q=600;w=60']);
});
