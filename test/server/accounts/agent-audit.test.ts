import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { openPerson, signInAgent } from '../../helpers/agent-sign-in.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer();
const admin = await registerPerson(server);

type Person = Awaited<ReturnType<typeof openPerson>>;
type Signed = Awaited<ReturnType<typeof signIn>>;

const terms = { spendingCapUsd: 3, asksFirst: false, days: 7 };
const signIn = (person: Person) => signInAgent(person, terms);
const record = async ({ user }: Person) => {
  const asked = { accountId: user.id };
  const { body } = await server.call('adminActions', asked, { token: admin.token });
  return body.actions;
};

test('tells admins which app may spend how much, and until when', async () => {
  const { person } = await signIn(await openPerson(server));

  const [action] = await record(person);

  expect(action).toMatchObject({
    ...{ action: 'app.grant', adminEmail: person.email, accountEmail: person.email },
    details: {
      ...{ app: 'Studio bot', scopes: 'download:direct', returnsTo: '127.0.0.1:53682' },
      ...terms,
    },
  });
  expect(Date.parse(String(action?.details.until))).toBeGreaterThan(Date.now());
});

const endings: readonly [by: string, end: (signed: Signed) => Promise<unknown>][] = [
  [
    'person',
    async ({ person: { token } }) => {
      const { body } = await server.call('apps', {}, { token });
      await server.call('revokeApp', { appId: body.apps[0]?.id ?? '' }, { token });
    },
  ],
  ['app', ({ settings, tokens }) => client.tokenRevocation(settings, tokens.refresh_token ?? '')],
  ['app', ({ settings, tokens }) => client.tokenRevocation(settings, tokens.access_token)],
  ['reuse', ({ finish }) => finish().catch(() => null)],
  [
    'admin',
    ({ person: { user } }) => server.call('adminDisable', { accountId: user.id }, { token: admin.token }),
  ],
];

test.each(endings)('tells admins that an app was ended by: %s', async (by, end) => {
  const signed = await signIn(await openPerson(server));

  await end(signed);

  const ended = (await record(signed.person)).filter(({ action }) => action === 'app.revoke');
  expect(ended).toMatchObject([{ details: { app: 'Studio bot', by } }]);
  expect(ended[0]?.adminEmail).toBe(by === 'admin' ? admin.email : signed.person.email);
});
