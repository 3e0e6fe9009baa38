import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { instanceHeader } from '../../server/base/http/status.ts';
import { announceServer, findRunningServer, refuseOtherLibrary } from '../../server/running-server.ts';
import { makeFolder } from '../helpers/make-folder.ts';

/** What answers does so within any time, however busy the computer is. */
const long = 60_000;
let dataDir = '';
beforeEach(() => {
  dataDir = makeFolder();
});

/** Something at an address that answers as the listener does; null leaves nothing there. */
async function listen(listener: RequestListener | null): Promise<string> {
  const server = createServer(listener ?? undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  if (listener === null) close();
  else onTestFinished(close);
  return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
}

const announce = (url: string, instance: string = randomUUID()) =>
  announceServer(dataDir, { url, instance, libraryDir: '/models' });

test('finds the server that answers under its own name', async () => {
  const instance = randomUUID();
  const url = await listen((_request, response) => response.setHeader(instanceHeader, instance).end());
  announce(url, instance);

  expect(await findRunningServer(dataDir, long)).toBe(url);
  await expect(refuseOtherLibrary(dataDir, '/other', long)).rejects.toThrow(
    /models of \/models already runs/,
  );
});

test('refuses other models while a server is too busy to answer', async () => {
  announce(await listen(() => {}));

  await expect(refuseOtherLibrary(dataDir, '/other', 50)).rejects.toThrow(/models of \/models already runs/);
});

test.each([
  ['whose place nothing has taken', null],
  ['whose port another server has got', ((_request, response) => response.end()) satisfies RequestListener],
])('lets others begin after a server %s', async (_what, listener) => {
  announce(await listen(listener));

  await expect(refuseOtherLibrary(dataDir, '/other', long)).resolves.toBeUndefined();
  expect(await findRunningServer(dataDir, long)).toBeNull();
});
