import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, Menu, session } from 'electron';
import type { Computer } from '../../server/contract/data-folder.ts';
import { describeComputer } from '../dcc/apps/computer.ts';
import { findLibraryFolder } from '../library/default-folder.ts';
import { listOwnAddresses } from '../own-server/addresses.ts';
import { createPublisher } from '../platform/ipc/serve.ts';
import type { Desktop } from '../platform/kernel.ts';
import { createTrust } from '../platform/network/certificates.ts';
import { createHttp } from '../platform/network/http.ts';
import { createFindAgent } from '../platform/network/proxies.ts';
import { readPolicy as readPolicyOf } from '../platform/settings/read-policy.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import type { Places } from '../platform/storage/places.ts';
import { closePosterWindows, openPosterWindow } from '../server-connection/poster-window.ts';
import { createServerEnvironment } from '../server-connection/server-environment.ts';
import { findInstallation, readOwnFeed } from '../updates/installation.ts';
import { leaveFor } from '../updates/leave-for.ts';
import { createLinkBox } from './app-links.ts';
import { computerState, createDesktop } from './desktop.ts';
import { createFeatures } from './features.ts';
import { createMenuTemplate } from './menu.ts';
import { appUrl, createOwnPageCheck } from './own-page.ts';
import { forkServer } from './server-process.ts';
import { createSpeech, KnownLanguage } from './speech.ts';
import { hiddenSwitch } from './start-at-login.ts';
import { createMainWindow } from './window.ts';
import { WindowState } from './window-state.ts';

const isFile = (file: string | null | undefined): file is string => Boolean(file);

/** Some computers have no folder for documents, and Electron then throws. */
function findDocuments(): string {
  try {
    return app.getPath('documents');
  } catch {
    return app.getPath('home');
  }
}

/** Windows and Linux say so by a switch of ours; macOS, which passes none on, on its own. */
export function wasStartedAtLogin(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

export type Parts = ReturnType<typeof createParts>;

type Given = {
  readonly places: Places;
  readonly log: Log;
  readonly onServerLine: (line: string) => void;
  readonly computer: Computer;
  /** The folder of the built main process. */
  readonly here: string;
  readonly setStartAtLogin: Desktop['setStartAtLogin'];
};

/** Everything that the app consists of, on Electron's services. */
export function createParts({ places, log, onServerLine, computer, here, setStartAtLogin }: Given) {
  const version = app.getVersion();
  const speech = createSpeech({
    file: createJsonFile({ file: places.language, schema: KnownLanguage, log }),
    loadGerman: () => import(/* @vite-ignore */ pathToFileURL(path.join(here, 'german.js')).href),
    onChange: () => showMenu(),
  });
  const { say } = speech;
  const pageUrl = (!app.isPackaged && process.env.VITE_DEV_SERVER_URL) || appUrl;
  const window = createMainWindow({
    pageUrl,
    preload: path.join(here, '../preload/preload.cjs'),
    // Elsewhere the program itself has it.
    icon:
      process.platform === 'linux' && app.isPackaged ? path.join(process.resourcesPath, 'icon.png') : null,
    onClosed: closePosterWindows,
    onSessionEnd: () => app.quit(),
    log,
    say,
    describe: () => {
      const { electron, chrome, node } = process.versions;
      const programs = `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
      return `Lodestock ${version} on ${process.platform} ${process.arch}\n${programs}\nLog: ${places.mainLog}`;
    },
    stateFile: createJsonFile({ file: places.window, schema: WindowState, log }),
  });
  // Asked once: a policy holds from the next start on.
  const policy = readPolicyOf({ platform: process.platform, home: computer.home, log });
  const readPolicy = () => policy;
  const askSystem = (url: string) => session.defaultSession.resolveProxy(url);
  const publish = createPublisher(() => window.find()?.webContents ?? null);
  const links = createLinkBox(() => publish('link.arrived', undefined));
  const features = createFeatures({
    takeLink: links.take,
    places,
    log,
    publish,
    appVersion: version,
    desktop: { ...createDesktop(say), setStartAtLogin },
    speak: speech.speak,
    createHttp: ({ certificateFile, proxySignIn }) =>
      createHttp(version, {
        // The fuse that keeps NODE_OPTIONS out keeps Node from reading this variable too.
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
  function showMenu(): void {
    const menu = createMenuTemplate({
      isMac: process.platform === 'darwin',
      isPackaged: app.isPackaged,
      say,
      request: (action) => publish('action.requested', action),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  }
  return { log, window, publish, links, features, speech, showMenu, isOwnPage: createOwnPageCheck(pageUrl) };
}
