import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { app, session } from 'electron';
import type { Computer } from '../../server/contract/data-folder.ts';
import { describeComputer } from '../dcc/apps/computer.ts';
import { findLibraryFolder } from '../library/default-folder.ts';
import { listOwnAddresses } from '../own-server/addresses.ts';
import { createRouter } from '../platform/ipc/router.ts';
import type { Desktop } from '../platform/kernel.ts';
import { createTrust } from '../platform/network/certificates.ts';
import { createHttp } from '../platform/network/http.ts';
import { createFindAgent } from '../platform/network/proxies.ts';
import { readPolicy as readPolicyOf } from '../platform/settings/read-policy.ts';
import { openPosterWindow } from '../server-connection/poster-window.ts';
import { createServerEnvironment } from '../server-connection/server-environment.ts';
import { findInstallation, readOwnFeed } from '../updates/installation.ts';
import { leaveFor } from '../updates/leave-for.ts';
import { type Parts, wasStartedAtLogin } from './create-parts.ts';
import { computerState, createDesktop } from './desktop.ts';
import { createFeatures } from './features.ts';
import { forkServer } from './server-process.ts';

const isFile = (file: string | null | undefined): file is string => Boolean(file);

/** Electron throws on computers that have no documents folder. */
function findDocuments(): string {
  try {
    return app.getPath('documents');
  } catch {
    return app.getPath('home');
  }
}

type Given = {
  readonly onServerLine: (line: string) => void;
  readonly computer: Computer;
  /** The folder of the built main process. */
  readonly here: string;
  readonly setStartAtLogin: Desktop['setStartAtLogin'];
};

/** Creates all features on Electron's services, and the handlers for the calls of the window. */
export function openFeatures(parts: Parts, { onServerLine, computer, here, setStartAtLogin }: Given) {
  const { log, places, publish, links, speech } = parts;
  const version = app.getVersion();
  // Read once: policy changes apply from the next start.
  const policy = readPolicyOf({ platform: process.platform, home: computer.home, log });
  const readPolicy = () => policy;
  const askSystem = (url: string) => session.defaultSession.resolveProxy(url);
  const features = createFeatures({
    takeLink: links.take,
    places,
    log,
    publish,
    appVersion: version,
    desktop: { ...createDesktop(speech.say), setStartAtLogin },
    speak: speech.speak,
    createHttp: ({ certificateFile, proxySignIn }) =>
      createHttp(version, {
        // The fuse that blocks NODE_OPTIONS also stops Node from reading this variable.
        trust: createTrust({
          files: () => [process.env.NODE_EXTRA_CA_CERTS, certificateFile()].filter(isFile),
          log,
        }),
        findAgent: createFindAgent({
          env: process.env,
          askSystem,
          signIn: proxySignIn,
        }),
      }),
    readPolicy,
    info: { version, platform: process.platform, isPackaged: app.isPackaged },
    deviceName: hostname(),
    pluginsDir: path.join(here, '../starters'),
    manifestsDir: path.join(here, '../manifests'),
    computer: describeComputer(process.env),
    askSystemProxy: askSystem,
    computerState,
    defaultLibraryFolder: findLibraryFolder({ computer, documents: findDocuments(), exists: existsSync }),
    hasModelsFolder: Boolean(process.env.LODESTOCK_LIBRARY_DIR),
    loadKeytar: async () => (await import('keytar')).default,
    onServerLine,
    openPosterWindow,
    forkServer: (server) =>
      forkServer(
        path.join(here, '../server/main.js'),
        createServerEnvironment({
          ...server,
          inherited: process.env,
          dataFolder: places.serverData,
          modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || server.modelsFolder,
        }),
        server.args,
      ),
    listAddresses: listOwnAddresses,
    isHidden: wasStartedAtLogin,
    updates: {
      installation: findInstallation({
        platform: process.platform,
        env: process.env,
        isPackaged: app.isPackaged,
        executable: process.execPath,
        resourcesFolder: process.resourcesPath,
      }),
      ownFeed: readOwnFeed(process.resourcesPath),
      load: async () => (await import('electron-updater')).default.autoUpdater,
      quit: () => app.quit(),
      leaveFor,
    },
  });
  const { isOwnPage } = parts;
  const { handlers, callServer } = features;
  return { features, answer: createRouter({ isOwnPage, handlers, callServer, log }) };
}
