import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createReadClientDocument,
  isDocumentAddress,
} from '../../../server/accounts/sign-in/oauth/client-documents.ts';
import { createOauthClients } from '../../../server/accounts/sign-in/oauth/oauth-clients.ts';
import { isPublicAddress } from '../../../server/base/public-address.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../helpers/private-authority.ts';

const folder = makeFolder();
const usual = tls.getCACertificates('default');
const redirect_uris = ['http://127.0.0.1:9/callback'];
let origin = '';
let close = () => {};
let asked = 0;

const reason = whyNoAuthority();
beforeAll(async () => {
  if (reason !== null) return;
  const authority = createPrivateAuthority(folder);
  const { cert, key } = authority.issue('localhost');
  tls.setDefaultCACertificates([...usual, readFileSync(authority.file, 'utf8')]);
  const server = createServer({ cert, key }, ({ url = '' }, response) => {
    asked += 1;
    const own = { client_id: `${origin}${url}`, client_name: 'Agent', redirect_uris };
    const answers: Record<string, () => void> = {
      '/agent.json': () => response.end(JSON.stringify(own)),
      '/other.json': () => response.end(JSON.stringify({ ...own, client_id: `${origin}/agent.json` })),
      '/moved.json': () => response.writeHead(302, { location: '/agent.json' }).end(),
      '/long.json': () => response.end(JSON.stringify({ ...own, more: 'x'.repeat(20_000) })),
      '/script.json': () => response.end(JSON.stringify({ ...own, redirect_uris: ['javascript:alert(1)'] })),
    };
    answers[url]?.();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  origin = `https://localhost:${typeof bound === 'object' && bound ? bound.port : 0}`;
  close = () => server.close();
});
afterAll(() => {
  close();
  tls.setDefaultCACertificates(usual);
});

const everywhere = () => true;

test.skipIf(reason !== null)('reads what an app says of itself, once', async () => {
  const key = Buffer.alloc(32);
  const clients = createOauthClients('open', key, createReadClientDocument(everywhere));
  const before = asked;

  const client = await clients?.find(`${origin}/agent.json`);
  await clients?.find(`${origin}/agent.json`);

  expect(client).toMatchObject({ name: 'Agent', host: new URL(origin).host, returnAddresses: redirect_uris });
  expect(asked - before).toBe(1);
});

test.skipIf(reason !== null).each(['/other.json', '/moved.json', '/long.json', '/script.json'])(
  'believes nothing of %s',
  async (document) => {
    const read = createReadClientDocument(everywhere);

    await expect(read(`${origin}${document}`)).rejects.toThrow();
  },
);

test.skipIf(reason !== null)('reaches into no network of our own', async () => {
  const before = asked;

  const read = createReadClientDocument()(`${origin}/agent.json`);

  await expect(read).rejects.toThrow('localhost is not on the public internet.');
  expect(asked).toBe(before);
});

test('knows no stranger that registered before only known apps could sign in', async () => {
  const key = Buffer.alloc(32);
  const register = (address: string) =>
    createOauthClients('open', key)?.register({ redirect_uris: [address] }).id ?? '';
  const clients = createOauthClients('known', key);

  const stranger = await clients?.find(register('https://agent.example/callback'));
  const here = await clients?.find(register('http://127.0.0.1/callback'));

  expect([stranger, here]).toEqual([null, expect.objectContaining({ name: 'Unnamed app' })]);
});

test('fetches nothing where only known apps may sign in', async () => {
  const fetched: string[] = [];
  const readDocument = async (url: string) => {
    fetched.push(url);
    return { client_id: url, redirect_uris };
  };
  const clients = createOauthClients('known', Buffer.alloc(32), readDocument);

  const client = await clients?.find('https://agent.example/agent.json');

  expect([client, fetched]).toEqual([null, []]);
});

test.each([
  'http://agent.example/agent.json',
  'https://agent.example/',
  'https://agent.example/a/../agent.json',
  'https://user@agent.example/agent.json',
  'https://agent.example/agent.json#part',
  'https://10.0.0.1/agent.json',
  'https://[::1]/agent.json',
])('takes %s for no address of a document', (address) => {
  expect(isDocumentAddress(address)).toBe(false);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '0.0.0.0',
  '::',
  '::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  '224.0.0.1',
])('counts %s as no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['93.184.216.34', '2606:2800:220:1::1'])('counts %s as a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
