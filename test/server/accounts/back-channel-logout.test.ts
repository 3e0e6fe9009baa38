import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { enterByCompany, startCompany } from '../../helpers/company.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const people = { ada: { email: 'ada@studio.example', email_verified: true, name: 'Ada' } };
const admin = { email: 'root@studio.example', password: 'correct horse battery', name: 'Root' };
const event = 'http://schemas.openid.net/event/backchannel-logout';

const ada = people.ada.email;

test.each([
  ['person', 'public', { laptop: null, desktop: null }],
  ['person', 'private', { laptop: null, desktop: null }],
  ['session of the person', 'public', { laptop: null, desktop: ada }],
  ['session', 'private', { laptop: null, desktop: ada }],
])(
  'ends the sessions of who signs out at a provider that names the %s, on a %s catalogue',
  async (named, catalogue, left) => {
    const company = await startCompany(people, { COMPANY_LOGOUT: named });
    const environment = { ...company.environment, LODESTOCK_CATALOGUE: catalogue };
    const server = await startTestServer({ environment });
    await server.call('register', admin);
    const laptop = await enterByCompany(server, 'ada');
    const desktop = await enterByCompany(server, 'ada');
    const emailOf = async ({ visit }: typeof laptop) =>
      (await (await visit(`${server.baseUrl}/api/session`)).json()).user?.email ?? null;
    expect([await emailOf(laptop), await emailOf(desktop)]).toEqual([ada, ada]);

    const { end_session_endpoint: end } = await (
      await fetch(`${company.issuer}/.well-known/openid-configuration`)
    ).json();
    const page = await (await laptop.visit(end)).text();
    const [, action = '', xsrf = ''] =
      /action="([^"]+)"[^>]*>\s*<input[^>]*name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await laptop.visit(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    });

    await expect.poll(() => emailOf(laptop)).toBeNull();
    expect({ laptop: await emailOf(laptop), desktop: await emailOf(desktop) }).toEqual(left);
  },
);

/** A provider of which only the keys are real. */
async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
  const provider = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const configuration = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : configuration));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  onTestFinished(() => void provider.close());
  const bound = provider.address();
  const issuer = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  return { issuer, privateKey, foreign: (await generateKeyPair('RS256')).privateKey };
}

test('refuses a token that is not right, and a right one the second time', async () => {
  const { issuer, privateKey, foreign } = await startIssuer();
  const environment = {
    LODESTOCK_OIDC_ISSUER: issuer,
    LODESTOCK_OIDC_CLIENT_ID: 'lodestock',
    LODESTOCK_OIDC_CLIENT_SECRET: 'secret',
  };
  const server = await startTestServer({ environment });
  const right = { iss: issuer, aud: 'lodestock', sub: 'ada', events: { [event]: {} } };
  const make = (claims: Record<string, unknown>, key = privateKey) =>
    new SignJWT({ jti: crypto.randomUUID(), iat: Math.floor(Date.now() / 1000), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .sign(key);
  const send = async (token: string) =>
    (
      await fetch(`${server.baseUrl}/auth/oidc/logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;
  const { sub: _, ...nobody } = right;
  const wrong = [
    await make({ ...right, iss: 'http://another.example' }),
    await make({ ...right, aud: 'another' }),
    await make({ ...right, nonce: 'n' }),
    await make({ ...right, events: {} }),
    await make({ ...right, iat: 1000 }),
    await make(nobody),
    await make(right, foreign),
    'no token',
  ];
  const token = await make(right);

  expect([await send(token), await send(token)]).toEqual([200, 400]);
  for (const one of wrong) expect(await send(one)).toBe(400);
});
