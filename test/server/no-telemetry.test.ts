import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeHost, syncKey } from '../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { makeFolder } from '../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { isThisMachine, watchNetwork } from '../helpers/watched-network.ts';
import { passSecrets } from '../judges/secrets.ts';

const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };

/** A server process whose contacts are watched. */
async function startWatched(env: Readonly<Record<string, string>>) {
  const dataDir = makeFolder();
  const network = watchNetwork();
  const server = await startServerChild('dist/server/main.js', {
    env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: '0', ...network.env, ...env },
  });
  onTestFinished(() => network.remove());
  await waitUntilReady(server.baseUrl);
  return { ...server, network };
}

test('notices what a program calls', () => {
  const network = watchNetwork();
  onTestFinished(network.remove);
  const program =
    "fetch('http://telemetry.invalid/').catch(() => new Promise((resolve) => require('net').connect(9, '127.0.0.1').once('error', resolve)))";

  spawnSync(process.execPath, ['--eval', program], { env: { ...process.env, ...network.env } });

  expect(network.contacts()).toEqual(
    expect.arrayContaining([
      { kind: 'look-up', host: 'telemetry.invalid', port: '' },
      { kind: 'connect', host: '127.0.0.1', port: '9' },
    ]),
  );
});

test('calls no address while it serves people', async () => {
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 3 }));
  const server = await startWatched({ LODESTOCK_LIBRARY_DIR: library.folder });

  await passSecrets({ baseUrl: server.baseUrl, wish });
  await server.stop();

  expect(server.network.watched()).toBeGreaterThan(1);
  expect(server.network.contacts()).toEqual([]);
});

test('calls the file hosts that it was given, and nobody else', async () => {
  const host = await startFakeHost();
  const server = await startWatched({
    LODESTOCK_ROLE: 'site',
    LODESTOCK_SYNC_KEY: syncKey,
    LODESTOCK_HOSTS: host.url,
  });
  const { contacts } = server.network;
  await expect.poll(() => contacts().length).toBeGreaterThan(0);

  await server.stop();

  const { port } = new URL(host.url);
  expect(contacts().filter((one) => one.kind === 'connect' && one.port !== port)).toEqual([]);
  expect(contacts().filter(({ host: name }) => !isThisMachine(name))).toEqual([]);
});
