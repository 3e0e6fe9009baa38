import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { openPerson, returnAddress } from '../../helpers/agent-sign-in.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const guids = Array.from({ length: 20 }, (_, number) => `model-${number}`);
const server = await startTestServer({
  files: Object.assign({}, ...guids.map((guid) => simpleModel(guid, { guid }))),
});

/** An app that may spend so much, on the whole server. */
async function signIn(spendingCapUsd: number) {
  const person = await openPerson(server);
  const settings = await client.dynamicClientRegistration(
    new URL(server.baseUrl),
    { client_name: 'Scene builder', redirect_uris: [returnAddress] },
    client.None(),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(settings, {
    ...{ redirect_uri: returnAddress, scope: 'download:direct', code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  });
  const back = await person.approve(url, { spendingCapUsd, asksFirst: false, days: 1 });
  const { access_token } = await client.authorizationCodeGrant(settings, back, { pkceCodeVerifier });
  return { person, token: access_token };
}

const file = { format: 'obj', lod: '10k' };
/** Each answers what was charged, in dollars; a refusal charges nothing. */
async function buyDirect(guid: string, token: string): Promise<number> {
  const answer = await server.call('pluginDirect', { guid, ...file }, { token });
  return answer.status === 200 ? answer.body.chargedUsd : 0;
}

test.each([
  ['each model once', 20],
  ['each model by both', 10],
])('never spends more than the cap by 20 purchases at once: %s', async (_what, models) => {
  const { person, token } = await signIn(7);
  const agent = await connectMcp(server.baseUrl, 'http', token);
  const buyByMcp = async (guid: string): Promise<number> => {
    const wish = { model_id_string: `model_${guid}`, format_string: 'obj', lod_string: '10k' };
    const { content } = await callTool(agent, 'download_model', wish);
    return Number(content?.charged_usd_number ?? 0);
  };

  const charged = await Promise.all(
    guids.map((_, number) => {
      const guid = guids[number % models] ?? '';
      return number < 10 ? buyDirect(guid, token) : buyByMcp(guid);
    }),
  );

  const { body: account } = await server.call('balance', {}, { token: person.token });
  const { body: owned } = await server.call('entitlements', {}, { token: person.token });
  // A charge whose answer a busy machine lost is still a charge, so the answers may say less, and never more.
  expect(charged.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(7);
  expect([account.balanceUsd, owned.entitlements.length]).toEqual([93, 7]);
});
