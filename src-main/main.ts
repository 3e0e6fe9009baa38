import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, crashReporter, Menu, protocol, session } from 'electron';
import { type AgentCall, readAgentCall } from './agents/agent-call.ts';
import { serveAgent } from './agents/serve-agent.ts';
import { createLinkBox, findAppLink, linkScheme, readAppLink } from './app/app-links.ts';
import { computerState, createDesktop } from './app/desktop.ts';
import { createFeatures } from './app/features.ts';
import { createMenuTemplate } from './app/menu.ts';
import { appUrl, createOwnPageCheck } from './app/own-page.ts';
import { secureApp } from './app/security.ts';
import { createBundleHandler } from './app/serve-bundle.ts';
import { forkServer } from './app/server-process.ts';
import { createSpeech, KnownLanguage } from './app/speech.ts';
import { createStartAtLogin, hiddenSwitch } from './app/start-at-login.ts';
import { createMainWindow } from './app/window.ts';
import { WindowState } from './app/window-state.ts';
import { describeComputer } from './dcc/apps/computer.ts';
import { findLibraryFolder } from './library/default-folder.ts';
import { listOwnAddresses } from './own-server/addresses.ts';
import { createRouter } from './platform/ipc/router.ts';
import { createPublisher, serveCalls, serveFiles } from './platform/ipc/serve.ts';
import { createTrust } from './platform/network/certificates.ts';
import { createHttp } from './platform/network/http.ts';
import { createFindAgent } from './platform/network/proxies.ts';
import { readPolicy as readPolicyOf } from './platform/settings/read-policy.ts';
import { SettingsFile } from './platform/settings/settings.ts';
import { findAppFolders } from './platform/storage/app-folders.ts';
import { createJsonFile } from './platform/storage/json-file.ts';
import { createLog, type Log, silentLog } from './platform/storage/log.ts';
import { listPlaces, type Places } from './platform/storage/places.ts';
import { createRotatingFile } from './platform/storage/rotating-file.ts';
import { limitLines } from './server-connection/limit-lines.ts';
import { closePosterWindows, openPosterWindow } from './server-connection/poster-window.ts';
import { createServerEnvironment } from './server-connection/server-environment.ts';
import { askToGoBack } from './updates/ask-to-go-back.ts';
import { findInstallation, readOwnFeed } from './updates/installation.ts';
import { leaveFor } from './updates/leave-for.ts';

const here = import.meta.dirname;
const { host, protocol: scheme } = new URL(appUrl);
const schemeName = scheme.slice(0, -1);

app.enableSandbox();
// A clone does not take the links from an installed app.
if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
app.setAppUserModelId('org.example.lodestock');
protocol.registerSchemesAsPrivileged([
  {
    scheme: schemeName,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
]);

const computer = { platform: process.platform, env: process.env, home: app.getPath('home') };
const folders = findAppFolders({
  computer,
  isPackaged: app.isPackaged,
  appData: app.getPath('appData'),
  wanted: app.commandLine.hasSwitch('user-data-dir') ? app.getPath('userData') : '',
});
// Before the lock of the single instance, which is in it.
mkdirSync(folders.own, { recursive: true });
app.setPath('userData', folders.own);
const setStartAtLogin = createStartAtLogin({
  platform: process.platform,
  executable: process.env.APPIMAGE || process.execPath,
  autostartFolder: path.join(app.getPath('appData'), 'autostart'),
  setLoginItem: (item) => app.setLoginItemSettings(item),
});
const agentCall = readAgentCall(process.argv);
if (agentCall !== null) runForAgent(agentCall);
else if (app.requestSingleInstanceLock()) run();
else app.quit();

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
function wasStartedAtLogin(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

type Parts = ReturnType<typeof createParts>;

function createParts(places: Places, log: Log, onServerLine: (line: string) => void) {
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

async function start({ log, window, links, features, speech, showMenu, isOwnPage }: Parts): Promise<void> {
  await app.whenReady();
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  await speech.load(app.getLocale());
  if ((await features.updates.begin()) && (await askToGoBack(speech.say))) return features.updates.goBack();
  secureApp(isOwnPage);
  const { handlers, callServer, media } = features;
  protocol.handle(schemeName, createBundleHandler(path.join(here, '../renderer'), host, media.fetch));
  await features.load();
  serveCalls(createRouter({ isOwnPage, handlers, callServer, log }));
  serveFiles(isOwnPage, features.takeFiles);
  showMenu();
  features.start();
  const show = () => {
    window.show().catch((error: unknown) => log.error('window.not-opened', { error }));
  };
  links.put(findAppLink(process.argv));
  if (!wasStartedAtLogin()) show();
  app.on('second-instance', (_event, argv) => {
    links.put(findAppLink(argv));
    show();
  });
  app.on('activate', show);
}

/** Without a window, next to the app if that is open. */
function runForAgent(call: AgentCall): void {
  const places = listPlaces(folders.own, folders);
  serveAgent({
    call,
    script: path.join(here, '../server/main.js'),
    settings: createJsonFile({ file: places.settings, schema: SettingsFile, log: silentLog }),
    readPolicy: () => readPolicyOf({ platform: process.platform, home: computer.home, log: silentLog }),
    hasModelsFolder: Boolean(process.env.LODESTOCK_LIBRARY_DIR),
    toEnvironment: (chosen) =>
      createServerEnvironment({
        ...chosen,
        inherited: process.env,
        dataFolder: places.serverData,
        port: 0,
        posterKey: randomBytes(32).toString('hex'),
        modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || chosen.modelsFolder,
      }),
  }).then(app.exit, (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    app.exit(1);
  });
}

function run(): void {
  // Dumps stay on this computer; diagnostics list them.
  crashReporter.start({ uploadToServer: false });
  const places = listPlaces(folders.own, folders);
  const mainLog = createRotatingFile({ file: places.mainLog });
  const serverLog = createRotatingFile({ file: places.serverLog });
  const log = createLog(mainLog);
  const parts = createParts(places, log, limitLines(serverLog.write));
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await parts.features.stop().catch((error: unknown) => log.error('app.stop-failed', { error }));
    await Promise.all([mainLog.close(), serverLog.close()]);
    // A process waits for its threads as it ends, and one of them for a share that may never answer. The listener is the last.
    if (await parts.features.isWaitingForDisk()) app.once('quit', () => process.kill(process.pid, 'SIGKILL'));
    app.exit(code);
  };

  // macOS delivers links by this event; the one that starts the app comes before it is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    parts.links.put(readAppLink(url));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !parts.features.staysWithoutWindow()) app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    void stop(0);
  });
  process.on('unhandledRejection', (error) => log.error('app.unhandled', { error }));
  process.on('uncaughtException', (error) => {
    log.error('app.crashed', { error });
    void stop(1);
  });
  start(parts).catch((error: unknown) => {
    log.error('app.not-started', { error });
    void stop(1);
  });
}
