import { expect, test } from 'vitest';
import { createOwnServerUnderTest } from './own-server-under-test.ts';

/** The same port under another address of this computer. */
const from = (url: string, address: string, path: string) => {
  const there = new URL(path, url);
  there.hostname = address;
  return fetch(there);
};

const { call, start, url, isReady, register, settings, network, own, lines } =
  await createOwnServerUnderTest();

/** Starts the server where none runs yet, with an admin, and shares it. */
async function share() {
  await start();
  await register('ada@example.org');
  const shared = await call['ownServer.share']({ isShared: true });
  await isReady();
  return shared;
}

test('a server without an admin is not shared', async () => {
  await start();

  await expect(call['ownServer.share']({ isShared: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Create your account on this server first'),
  });

  expect(settings.read().shareServer).toBe(false);
});

test('a computer on the internet does not share', async () => {
  await start();
  await register('ada@example.org');
  const { addresses } = network;
  network.addresses = ['192.168.1.20', '203.0.113.9'];

  await expect(call['ownServer.share']({ isShared: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('203.0.113.9'),
  });

  expect(settings.read().shareServer).toBe(false);
  expect((await call['ownServer.read'](undefined)).obstacle).toContain('203.0.113.9');
  network.addresses = addresses;
});

test('others reach the server once it is shared, and no longer afterwards', async () => {
  await start();
  const address = url();
  await expect(from(address, '127.0.0.2', '/healthz')).rejects.toThrow();

  const shared = await share();

  expect(shared).toMatchObject({ hasAdmin: true, addresses: ['127.0.0.2'] });
  expect(url()).toBe(address);
  expect((await call['ownServer.read'](undefined)).url).toBe(`http://127.0.0.2:${new URL(address).port}`);
  expect((await from(address, '127.0.0.2', '/healthz')).status).toBe(200);
  expect((await from(address, '127.0.0.2', '/api-embeddings/browse')).status).toBe(200);

  await call['ownServer.share']({ isShared: false });
  await isReady();

  expect((await call['ownServer.read'](undefined)).url).toBe(null);
  await expect(from(address, '127.0.0.2', '/healthz')).rejects.toThrow();
});

test('tells the new address when the network changes, and not at the first look', async () => {
  await share();
  const told = async () => {
    const answer = await from(url(), '127.0.0.1', '/api/manifest.yaml');
    return /url: (\S+)/.exec(await answer.text())?.[1];
  };
  const { port } = new URL(url());
  await expect.poll(told).toBe(`http://127.0.0.2:${port}`);
  network.addresses = ['127.0.0.3'];

  await own.look();
  expect(await told()).toBe(`http://127.0.0.2:${port}`);
  await own.look();
  await isReady();

  expect(await told()).toBe(`http://127.0.0.3:${port}`);
  await own.look();
  expect(lines.filter((line) => line.includes('share.moved')).length).toBe(1);
});

test('whoever comes to a shared server needs an invitation, and an account to see private models', async () => {
  await share();
  await settings.update({ sharePrivately: true });
  await isReady();

  expect(await register('bob@example.org')).toBe(403);
  expect((await from(url(), network.addresses[0] ?? '', '/api-embeddings/browse')).status).toBe(401);
});
