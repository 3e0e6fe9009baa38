import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { createCapabilities } from '../../../server/files/capabilities.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const big = randomBytes(24 * 1024 * 1024);
const library = makeLibraryFolder({
  ...simpleModel('table', { guid: 'table', priceUsd: 0 }),
  'table/10k/other.obj': objText(7, 'other', 'other.mtl'),
  'table/10k/other.mtl': 'newmtl steel\n',
  'table/10k/big.psd': big,
});
const server = await startTestServer({ libraryDir: library.folder });

const scene = { guid: 'table', relativePath: '10k/thing.obj' };
const minute = 60_000;
const statusOf = async (address: string | URL) => {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status;
};
const askDirect = async (token: string, wish = scene) =>
  (await server.call('agentDirect', wish, { token })).body;

test('opens a file with its support files alone', async () => {
  const { token } = await registerPerson(server);
  const { downloadUrl } = await askDirect(token);
  const statuses = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => statusOf(new URL(path, downloadUrl))));

  const needed = await statuses(['thing.obj', 'thing.mtl', 'textures/wood.png']);
  const siblings = await statuses(['other.obj', 'other.mtl', '../1k/thing.obj', '../1k/thing.mtl', './']);

  expect(needed).toEqual([200, 200, 200]);
  expect(siblings).toEqual([404, 404, 404, 404, 404]);
});

test('opens no archive and no other route', async () => {
  const { token } = await registerPerson(server);
  const { downloadUrl } = await askDirect(token);
  const large = await askDirect(token, { guid: 'table', relativePath: '10k/big.psd' });
  const { leavesUrl = '' } = large;

  const statuses = await Promise.all([
    statusOf(downloadUrl.replace('/data/', '/zip/').replace('thing.obj', 'all.zip')),
    statusOf(downloadUrl.replace('/data/', '/zip/').replace('thing.obj', 'textures.zip')),
    statusOf(large.downloadUrl.replace('/data/', '/leaves/')),
    statusOf(leavesUrl.replace('/leaves/', '/data/')),
    statusOf(leavesUrl),
  ]);

  expect(statuses).toEqual([404, 404, 404, 404, 200]);
});

test('gives an archive that opens no single file', async () => {
  const person = await registerPerson(server);
  const { headers } = await signInBrowser(server, person);
  const answer = await fetch(`${server.baseUrl}/download/table/all?lod=10k&relativePath=10k/thing.obj`, {
    headers,
    redirect: 'manual',
  });
  const address = answer.headers.get('location') ?? '';

  const statuses = await Promise.all([
    statusOf(address),
    statusOf(address.replace('/zip/', '/data/').replace('all.zip', 'thing.obj')),
    statusOf(address.replace('all.zip', 'textures.zip')),
  ]);

  expect(statuses).toEqual([200, 404, 404]);
});

test('lasts fifteen minutes at most for everyone', async () => {
  const { token } = await registerPerson(server);
  const { appToken } = await signInPlugin(server);
  const agent = await connectMcp(server.baseUrl);
  const asked = Date.now();

  const direct = await askDirect(token);
  const plugin = await server.call('pluginDirect', scene, { token: appToken });
  const wish = { model_id_string: 'model_table', format_string: 'obj', lod_string: '1k' };
  const free = await callTool(agent, 'download_model', wish);
  const ends = [direct.expiresAt, plugin.body.expiresAt, String(free.content?.expires_at_string)].map(
    (end) => (Date.parse(end) - asked) / minute,
  );

  for (const end of ends) {
    expect(end).toBeGreaterThan(14);
    expect(end).toBeLessThanOrEqual(15.1);
  }
});

test('tells caches no longer than the address lasts', async () => {
  const fresh = await startTestServer({ libraryDir: library.folder, isClockStopped: true });
  const { token } = await registerPerson(fresh);
  const { body } = await fresh.call('agentDirect', scene, { token });
  const ask = async (range?: string) => {
    const { headers } = await fetch(body.downloadUrl, range === undefined ? {} : { headers: { range } });
    return headers.get('cache-control');
  };

  const whole = Number(/max-age=(\d+)/.exec((await ask()) ?? '')?.[1]);
  fresh.advance((whole - 30) * 1000);
  const late = [await ask(), await ask('bytes=0-3')];
  fresh.advance(31_000);

  expect(whole).toBeGreaterThan(14 * 60);
  expect(whole).toBeLessThanOrEqual(15 * 60);
  expect(late).toEqual(Array(2).fill('private, max-age=30, immutable'));
  expect(await statusOf(body.downloadUrl)).toBe(404);
});

