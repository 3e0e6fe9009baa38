import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createHostClient } from '../../../server/sync/host-client.ts';
import { requireOwnNetwork } from '../../../server/sync/own-network.ts';

test.each([
  ['https://files.example.org', ['203.0.113.9']],
  ['http://nas1.studio.lan:8787', ['192.168.1.5']],
  ['http://files.example.org', ['10.0.0.5', 'fd00::5']],
  ['http://100.101.1.2:8787', []],
  ['http://[fd00::5]:8787', []],
  ['http://localhost:8787', []],
])('lets the key go to %s', async (url, addresses) => {
  await expect(requireOwnNetwork(url, async () => addresses)).resolves.toBeUndefined();
});

test.each([
  ['http://files.example.org', ['203.0.113.9']],
  ['http://nas1.studio.lan', ['192.168.1.5', '203.0.113.9']],
  ['http://nowhere.lan', []],
])('keeps the key from %s', async (url, addresses) => {
  await expect(requireOwnNetwork(url, async () => addresses)).rejects.toThrow(
    /outside your own networks.*Use https/,
  );
});

test('asks no host that leads to the internet', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = Object(server.address());
  const client = createHostClient({
    ...{ url: `http://127.0.0.1.nip.lan:${port}`, key: 'key' },
    resolve: async () => ['203.0.113.9'],
  });

  await expect(client.status(new AbortController().signal)).rejects.toThrow(/Use https/);

  expect(asked).toBe(0);
});
