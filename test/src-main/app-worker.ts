import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createFeatures } from '../../src-main/app/features.ts';
import type { DownloadRequest } from '../../src-main/platform/ipc/contract.ts';
import { createHttp } from '../../src-main/platform/network/http.ts';
import { createLog } from '../../src-main/platform/storage/log.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { noUpdates } from './updates/no-updates.ts';

/** The main process without its window, in a process that can be frozen and killed; its keychain holds a sign-in. */
export type AppTask = { readonly userData: string; readonly add: readonly DownloadRequest[] };

/** Faults of the app itself are shown with the test. */
const log = createLog({ write: (line) => void (line.includes('INTERNAL') && process.stderr.write(line)) });

async function run({ userData, add }: AppTask): Promise<void> {
  mkdirSync(userData, { recursive: true });
  const nothing = () => undefined;
  const features = createFeatures({
    ...{ places: listPlaces(userData), log, appVersion: '1', deviceName: 'here' },
    createHttp: () => createHttp('test'),
    info: { version: '1', platform: 'linux', isPackaged: false },
    readPolicy: async () => ({}),
    defaultLibraryFolder: path.join(userData, 'library'),
    publish: nothing,
    loadKeytar: async () => ({
      getPassword: async () => 'lsp_secret',
      setPassword: async () => undefined,
      deletePassword: async () => true,
    }),
    ...{ pluginsDir: path.join(userData, 'starters'), manifestsDir: path.join(userData, 'manifests') },
    computer: {
      ...{ platform: 'linux', settings: userData, data: userData, programs: [], commands: [] },
      readMaxFolders: async () => [],
    },
    askSystemProxy: async () => 'DIRECT',
    computerState: {
      ...{ isOnline: () => true, isMetered: async () => null },
      ...{ onSleep: nothing, onWake: nothing },
    },
    forkServer: () => {
      throw new Error('the app uses a server elsewhere');
    },
    ...{ listAddresses: () => [], takeLink: () => null, hasModelsFolder: false, onServerLine: nothing },
    speak: async () => undefined,
    openPosterWindow: () => ({ close: nothing }),
    ...{ isHidden: () => false, updates: noUpdates },
    desktop: {
      ...{ openExternal: async () => undefined, showItemInFolder: nothing, startDrag: nothing },
      ...{ openPath: async () => '', startProgram: async () => undefined, copyText: async () => undefined },
      ...{ saveText: async () => null, chooseFile: async () => null, chooseFolder: async () => null },
      setStartAtLogin: async () => undefined,
      ...{
        setTheme: nothing,
        notify: nothing,
        setProgress: nothing,
        keepAwake: nothing,
        isInFront: () => false,
      },
    },
  });
  await features.load();
  features.start();
  for (const request of add) await features.handlers['downloads.add'](request);
  process.on('message', async () => {
    const { jobs } = await features.handlers['downloads.read'](undefined);
    process.send?.(
      jobs.map(({ status, error }) => (error === null ? status : `${status}: ${error.message}`)),
    );
  });
  process.send?.([]);
}

process.once('message', (task: AppTask) => void run(task));