test('takes no address that was signed for longer', () => {
  const key = randomBytes(32);
  const now = Date.now();
  const capabilities = createCapabilities({
    ...{ key, syncKey: null, edge: null, clock: () => now },
    addresses: server.app.addresses,
    hostUrlOf: () => null,
    isTokenAlive: () => true,
    supportOf: () => [],
  });
  const opened = { guid: 'table', path: '10k/thing.obj', route: 'data' } as const;
  const leftOf = (lifetime: number) => {
    const permission = { guid: 'table', of: opened.path, expiresAt: now + lifetime, grantedBy: null };
    return capabilities.remaining(capabilities.issue(permission), opened);
  };

  expect(leftOf(15 * minute)).toBeGreaterThan(14 * minute);
  expect(leftOf(24 * 60 * minute)).toBe(0);
});

/** What ends a token, and a token with the way to end it. */
const endings: Record<string, () => Promise<{ address: string; end: () => Promise<unknown> }>> = {
  'its API key is revoked': async () => {
    const { token } = await registerPerson(server);
    const key = await server.call('createApiKey', { name: 'agent' }, { token });
    const { downloadUrl } = await askDirect(key.body.apiKey);
    return {
      address: downloadUrl,
      end: () => server.call('revokeApiKey', { keyId: key.body.id }, { token }),
    };
  },
  'its app is revoked': async () => {
    const { token, appToken } = await signInPlugin(server);
    const { body } = await server.call('pluginDirect', scene, { token: appToken });
    const [app] = (await server.call('apps', {}, { token })).body.apps;
    return {
      address: body.supportFiles[0]?.url ?? '',
      end: () => server.call('revokeApp', { appId: app?.id ?? '' }, { token }),
    };
  },
  'its program signs out': async () => {
    const { token } = await registerPerson(server);
    return { address: (await askDirect(token)).downloadUrl, end: () => server.call('logout', {}, { token }) };
  },
  'its browser signs out': async () => {
    const browser = await signInBrowser(server, await registerPerson(server));
    const { body } = await server.call('agentDirect', scene, browser);
    return { address: body.downloadUrl, end: () => server.call('signOut', {}, browser) };
  },
  'the password is changed elsewhere': async () => {
    const { token, email, password } = await registerPerson(server);
    const other = await server.call('login', { email, password });
    const change = { oldPassword: password, newPassword: 'another password' };
    return {
      address: (await askDirect(other.body.token)).downloadUrl,
      end: () => server.call('changePassword', change, { token }),
    };
  },
  'another process disables the account': async () => {
    const { token, user } = await registerPerson(server);
    return {
      address: (await askDirect(token)).downloadUrl,
      end: async () => {
        const other = openDatabase(server.db.name);
        other.prepare('UPDATE account SET is_disabled = 1 WHERE id = ?').run(user.id);
        other.close();
      },
    };
  },
};

test.each(Object.entries(endings))('ends as soon as %s', async (_when, prepare) => {
  const { address, end } = await prepare();
  const before = await statusOf(address);

  await end();
  const after = await fetch(address, { headers: { range: 'bytes=0-3' } });

  expect([before, after.status]).toEqual([200, 404]);
});

test('lets others go on when one token ends', async () => {
  const { token, email, password } = await registerPerson(server);
  const other = await server.call('login', { email, password });
  const mine = await askDirect(token);

  await server.call('logout', {}, { token: other.body.token });

  expect(await statusOf(mine.downloadUrl)).toBe(200);
});

test('finishes what it began before the end', async () => {
  const { token } = await registerPerson(server);
  const { downloadUrl } = await askDirect(token, { guid: 'table', relativePath: '10k/big.psd' });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(downloadUrl, resolve).on('error', reject);
  });
  response.pause();

  await server.call('logout', {}, { token });
  const resumed = await fetch(downloadUrl, { headers: { range: 'bytes=1000-' } });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);

  expect(resumed.status).toBe(404);
  expect(Buffer.concat(chunks).equals(big)).toBe(true);
});
