import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import http from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { openLeaf, sealLeaf } from '../../../src-main/peers/seal-leaf.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { startProxiedServer } from '../../helpers/proxied-server.ts';
import { startPeerApp } from './peer-app.ts';

const { leafBytes } = limits;
const large = randomBytes(3 * leafBytes + 99);
const small = randomBytes(2 * 1024 * 1024);
const models = makeLibraryFolder({
  'large/product.json': JSON.stringify({ guid: 'large', title: 'Large', priceUsd: 1 }),
  'large/10k/scene.max': large,
  'small/product.json': JSON.stringify({ guid: 'small', title: 'Small', priceUsd: 1 }),
  'small/10k/scene.max': small,
});
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest();
const sha256 = hashOf(large).toString('hex');
const { proxy, server, close } = await startProxiedServer({ libraryDir: models.folder });
afterAll(async () => {
  await close();
  models.remove();
});

type Options = Partial<Parameters<typeof startPeerApp>[0]>;

/** An app of another person in the same network. */
async function startApp(options: Options = {}) {
  const person = await signInPlugin(server);
  return { person, ...(await startPeerApp({ baseUrl: proxy.baseUrl, token: person.appToken, ...options })) };
}

/** An app that has a model and shares it. */
async function startFirst(guid = 'large', options: Options = {}) {
  const first = await startApp(options);
  const file = await first.download(guid);
  await first.share();
  onTestFinished(async () => void (await server.call('peerGone', {}, first)));
  return { ...first, file };
}

/** Downloads with another app; answers with what came from the host meanwhile. */
async function downloadWith(second: Awaited<ReturnType<typeof startApp>>, guid = 'large') {
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

test('each of the two pays for what it gets', async () => {
  await startFirst();
  const second = await startApp();

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
  await startFirst('large', ofFirst);

  expect(await downloadWith(await startApp(ofSecond))).toEqual({ near: 0, fromHost: ['whole'] });
});

test('goes to the host when the first is away', async () => {
  const first = await startFirst();
  first.peers.stop();

  expect(await downloadWith(await startApp())).toEqual({ near: 0, fromHost: ['whole'] });
});

test('the host goes on where the first has died', async () => {
  const first = await startFirst();
  const onReport = ({ nearBytes }: { nearBytes?: number | undefined }) => {
    if (nearBytes === leafBytes) first.peers.stop();
  };

  const { near, fromHost } = await downloadWith(await startApp({ onReport }));

  expect([leafBytes, 2 * leafBytes]).toContain(near);
  expect(fromHost).toEqual([`bytes=${near}-`]);
});

test('gives nothing of a file that the artist has changed', async () => {
  const first = await startFirst();
  const handle = await open(first.file, 'r+');
  for (const at of [0, 1, 2, 3].map((leaf) => leaf * leafBytes)) await handle.write('mine', at);
  await handle.close();

  expect(await downloadWith(await startApp())).toEqual({ near: 0, fromHost: ['whole'] });
});

/** A peer that says it has the large file, and answers as told. */
async function startOwnPeer(
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => unknown,
) {
  const person = await signInPlugin(server);
  const listener = http.createServer((request, response) => void answer(request, response));
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = listener.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const call = { token: person.appToken };
  const has = hashOf(large).subarray(0, 8).toString('base64');
  await server.call('peerHere', { places: [{ address: '127.0.0.1', port }], has }, call);
  onTestFinished(async () => {
    await server.call('peerGone', {}, call);
    listener.closeAllConnections();
    listener.close();
  });
  return call;
}

test('refuses a leaf of a peer that lies, and the host goes on', async () => {
  const asked: string[] = [];
  const call = await startOwnPeer(async (request, response) => {
    asked.push(request.url ?? '');
    const ticket = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const { key } = (await server.call('checkPeer', { ticket, sha256 }, call)).body;
    const index = Number(request.url?.split('/')[3]);
    const content = Buffer.from(large.subarray(index * leafBytes, (index + 1) * leafBytes));
    if (index === 1) content[5] = (content[5] ?? 0) ^ 1;
    response.end(await sealLeaf({ key: Buffer.from(key, 'base64'), sha256, index }, content));
  });

  const got = await downloadWith(await startApp());

  expect(asked.length).toBeGreaterThan(1);
  expect(got).toEqual({ near: leafBytes, fromHost: [`bytes=${leafBytes}-`] });
});

test.each([
  ['is silent', () => undefined],
  [
    'sends nothing after its head',
    (response: http.ServerResponse) =>
      response.writeHead(200, { 'content-length': leafBytes + 28 }).flushHeaders(),
  ],
  [
    'sends less than it said',
    (response: http.ServerResponse) =>
      response.writeHead(200, { 'content-length': leafBytes + 28 }).write('x', () => response.destroy()),
  ],
  ['sends what nobody sealed', (response: http.ServerResponse) => response.end(randomBytes(leafBytes + 28))],
  [
    'leads elsewhere',
    (response: http.ServerResponse) => response.writeHead(302, { location: proxy.baseUrl }).end(),
  ],
])('goes to the host when a peer %s', async (_what, answer: (response: http.ServerResponse) => unknown) => {
  await startOwnPeer((_request, response) => answer(response));

  const got = await downloadWith(await startApp({ patience: { answer: 300, leaf: 600 } }));

  expect(got).toEqual({ near: 0, fromHost: ['whole'] });
});

/** What the second app gets to know of the first, and how it asks. */
async function findFirst() {
  const first = await startFirst();
  const person = await signInPlugin(server);
  const call = { token: person.appToken };
  await server.call('pluginDirect', { guid: 'large', relativePath: '10k/scene.max' }, call);
  const { peers } = (
    await server.call('findPeers', { guid: 'large', relativePath: '10k/scene.max', sha256 }, call)
  ).body;
  const [place] = peers[0]?.places ?? [];
  const leaf = large.subarray(leafBytes, 2 * leafBytes);
  const ask = (ticket = peers[0]?.ticket ?? '', file = sha256) =>
    fetch(`http://${place?.address}:${place?.port}/leaf/${file}/1/${hashOf(leaf).toString('hex')}`, {
      headers: { authorization: `Bearer ${ticket}` },
    });
  const revoke = async () => {
    const [app] = (await server.call('apps', {}, person)).body.apps;
    await server.call('revokeApp', { appId: app?.id ?? '' }, person);
  };
  return { first, ask, revoke, key: Buffer.from(peers[0]?.key ?? '', 'base64'), leaf };
}

test('sends nothing that others in the network can read', async () => {
  const { ask, key, leaf } = await findFirst();

  const sealed = Buffer.from(await (await ask()).arrayBuffer());

  expect(sealed.includes(leaf.subarray(0, 32))).toBe(false);
  expect((await openLeaf({ key, sha256, index: 1 }, sealed)).equals(leaf)).toBe(true);
  await expect(openLeaf({ key, sha256, index: 2 }, sealed)).rejects.toThrow();
  await expect(openLeaf({ key: randomBytes(32), sha256, index: 1 }, sealed)).rejects.toThrow();
});

test('refuses whoever has no ticket of the server for this file', async () => {
  const { ask } = await findFirst();

  const answers = [await ask(''), await ask('made-up'), await ask(undefined, hashOf(small).toString('hex'))];

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

test('refuses everybody while the server does not answer', async () => {
  const { ask } = await findFirst();
  proxy.set('gone');
  onTestFinished(() => proxy.set('none'));

  expect((await ask()).status).toBe(403);
});
