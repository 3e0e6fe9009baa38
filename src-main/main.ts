import { hostname } from 'node:os';
import path from 'node:path';
import { app, Menu, protocol, session } from 'electron';
import { createLinkBox, findAppLink, linkScheme, readAppLink } from './app/app-links.ts';
import { desktop } from './app/desktop.ts';
import { appUrl, createOwnPageCheck } from './app/own-page.ts';
import { createBundleHandler } from './app/serve-bundle.ts';
import { describeComputer } from './dcc/apps/computer.ts';
import { createFeatures } from './features.ts';
import { createHttp } from './http.ts';
import { createRouter } from './ipc/router.ts';
import { createPublisher, serveCalls } from './ipc/serve.ts';
import { createLog, type Log } from './log.ts';
import { createMenuTemplate } from './menu.ts';
import { createTrust } from './network/certificates.ts';
import { createFindAgent } from './network/proxies.ts';
import { closePosterWindows, openPosterWindow } from './posters/poster-window.ts';
import { secureApp } from './security.ts';
import { createServerEnvironment } from './server-connection/server-environment.ts';
import { forkServer } from './server-process.ts';
import { createJsonFile } from './storage/json-file.ts';
import { listPlaces, type Places } from './storage/places.ts';
import { createRotatingFile } from './storage/rotating-file.ts';
import { startUpdates } from './updates/updates.ts';
import { createMainWindow } from './window.ts';
import { WindowState } from './window-state.ts';

const here = import.meta.dirname;
const { host, protocol: scheme } = new URL(appUrl);
const schemeName = scheme.slice(0, -1);

app.enableSandbox();
// A clone does not take the links from an installed app.
if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
app.setAppUserModelId('org.example.lodestock');
protocol.registerSchemesAsPrivileged([
  { scheme: schemeName, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

if (app.requestSingleInstanceLock()) run();
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

type Parts = ReturnType<typeof createParts>;

function createParts(places: Places, log: Log, onServerLine: (line: string) => void) {
  const version = app.getVersion();
  const pageUrl = (!app.isPackaged && process.env.VITE_DEV_SERVER_URL) || appUrl;
  const window = createMainWindow({
    pageUrl,
    preload: path.join(here, '../preload/preload.cjs'),
    onClosed: closePosterWindows,
    onSessionEnd: () => app.quit(),
    log,
    describe: () => {
      const { electron, chrome, node } = process.versions;
      const programs = `Electron ${electron}, Chromium ${chrome}, Node ${node}`;
      return `Lodestock ${version} on ${process.platform} ${process.arch}\n${programs}\nLog: ${places.mainLog}`;
    },
    stateFile: createJsonFile({ file: places.window, schema: WindowState, log }),
  });
  const publish = createPublisher(() => window.find()?.webContents ?? null);
  const links = createLinkBox(() => publish('link.arrived', undefined));
  const features = createFeatures({
    takeLink: links.take,
    ...{ places, log, publish, desktop, appVersion: version },
    createHttp: ({ certificateFile, proxySignIn }) =>
      createHttp(version, {
        // The fuse that keeps NODE_OPTIONS out keeps Node from reading this variable too.
        trust: createTrust({
          files: () => [process.env.NODE_EXTRA_CA_CERTS, certificateFile()].filter(isFile),
          log,
        }),
        findAgent: createFindAgent({
          env: process.env,
          askSystem: (url) => session.defaultSession.resolveProxy(url),
          signIn: proxySignIn,
        }),
      }),
    info: { version, platform: process.platform, isPackaged: app.isPackaged },
    deviceName: hostname(),
    pluginsDir: path.join(here, '../starters'),
    manifestsDir: path.join(here, '../manifests'),
    computer: describeComputer(process.env),
    defaultLibraryFolder: path.join(findDocuments(), 'Lodestock'),
    hasModelsFolder: Boolean(process.env.LODESTOCK_LIBRARY_DIR),
    loadKeytar: async () => (await import('keytar')).default,
    onServerLine,
    openPosterWindow,
    forkServer: (server) =>
      forkServer(
        path.join(here, '../server/main.js'),
        createServerEnvironment({
          ...{ ...server, inherited: process.env, dataFolder: places.serverData },
          modelsFolder: process.env.LODESTOCK_LIBRARY_DIR || server.modelsFolder,
        }),
      ),
  });
  return { log, window, publish, links, features, isOwnPage: createOwnPageCheck(pageUrl) };
}

async function start({ log, window, publish, links, features, isOwnPage }: Parts): Promise<void> {
  await app.whenReady();
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  secureApp(isOwnPage);
  const { handlers, callServer, media } = features;
  protocol.handle(schemeName, createBundleHandler(path.join(here, '../renderer'), host, media.fetch));
  await features.load();
  serveCalls(createRouter({ isOwnPage, handlers, callServer, log }));
  const menu = createMenuTemplate({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    request: (action) => publish('action.requested', action),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  features.start();
  const show = () => {
    window.show().catch((error: unknown) => log.error('window.not-opened', { error }));
  };
  links.put(findAppLink(process.argv));
  show();
  app.on('second-instance', (_event, argv) => {
    links.put(findAppLink(argv));
    show();
  });
  app.on('activate', show);
  startUpdates({
    isPackaged: app.isPackaged,
    resourcesFolder: process.resourcesPath,
    load: async () => (await import('electron-updater')).default.autoUpdater,
    log,
  });
}

function run(): void {
  const places = listPlaces(app.getPath('userData'));
  const mainLog = createRotatingFile({ file: places.mainLog });
  const serverLog = createRotatingFile({ file: places.serverLog });
  const log = createLog(mainLog);
  const parts = createParts(places, log, serverLog.write);
  const stop = async (code: number) => {
    await parts.features.stop().catch((error: unknown) => log.error('app.stop-failed', { error }));
    await Promise.all([mainLog.close(), serverLog.close()]);
    app.exit(code);
  };

  // macOS tells of links by this event, also of the one that starts the app: before it is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    parts.links.put(readAppLink(url));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
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
