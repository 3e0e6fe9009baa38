import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

// A real OpenID Connect provider in a process of its own, which ends with the one that started it. The file
// COMPANY_PEOPLE has its people: claims by login.

process.stdin.resume().once('close', () => process.exit());

const readPeople = () => JSON.parse(readFileSync(process.env.COMPANY_PEOPLE, 'utf8'));
/** What its logout tokens name: a person, a session, or both. */
const logout = process.env.COMPANY_LOGOUT ?? 'person';
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'lodestock',
      client_secret: 'a secret of the company',
      redirect_uris: ['http://127.0.0.1/auth/oidc/callback'],
      token_endpoint_auth_method: process.env.COMPANY_CLIENT_AUTH ?? 'client_secret_post',
      backchannel_logout_session_required: logout !== 'person',
    },
  ],
  clientAuthMethods: [process.env.COMPANY_CLIENT_AUTH ?? 'client_secret_post'],
  findAccount: (_context, login) => ({
    accountId: login,
    claims: () => ({ sub: login, ...readPeople()[login] }),
  }),
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  conformIdTokenClaims: process.env.COMPANY_ID_TOKEN !== 'whole',
  pkce: { required: () => true },
  // Its own refuses loopback addresses.
  fetch: (address, { dispatcher: _, ...options }) => fetch(address, options),
  features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
});
const { backchannelLogout } = provider.Client.prototype;
provider.Client.prototype.backchannelLogout = function (subject, session) {
  return backchannelLogout.call(this, logout === 'session' ? undefined : subject, session);
};
// The port of the server under test is not known before it asks.
provider.Client.prototype.redirectUriAllowed = (uri) => {
  provider.Client.prototype.backchannelLogoutUri = new URL('logout', uri).href;
  return new URL(uri).pathname.endsWith('/auth/oidc/callback');
};
provider.Client.prototype.postLogoutRedirectUriAllowed = () => true;
server.on('request', provider.callback());
console.log(issuer);
