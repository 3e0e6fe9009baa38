import { createHash, randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type http from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { openLeaf, sealLeaf } from '../../../src-main/peers/seal-leaf.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { startProxiedServer } from '../../helpers/proxied-server.ts';
import { createPeerNetwork, type PeerOptions } from './peer-network.ts';

const { leafBytes } = limits;
const large = randomBytes(2 * leafBytes + 99);
const small = randomBytes(2 * 1024 * 1024);
const models = makeLibraryFolder({
  'large/product.json': JSON.stringify({ guid: 'large', title: 'Large', priceUsd: 1 }),
  'large/10k/scene.max': large,
  'small/product.json': JSON.stringify({ guid: 'small', title: 'Small', priceUsd: 1 }),
  'small/10k/scene.max': small,
});
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest();
const sha256 = hashOf(large).toString('hex');
const smallSha256 = hashOf(small).toString('hex');
const proxied = await startProxiedServer({ libraryDir: models.folder });
const { proxy, server } = proxied;
afterAll(async () => {
  await proxied.close();
  models.remove();
});
const { startApp, startOwnPeer } = createPeerNetwork(proxied);

/** An app that has a model and shares it. */
async function startFirst(guid = 'small', options: PeerOptions = {}) {
  const first = await startApp(options);
  const file = await first.download(guid);
  await first.share();
  return { ...first, file };
}

/** Downloads with another app; answers with what came from the host meanwhile. */
async function downloadWith(second: Awaited<ReturnType<typeof startApp>>, guid = 'small') {
  const before = proxy.ranges.length;
  const file = await second.download(guid);
  expect((await readFile(file)).equals(guid === 'large' ? large : small)).toBe(true);
  return { near: second.nearBytes(), fromHost: proxy.ranges.slice(before) };
}

test.each([
  ['large', large.length],
  ['small', small.length],
])('a second app gets the %s file from the first, and nothing from the host', async (guid, bytes) => {
  await startFirst(guid);

  const got = await downloadWith(await startApp(), guid);

  expect(got).toEqual({ near: bytes, fromHost: [] });
});

const startApps = (count: number, options?: PeerOptions) =>
  Promise.all(Array.from({ length: count }, () => startApp(options)));

async function expectLarge(file: string): Promise<void> {
  expect((await readFile(file)).equals(large)).toBe(true);
}

test.each([
  [2, 'whole'],
  [4, 'cut off in its middle'],
] as const)('%i apps that begin at once get a file from the host once, %s', async (count, how) => {
  if (how !== 'whole') proxy.set('cut');
  const onReport = ({ receivedBytes = 0 }) => {
    if (receivedBytes > 0) proxy.set('none'); // for requests to come
  };
  const apps = await startApps(count, { onReport });
  const before = proxy.fileBytes();

  for (const file of await Promise.all(apps.map((app) => app.download('large')))) await expectLarge(file);

  expect(proxy.fileBytes() - before).toBe(large.length);
  const near = apps.map((app) => app.nearBytes()).toSorted((a, b) => a - b);
  expect(near).toEqual([0, ...Array(count - 1).fill(large.length)]);
});

test('another app asks the host for the rest where the first has gone', async () => {
  proxy.hold(leafBytes + 1024 * 1024);
  const gone = new AbortController();
  const onReport = ({ nearBytes = 0 }) => {
    if (nearBytes === 0 || gone.signal.aborted) return;
    gone.abort(new Error('gone'));
    proxy.hold(null);
  };
  const before = proxy.ranges.length;
  const first = (await startApp()).download('large', gone.signal);
  const left = expect(first).rejects.toThrow('gone');
  await expect.poll(() => proxy.ranges.length).toBe(before + 1);
  const others = await startApps(2, { onReport });

  for (const file of await Promise.all(others.map((app) => app.download('large')))) await expectLarge(file);

  await left;
  expect(proxy.ranges.slice(before)).toEqual(['whole', `bytes=${leafBytes}-`]);
});

test('nobody waits for an app that is told to be slow', async () => {
  proxy.hold(leafBytes);
  onTestFinished(() => proxy.hold(null));
  const before = proxy.ranges.length;
  const [slow, other] = [await startApp({ isSlowed: true }), await startApp()];
  const first = slow.download('large');
  await expect.poll(() => proxy.ranges.length).toBe(before + 1);
  const second = other.download('large');
  await expect.poll(() => proxy.ranges.length).toBe(before + 2);
  proxy.hold(null);

  for (const file of await Promise.all([first, second])) await expectLarge(file);
});

test('each of the two pays for what it gets', async () => {
  await startFirst();
  const second = await startApp({}, () => signInPlugin(server));

  await downloadWith(second);

  const { balanceUsd } = (await server.call('balance', {}, second.person)).body;
  expect(balanceUsd).toBe(99);
});

test.each([
  ['the first does not want to share', { isWanted: false }, {}],
  ['the second does not want to share', {}, { isWanted: false }],
  ['the network of the first is metered', { isMetered: true }, {}],
  ['the network of the second is metered', {}, { isMetered: true }],
])('goes to the host when %s', async (_why, ofFirst, ofSecond) => {
  await startFirst('small', ofFirst);

  expect(await downloadWith(await startApp(ofSecond))).toEqual({ near: 0, fromHost: ['whole'] });
});

test('goes to the host when the first is away', async () => {
  const first = await startFirst();
  first.peers.stop();

  expect(await downloadWith(await startApp())).toEqual({ near: 0, fromHost: ['whole'] });
});

test('the host goes on where the first has died', async () => {
  const first = await startFirst('large');
  const onReport = ({ nearBytes }: { nearBytes?: number | undefined }) => {
    if (nearBytes === leafBytes) first.peers.stop();
  };

  const { near, fromHost } = await downloadWith(await startApp({ onReport }), 'large');

  expect([leafBytes, 2 * leafBytes]).toContain(near);
  expect(fromHost).toEqual([`bytes=${near}-`]);
});

test('gives nothing of a file that the artist has changed', async () => {
  const first = await startFirst();
  const handle = await open(first.file, 'r+');
  await handle.write('mine', 5);
  await handle.close();

  expect(await downloadWith(await startApp())).toEqual({ near: 0, fromHost: ['whole'] });
});

test('refuses a leaf of a peer that lies, and the host goes on', async () => {
  const asked: string[] = [];
  const call = await startOwnPeer(
    async (request, response) => {
      asked.push(request.url ?? '');
      const ticket = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const { key } = (await server.call('checkPeer', { ticket, sha256 }, call)).body;
      const index = Number(request.url?.split('/')[3]);
      const content = Buffer.from(large.subarray(index * leafBytes, (index + 1) * leafBytes));
      if (index === 1) content[5] = (content[5] ?? 0) ^ 1;
      response.end(await sealLeaf({ key: Buffer.from(key, 'base64'), sha256, index }, content));
    },
    { content: large },
  );

  const got = await downloadWith(await startApp(), 'large');

  expect(asked.length).toBeGreaterThan(1);
  expect(got).toEqual({ near: leafBytes, fromHost: [`bytes=${leafBytes}-`] });
});

test.each([
  ['is silent', () => undefined],
  [
    'sends nothing after its head',
    (response: http.ServerResponse) =>
      response.writeHead(200, { 'content-length': small.length + 28 }).flushHeaders(),
  ],
  [
    'sends less than it said',
    (response: http.ServerResponse) =>
      response.writeHead(200, { 'content-length': small.length + 28 }).write('x', () => response.destroy()),
  ],
  [
    'sends what nobody sealed',
    (response: http.ServerResponse) => response.end(randomBytes(small.length + 28)),
  ],
  ['is always busy', (response: http.ServerResponse) => response.writeHead(503).end()],
  [
    'leads elsewhere',
    (response: http.ServerResponse) => response.writeHead(302, { location: proxy.baseUrl }).end(),
  ],
])('goes to the host when a peer %s', async (_what, answer: (response: http.ServerResponse) => unknown) => {
  await startOwnPeer((_request, response) => answer(response), { content: small });

  const got = await downloadWith(await startApp({ patience: { answer: 300, leaf: 600, idle: 300 } }));

  expect(got).toEqual({ near: 0, fromHost: ['whole'] });
});

test('goes to the host when a peer that is ahead receives nothing', async () => {
  const asked: string[] = [];
  await startOwnPeer(
    (request, response) => {
      asked.push(request.url?.split('?')[1] ?? '');
      response.writeHead(425, { 'lodestock-steps': '7' }).end();
    },
    { content: small, isReceiving: true },
  );

  const got = await downloadWith(await startApp({ patience: { idle: 300 } }));

  expect(new Set(asked)).toEqual(new Set(['wait']));
  expect(got).toEqual({ near: 0, fromHost: ['whole'] });
});

/** What the second app gets to know of the first, and how it asks. */
async function findFirst() {
  const first = await startFirst();
  const person = await signInPlugin(server);
  const call = { token: person.appToken };
  await server.call('pluginDirect', { guid: 'small', relativePath: '10k/scene.max' }, call);
  const wanted = { guid: 'small', relativePath: '10k/scene.max', sha256: smallSha256 };
  const { peers } = (await server.call('findPeers', wanted, call)).body;
  const [place] = peers[0]?.places ?? [];
  const ask = (ticket = peers[0]?.ticket ?? '', file = smallSha256) =>
    fetch(`http://${place?.address}:${place?.port}/leaf/${file}/0/${smallSha256}`, {
      headers: { authorization: `Bearer ${ticket}` },
    });
  const revoke = async () => {
    const [app] = (await server.call('apps', {}, person)).body.apps;
    await server.call('revokeApp', { appId: app?.id ?? '' }, person);
  };
  return { first, ask, revoke, key: Buffer.from(peers[0]?.key ?? '', 'base64') };
}

test('sends nothing that others in the network can read', async () => {
  const { ask, key } = await findFirst();

  const sealed = Buffer.from(await (await ask()).arrayBuffer());

  const seal = { key, sha256: smallSha256, index: 0 };
  expect(sealed.includes(small.subarray(0, 32))).toBe(false);
  expect((await openLeaf(seal, sealed)).equals(small)).toBe(true);
  await expect(openLeaf({ ...seal, index: 1 }, sealed)).rejects.toThrow();
  await expect(openLeaf({ ...seal, key: randomBytes(32) }, sealed)).rejects.toThrow();
});

test('refuses whoever has no ticket of the server for this file', async () => {
  const { ask } = await findFirst();

  const answers = [await ask(''), await ask('made-up'), await ask(undefined, sha256)];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test('refuses whoever has signed out before asking', async () => {
  const { ask, revoke } = await findFirst();

  await revoke();

  expect((await ask()).status).toBe(403);
});

test('refuses whoever has signed out since, a minute later at most', async () => {
  const { first, ask, revoke } = await findFirst();
  const before = await ask();

  await revoke();
  first.advance(limits.peers.check);

  expect([before.status, (await ask()).status]).toEqual([200, 403]);
});

test('refuses everybody while the server is not responding', async () => {
  const { ask } = await findFirst();
  proxy.set('gone');
  onTestFinished(() => proxy.set('none'));

  expect((await ask()).status).toBe(403);
});
