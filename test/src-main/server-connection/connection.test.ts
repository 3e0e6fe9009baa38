import { expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerConnection } from '../../../src-main/server-connection/connection.ts';
import { createRemoteServer } from '../../../src-main/server-connection/remote.ts';
import type { ServerLink, TellStatus } from '../../../src-main/server-connection/state.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { answerJson, listen } from '../listen.ts';

const policy = { whenReady: 10, whenOffline: 10, timeout: 60_000 };

/** A bundled server that says what the test says. */
function createSpokenServer() {
  const events: string[] = [];
  let say: TellStatus = () => undefined;
  const create = (onStatus: TellStatus): ServerLink => {
    say = onStatus;
    return {
      kind: 'bundled',
      expectedUrl: async () => 'http://127.0.0.1:5000',
      start: () => void events.push('start'),
      stop: async () => void events.push('stop'),
      restart: async () => void events.push('restart'),
    };
  };
  return { create, events, say: (status: Parameters<TellStatus>[0]) => say(status) };
}

function createTestConnection(remotePolicy = policy) {
  const spoken = createSpokenServer();
  const addresses: string[] = [];
  const connection = createServerConnection({
    createBundled: spoken.create,
    createRemote: (url, onStatus) =>
      createRemoteServer({ url, http: createHttp('test'), onStatus, policy: remotePolicy }),
    onAddress: async (url) => void addresses.push(url),
    onChange: () => undefined,
  });
  onTestFinished(() => connection.stop());
  const become = (status: string) =>
    expect.poll(() => connection.read().status, { interval: 5 }).toBe(status);
  return { connection, addresses, become, ...spoken };
}

const healthy = (port?: number) =>
  listen((_request, response) => answerJson(response, 200, { ok: true }), port);

test('tells the expected address before the server listens', async () => {
  const { connection, addresses, events } = createTestConnection();

  await connection.connect(null);

  expect(addresses).toEqual(['http://127.0.0.1:5000']);
  expect(events).toEqual(['start']);
  expect(connection.canAsk()).toBe(false);
});

test('has no address while the bundled server starts', async () => {
  const { connection } = createTestConnection();
  await connection.connect(null);

  expect(() => connection.baseUrl()).toThrow(/still starting/);
});

test('can be asked while it still indexes', async () => {
  const { connection, say } = createTestConnection();
  await connection.connect(null);

  say({ url: 'http://127.0.0.1:5001', status: 'indexing', message: null, progress: { done: 1, total: 9 } });

  expect(connection.canAsk()).toBe(true);
  expect(connection.baseUrl()).toBe('http://127.0.0.1:5001');
});

test('gives the reason of a server that failed', async () => {
  const { connection, say } = createTestConnection();
  await connection.connect(null);

  say({ url: null, status: 'failed', message: 'It stopped. Choose Restart server.', progress: null });

  expect(() => connection.baseUrl()).toThrow('It stopped. Choose Restart server.');
});

test('becomes ready with a remote server', async () => {
  const { origin } = await healthy();
  const { connection, become } = createTestConnection();

  await connection.connect(origin);
  await become('ready');

  expect(connection.read()).toEqual({
    kind: 'remote',
    url: origin,
    status: 'ready',
    message: null,
    progress: null,
  });
});

test('is offline with a sentence, and returns by itself', async () => {
  const port = await findQuietPort();
  const server = await healthy(port);
  const { connection, become } = createTestConnection();
  await connection.connect(server.origin);
  await become('ready');

  await server.close();
  await become('offline');

  expect(textOf(connection.read().message ?? '')).toContain(server.origin);
  expect(connection.canAsk()).toBe(false);
  await healthy(port);
  await become('ready');
});

test('is offline when something else answers there', async () => {
  const { origin } = await listen((_request, response) => response.writeHead(502).end('bad gateway'));
  const { connection, become } = createTestConnection();

  await connection.connect(origin);
  await become('offline');

  expect(textOf(connection.read().message ?? '')).toContain('status 502');
});

test('leaves the bundled server for a remote one', async () => {
  const { origin } = await healthy();
  const { connection, become, events, say } = createTestConnection();
  await connection.connect(null);

  await connection.connect(origin);
  say({ url: 'http://127.0.0.1:5001', status: 'ready', message: null, progress: null });
  await become('ready');

  expect(events).toEqual(['start', 'stop']);
  expect(connection.read()).toMatchObject({ kind: 'remote', url: origin });
});

test('is offline at the first request without an answer', async () => {
  const never = 3_600_000;
  const server = await healthy();
  const { connection, become } = createTestConnection({ ...policy, whenReady: never });
  await connection.connect(server.origin);
  await become('ready');
  await server.close();

  connection.doubt(server.origin);

  await become('offline');
  expect(textOf(connection.read().message ?? '')).toMatch(/is not responding: [\w ]+\. Check your network/);
});

test('stays ready whatever another server does not answer', async () => {
  const server = await healthy();
  const { connection, become } = createTestConnection();
  await connection.connect(server.origin);
  await become('ready');

  connection.doubt('http://127.0.0.1:1');

  await become('ready');
});

test('the sign-in page of a network is no server', async () => {
  const { origin } = await listen((_request, response) => response.end('<h1>Welcome to the airport</h1>'));
  const { connection, become } = createTestConnection();

  await connection.connect(origin);

  await become('offline');
  expect(textOf(connection.read().message ?? '')).toContain('not as a Lodestock server');
});
