import { spawnSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { afterAll, expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { callTool, makeStdioTransport, protocolErrorOf } from '../../helpers/mcp-client.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { startKeyring, whyNoKeyring } from '../../helpers/with-keyring.ts';

const reason = whyNoKeyring();
const server = await startTestServer({ files: simpleModel('Oak chair') });
const keyring = await startKeyring();
afterAll(() => keyring?.stop());

const run = (args: readonly string[], input = '') => {
  const env = { ...process.env, ...keyring?.env, LODESTOCK_DATA_DIR: server.dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/main.js', 'mcp', ...args], {
    input,
    env,
    encoding: 'utf8',
  });
  return { status, text: `${stdout}${stderr}` };
};

async function downloadOverStdio() {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(makeStdioTransport(['--server', server.baseUrl], { ...keyring?.env }));
  const { body } = await server.call('browse', {});
  const wish = { model_id_string: `model_${body.results[0]?.guid}`, format_string: 'obj', lod_string: '10k' };
  return { client, wish };
}

test.skipIf(reason !== null)('pays over stdio with the keychain key', async () => {
  const person = await registerPerson(server);
  const { body } = await server.call('createApiKey', { name: 'agent' }, { token: person.token });
  const kept = run(['login', '--server', server.baseUrl], `${body.apiKey}\n`);

  const { client, wish } = await downloadOverStdio();
  const paid = await callTool(client, 'download_model', wish);
  await client.close();
  const forgotten = run(['logout', '--server', server.baseUrl]);
  const again = await downloadOverStdio();
  const refused = await protocolErrorOf(
    again.client.callTool({ name: 'download_model', arguments: again.wish }),
  );
  await again.client.close();

  expect(kept.status).toBe(0);
  expect(kept.text).not.toContain(body.apiKey);
  expect(paid.content).toMatchObject({ charged_usd_number: 1 });
  expect(forgotten.text).toContain('is forgotten');
  expect(refused.data).toMatchObject({ code: 'API_KEY_REQUIRED' });
});

test('refuses to keep what is no key', () => {
  const { status, text } = run(['login'], 'hello world\n');

  expect(status).toBe(1);
  expect(text).toContain('That is not an API key.');
});

test.skipIf(reason !== null)('refuses a key over its cap', async () => {
  const person = await registerPerson(server);
  const { body } = await server.call(
    'createApiKey',
    { name: 'thrifty', spendingCapUsd: 0.5 },
    { token: person.token },
  );
  const { client, wish } = await downloadOverStdio();

  const { refusal } = await callTool(client, 'download_model', { ...wish, api_key_string: body.apiKey });
  await client.close();

  expect(refusal).toMatchObject({ code: 'FORBIDDEN', details: { spendingCapUsd: 0.5 } });
});
