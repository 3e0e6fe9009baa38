import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { createOwnServer } from '../../../src-main/own-server/own-server.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createSettings, SettingsFile } from '../../../src-main/platform/settings/settings.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { listPlaces } from '../../../src-main/platform/storage/places.ts';
import { createRotatingFile } from '../../../src-main/platform/storage/rotating-file.ts';
import { createServerConnection } from '../../../src-main/server-connection/connection.ts';
import { createServerLinks, isOtherServer, toServed } from '../../../src-main/server-connection/links.ts';
import { createRunCommand } from '../../../src-main/server-connection/run-command.ts';
import type { ForkedServer } from '../../../src-main/server-connection/server-environment.ts';
import { createServerEnvironment } from '../../../src-main/server-connection/server-environment.ts';
import { builtFolder } from '../../helpers/built.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { createMemoryLog } from '../memory-log.ts';
import { toServerChild } from '../server-connection/bundled-under-test.ts';

const script = path.join(builtFolder, 'server/main.js');

/**
 * The server of the app as the app runs it, with no models, for all tests of a file; Node's own processes stand in for
 * Electron's.
 */
export async function createOwnServerUnderTest() {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'lodestock-own-')));
  const places = listPlaces(folder);
  const models = path.join(folder, 'models');
  await mkdir(models);
  await writeFile(places.settings, JSON.stringify({ version: 1, ownServer: 'models', modelsFolder: models }));
  // Its port stays free while the server restarts.
  await writeFile(places.serverPort, JSON.stringify({ version: 1, port: await findQuietPort() }));
  const { log, lines } = createMemoryLog();
  const network = { addresses: ['127.0.0.2'] };
  const clock = { now: Date.parse('2026-11-23T10:00:00Z') };
  const serverLog = createRotatingFile({ file: places.serverLog });
  const fork = ({ args, ...server }: ForkedServer) => {
    const environment = createServerEnvironment({
      ...{ ...server, inherited: process.env, dataFolder: places.serverData },
    });
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, ...environment, LODESTOCK_MDNS: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { ...toServerChild(child), write: () => undefined };
  };
  const settings = createSettings({
    file: createJsonFile({ file: places.settings, schema: SettingsFile, log }),
    defaultLibraryFolder: folder,
    onChange(next, previous) {
      if (isOtherServer(next, previous)) void connection.connect(null);
    },
  });
  const connection = createServerConnection({
    ...createServerLinks({
      ...{ log, places, forkServer: fork, http: createHttp('test'), settings },
      readShare: () => own.readShare(),
      onServerLine: serverLog.write,
      openPosterWindow: () => ({ close: () => undefined }),
    }),
    onAddress: async () => undefined,
    onChange: () => undefined,
  });
  const desktop = {
    chooseFolder: vi.fn(async (): Promise<string | null> => null),
    chooseFile: vi.fn(async (): Promise<string | null> => null),
    showItemInFolder: vi.fn(),
    notify: vi.fn(),
  };
  const own = createOwnServer({
    ...{ settings, connection, places, log, desktop, home: '/home/ada' },
    listAddresses: () => network.addresses,
    run: createRunCommand((args) =>
      fork({ port: 0, posterKey: '', share: null, args, ...toServed(settings.read()) }),
    ),
    now: () => clock.now,
  });
  await settings.load();
  afterAll(async () => {
    own.stop();
    await connection.stop();
    await serverLog.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const isReady = () => expect.poll(() => connection.read().status).toBe('ready');
  const call = own.handlers;
  return {
    ...{ folder, places, lines, network, clock, settings, connection, desktop, own, call, isReady },
    /** Starts the server where none runs yet, and waits until it answers. */
    async start() {
      if (connection.read().status !== 'ready') void connection.connect(null);
      await isReady();
    },
    url: () => connection.read().url ?? '',
    async register(email: string) {
      const answer = await fetch(`${connection.read().url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse battery', name: 'Ada' }),
      });
      return answer.status;
    },
  };
}
