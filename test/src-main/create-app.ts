import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { createFeatures } from '../../src-main/app/features.ts';
import type { DesktopEventName } from '../../src-main/platform/ipc/contract.ts';
import { createHttp } from '../../src-main/platform/network/http.ts';
import type { Policy } from '../../src-main/platform/settings/policy-fields.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { answerJson, listen } from './listen.ts';
import { createMemoryKeytar } from './memory-keytar.ts';
import { createMemoryLog } from './memory-log.ts';
import { createScratch } from './scratch.ts';
import { noUpdates } from './updates/no-updates.ts';

/** The whole app but its window, on a real server somewhere else. */
export async function createApp(
  settings: object,
  options: {
    readonly userData?: string;
    readonly policy?: Policy;
    readonly libraryPatience?: (folder: string) => number;
  } = {},
) {
  const userData = options.userData ?? (await createScratch());
  const places = listPlaces(userData);
  await writeFile(places.settings, JSON.stringify({ version: 1, ...settings }));
  const { keytar, entries } = createMemoryKeytar();
  const { log, lines } = createMemoryLog();
  const events: DesktopEventName[] = [];
  const desktop = {
    openExternal: async () => undefined,
    showItemInFolder: () => undefined,
    openPath: async () => '',
    startProgram: async () => undefined,
    startDrag: vi.fn(),
    copyText: async () => undefined,
    saveText: async () => null,
    chooseFile: vi.fn(async (): Promise<string | null> => null),
    chooseFolder: vi.fn(async (): Promise<string | null> => null),
    setStartAtLogin: vi.fn(async () => undefined),
    setTheme: vi.fn(),
    notify: vi.fn(),
    setProgress: vi.fn(),
    keepAwake: vi.fn(),
    isInFront: () => false,
  };
  const features = createFeatures({
    ...{ places, log, desktop, createHttp: () => createHttp('test'), appVersion: '1', deviceName: 'here' },
    info: { version: '1', platform: 'linux', isPackaged: false },
    readPolicy: async () => options.policy ?? {},
    defaultLibraryFolder: path.join(userData, 'library'),
    libraryPatience: options.libraryPatience,
    publish: (name) => void events.push(name),
    loadKeytar: async () => keytar,
    pluginsDir: path.join(userData, 'starters'),
    manifestsDir: path.join(userData, 'manifests'),
    computer: {
      ...{ platform: 'linux', settings: userData, data: userData, programs: [], commands: [] },
      readMaxFolders: async () => [],
    },
    computerState: {
      ...{ isOnline: () => true, isMetered: async () => null },
      ...{ onSleep: () => undefined, onWake: () => undefined },
    },
    forkServer: () => {
      throw new Error('the bundled server was not expected to start');
    },
    listAddresses: () => [],
    ...{ takeLink: () => null, speak: async () => undefined },
    askSystemProxy: async () => 'DIRECT',
    hasModelsFolder: false,
    openPosterWindow: () => ({ close: () => undefined }),
    ...{ isHidden: () => false, updates: noUpdates },
    onServerLine: () => undefined,
  });
  await features.load();
  onTestFinished(() => features.stop());
  return { features, call: features.handlers, desktop, entries, events, lines, places, userData };
}

/** A server that is well, and says so to whatever it is asked. */
export const healthy = (port?: number) =>
  listen((_request, response) => answerJson(response, 200, { ok: true }), port);
export const waitForServer = (app: Awaited<ReturnType<typeof createApp>>, status: string) =>
  expect.poll(async () => (await app.call['server.read'](undefined)).status).toBe(status);
