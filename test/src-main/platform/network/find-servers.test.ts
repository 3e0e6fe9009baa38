import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tellNetwork } from '../../../../server/tell-network.ts';
import { findServers, toServerNearby } from '../../../../src-main/platform/network/find-servers.ts';

const hasNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
);
const note = hasNetwork ? '' : ' (skipped: this computer is on no network)';

/** A separate port, which nothing else on the network listens to; held until the test ends, so that nothing else takes it. */
async function holdPort() {
  const socket = createSocket({ type: 'udp4', reuseAddr: true }).bind(0);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

function createLog() {
  const said: unknown[] = [];
  const note = (details: object) => void said.push(details);
  return { said, log: { info: note, warn: note } };
}

describe.skipIf(!hasNetwork)(`multicast DNS${note}`, () => {
  test('finds a server that announces itself, until it goes', async () => {
    const port = await holdPort();
    const { said, log } = createLog();
    const url = 'http://models.studio.lan:8787';
    const stop = await tellNetwork({ url, log, mdnsPort: port });
    onTestFinished(() => stop());
    await expect.poll(() => said).toContainEqual(expect.objectContaining({ event: 'mdns', url }));

    const look = () => findServers({ port, patience: 300 });
    await expect.poll(look).toEqual([{ name: expect.stringMatching(/^Lodestock on ./), address: url }]);
    await stop();
    await expect.poll(look).toEqual([]);
  });
});

test('announces no address that leads to this computer alone', async () => {
  const { said, log } = createLog();

  for (const url of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])
    await (await tellNetwork({ url, log, mdnsPort: 1 }))();

  expect(said).toHaveLength(3);
});

test.each([
  ['no record', undefined],
  ['no address', { url: 7 }],
  ['an address of something else', { url: 'file:///etc/passwd' }],
  ['a password', { url: 'https://ada:secret@models.studio.lan' }],
  ['a query', { url: 'https://models.studio.lan/?elsewhere' }],
  ['plain http on the internet', { url: 'http://8.8.8.8' }],
  ['a name alone', { url: 'models.studio.lan' }],
  ['a long address', { url: `https://${'a'.repeat(300)}.lan` }],
])('passes over %s', (_what, txt) => {
  expect(toServerNearby({ name: 'Studio', txt })).toBeNull();
});

test('shows a name without what could disguise it', () => {
  const server = toServerNearby({
    name: `\u202eoidutS\n${'x'.repeat(200)}`,
    txt: { url: 'https://models.studio.lan' },
  });

  expect(server?.name).toMatch(/^oidutS x{73,}$/);
  expect(server?.name.length).toBeLessThanOrEqual(80);
});
