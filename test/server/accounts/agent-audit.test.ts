import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { openPerson, returnAddress } from '../../helpers/agent-sign-in.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer();
const admin = await registerPerson(server);

type Person = Awaited<ReturnType<typeof openPerson>>;
type Signed = Awaited<ReturnType<typeof signIn>>;

async function signIn(person: Person) {
  const settings = await client.dynamicClientRegistration(
    new URL(server.baseUrl),
    { client_name: 'Studio bot', redirect_uris: [returnAddress] },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(settings, {
    ...{ redirect_uri: returnAddress, scope: 'download:direct', code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  });
  const back = await person.approve(url, { spendingCapUsd: 3, asksFirst: false, days: 7 });
  const finish = () => client.authorizationCodeGrant(settings, back, { pkceCodeVerifier });
  return { person, settings, tokens: await finish(), finish };
}
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
      ...{ spendingCapUsd: 3, asksFirst: false, days: 7 },
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
