import { expect, test } from 'vitest';
import { Scope } from '../../server/contract/common.ts';
import type { CallerKind, RouteDefinition } from '../../server/contract/define.ts';
import { routes } from '../../server/contract/index.ts';
import { signInPlugin } from '../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../helpers/test-server.ts';

const server = await startTestServer();
const guarded = Object.entries<RouteDefinition>(routes).filter(([, { callers }]) => callers.length > 0);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const admin = await signInPlugin(server, [...Scope.options]);
const { apiKey } = (await server.call('createApiKey', { name: 'Key' }, { token: admin.token })).body;
const ofAdmin: Readonly<Record<CallerKind, Record<string, string>>> = {
  user: bearer(admin.token),
  session: admin.browser.headers,
  plugin: bearer(admin.appToken),
  apiKey: bearer(apiKey),
};
const member = bearer((await registerPerson(server)).token);
const publisher = await signInPlugin(server, ['account:read']);
await server.call('adminSetRole', { accountId: publisher.user.id, role: 'publisher' }, admin);
const { cookie } = admin.browser.headers;

/** Everybody whom a route refuses, and how. */
function refusedBy({ callers, role, scopes, method }: RouteDefinition) {
  const kinds = (['user', 'session', 'plugin', 'apiKey'] as const).filter((kind) => !callers.includes(kind));
  const isChange = callers.includes('session') && method !== 'GET';
  const lacksScopes = callers.includes('plugin') && scopes.some((scope) => scope !== 'account:read');
  return [
    ['nobody', {}, 'UNAUTHENTICATED'],
    ...kinds.map((kind) => [kind, ofAdmin[kind], 'FORBIDDEN'] as const),
    ...(role === undefined ? [] : [['a member', member, 'FORBIDDEN'] as const]),
    ...(isChange ? [['a page without the CSRF token', { cookie }, 'FORBIDDEN'] as const] : []),
    ...(isChange
      ? [['another site', { ...ofAdmin.session, 'sec-fetch-site': 'cross-site' }, 'FORBIDDEN'] as const]
      : []),
    ...(lacksScopes
      ? [['an app without the scope', bearer(publisher.appToken), 'INSUFFICIENT_SCOPE'] as const]
      : []),
  ] as const;
}

test('lets in whom the contract names, and nobody else', async () => {
  const wrong: string[] = [];
  for (const [name, route] of guarded)
    for (const [who, headers, code] of refusedBy(route)) {
      const answer = await fetch(server.baseUrl + route.path.replaceAll(/\{\w+\}/g, 'x'), {
        method: route.method,
        headers: { ...headers, ...(route.body && { 'content-type': 'application/json' }) },
        ...(route.body && { body: '{}' }),
      });
      const body = await answer.json().catch(() => null);
      if (body?.code !== code) wrong.push(`${name} answered ${who} ${answer.status} ${body?.code}`);
    }

  expect(wrong).toEqual([]);
});

test('lets apps and API keys ask for this alone, and only admins for what is theirs', () => {
  const open = guarded.flatMap(([name, { callers, scopes }]) => {
    const kinds = callers.filter((kind) => kind === 'plugin' || kind === 'apiKey');
    return kinds.length === 0 ? [] : [[name, ...kinds, ...scopes].join(' ')];
  });
  const notForAdmins = Object.values<RouteDefinition>(routes).filter(
    ({ path, role }) => path.startsWith('/api/admin/') !== (role === 'admin'),
  );

  expect(notForAdmins.map(({ path }) => path)).toEqual([]);
  expect(open.sort()).toMatchInlineSnapshot(`
    [
      "account plugin apiKey account:read",
      "agentDirect apiKey download:direct",
      "agentFormats apiKey download:direct",
      "agentPlans plugin download:direct",
      "balance plugin apiKey balance:read",
      "changeCollection plugin lists:write",
      "changeFavourites plugin lists:write",
      "changeOwnNotes plugin lists:write",
      "changeProject plugin apiKey lists:write",
      "checkProject plugin apiKey lists:write",
      "collections plugin lists:write",
      "deleteCollection plugin lists:write",
      "deleteProject plugin apiKey lists:write",
      "deleteSavedSearch plugin lists:write",
      "entitlements plugin apiKey entitlements:read",
      "favourites plugin lists:write",
      "foreignFile apiKey plugin download:direct",
      "keptVersions plugin apiKey download:direct",
      "logout plugin apiKey",
      "makeCollection plugin lists:write",
      "makeProject plugin apiKey lists:write",
      "noteEntries plugin lists:write",
      "ownNotes plugin lists:write",
      "pluginDirect plugin download:direct",
      "pluginFormats plugin download:direct",
      "project plugin apiKey lists:write",
      "projects plugin apiKey lists:write",
      "publish plugin apiKey models:publish",
      "publishCheck plugin apiKey models:publish",
      "publishGuess plugin apiKey models:publish",
      "publishState plugin apiKey models:publish",
      "publishUploads plugin apiKey models:publish",
      "publishes plugin apiKey models:publish",
      "reportScene plugin apiKey lists:write",
      "saveSearch plugin lists:write",
      "savedSearches plugin lists:write",
      "sendNoteEntries plugin lists:write",
    ]
  `);
});
